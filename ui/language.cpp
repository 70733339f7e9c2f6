// SPDX-License-Identifier: GPL-3.0-or-later
#include "language.h"

#include "coretexts.h"
#include "format.h"

#include <QGuiApplication>
#include <QLibraryInfo>
#include <QRegularExpression>
#include <QTranslator>

#include <memory>
#include <vector>

namespace plimsoll::ui {

namespace {

QString translated(const char* english)
{
    return QCoreApplication::translate("Core", english);
}

QString translatedWord(const QString& english)
{
    return QCoreApplication::translate("Tensor", english.toUtf8().constData());
}

bool isEnglish()
{
    return translated("weights") == QStringLiteral("weights");
}

// Qt Linguist files a text of a function under the class or namespace that it stands in, whatever context it is asked
// for in there.
class Catalogue : public QTranslator
{
public:
    using QTranslator::QTranslator;

    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* english, const char* remark, int count) const override
    {
        const QByteArray around = "plimsoll::ui";
        for (const QByteArray& place : {QByteArray(context), around + "::" + context, around})
            if (const QString text = QTranslator::translate(place.constData(), english, remark, count); !text.isEmpty())
                return text;
        return {};
    }
};

struct Pattern
{
    QString start; // up to the first place: what does not begin so need not be matched
    QRegularExpression english;
    const char* text;
};

// "too big for %1 by %2" finds both.
QRegularExpression expressionOf(const char* pattern)
{
    static const QRegularExpression places(QStringLiteral("%\\d"));
    QString expression = QRegularExpression::escape(QString::fromUtf8(pattern));
    expression.replace(QStringLiteral("\\%"), QStringLiteral("%"));
    expression.replace(places, QStringLiteral("(.+?)"));
    return QRegularExpression(u'^' + expression + u'$');
}

const std::vector<Pattern>& patterns()
{
    static const std::vector<Pattern> all = [] {
        std::vector<Pattern> compiled;
        for (const char* text : coreSentences())
            compiled.push_back({QString::fromUtf8(text).section(u'%', 0, 0), expressionOf(text), text});
        return compiled;
    }();
    return all;
}

// Each part as it is shown by itself.
QString partByPart(const QString& text, const QString& separator, QString (*part)(const QString&))
{
    QStringList parts;
    for (const QString& each : text.split(separator))
        parts << part(each);
    return parts.join(separator);
}

// "20 × 33.6 MB mlp down: cast"
const QRegularExpression& withSize()
{
    static const QRegularExpression expression(QStringLiteral(R"(^(\d[\d,]* × [\d.,]+ [kKMGT]?i?B )(.+)$)"));
    return expression;
}

QString shownTensor(const QString& english)
{
    const QRegularExpressionMatch match = withSize().match(english);
    const QString name = match.hasMatch() ? match.captured(2) : english;
    return match.captured(1) + partByPart(name, QStringLiteral(": "), [](const QString& operation) {
               return partByPart(operation, QStringLiteral(", "), &translatedWord);
           });
}

// "attention qkv: cast"
bool isTensor(const QString& text)
{
    static const QRegularExpression name(QStringLiteral(R"(^[\w .-]+: [\w -]+(, [\w -]+)?$)"));
    return name.match(text).hasMatch();
}

} // namespace

Language::Language(const QStringList& languages)
    : m_locale(QLocale::English, QLocale::UnitedStates)
{
    for (const QString& each : languages) {
        const QLocale locale(each);
        if (locale.language() == QLocale::English || locale.language() == QLocale::C)
            break;
        if (!install(locale, QStringLiteral("plimsoll"), QStringLiteral(":/i18n")))
            continue;
        install(locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
        m_locale = locale;
        break;
    }
    QLocale::setDefault(m_locale);
}

Language::~Language()
{
    for (const std::unique_ptr<QTranslator>& translator : m_translators)
        QCoreApplication::removeTranslator(translator.get());
}

bool Language::install(const QLocale& locale, const QString& name, const QString& folder)
{
    auto translator = std::make_unique<Catalogue>();
    if (!translator->load(locale, name, QStringLiteral("_"), folder))
        return false;
    QCoreApplication::installTranslator(translator.get());
    m_translators.push_back(std::move(translator));
    return true;
}

QString shown(const QString& english)
{
    if (isEnglish() || english.isEmpty())
        return english;
    if (const QString whole = translated(english.toUtf8().constData()); whole != english)
        return whole;
    if (const QString word = translatedWord(english); word != english)
        return word;
    if (withSize().match(english).hasMatch())
        return shownTensors(english.toStdString());
    for (const Pattern& pattern : patterns()) {
        if (!english.startsWith(pattern.start))
            continue;
        const QRegularExpressionMatch match = pattern.english.match(english);
        if (!match.hasMatch())
            continue;
        QString sentence = translated(pattern.text);
        for (int place = 1; place <= match.lastCapturedIndex(); ++place)
            sentence.replace(u'%' + QString::number(place), shown(match.captured(place)));
        return sentence;
    }
    // Without a unit "0.25" is a number, and "2.15" a version.
    static const QRegularExpression figure(
        QStringLiteral(R"(^[+−-]?([\d,]+|0\.\d+|[\d,]+(\.\d+)? ?(%|k|M|B|[kKMGT]i?B))$)"));
    if (figure.match(english).hasMatch())
        return figures(english);
    return isTensor(english) ? shownTensor(english) : english;
}

QString shown(std::string_view english)
{
    return shown(toQString(english));
}

QString shownTensors(std::string_view english)
{
    if (isEnglish())
        return toQString(english);
    return partByPart(toQString(english), QStringLiteral(" + "), [](const QString& each) {
        static const QRegularExpression rest(QStringLiteral(R"(^\d+ kinds more$)"));
        return rest.match(each).hasMatch() ? shown(each) : shownTensor(each);
    });
}

QString shownTitle(std::string_view english)
{
    if (isEnglish())
        return toQString(english);
    return partByPart(toQString(english), QStringLiteral(" · "), [](const QString& part) {
        return partByPart(part, QStringLiteral(": "), [](const QString& words) { return shown(words); });
    });
}

namespace {

// Between texts from right to left a number and its unit, or its percent sign, would change places.
QString keptTogether(const QString& text)
{
    constexpr QChar leftToRightMark(0x200E);
    return QGuiApplication::layoutDirection() == Qt::RightToLeft ? leftToRightMark + text + leftToRightMark : text;
}

} // namespace

QString figures(const QString& english)
{
    if (isEnglish())
        return keptTogether(english);
    static const QRegularExpression number(
        QStringLiteral(R"((?<![\w.,-])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?![\w.]*\d))"));
    const QLocale locale;
    QString text = english;
    qsizetype from = 0;
    for (QRegularExpressionMatch match = number.match(text, from); match.hasMatch(); match = number.match(text, from)) {
        QString written;
        for (const QChar letter : match.captured(1))
            written += letter == u',' ? locale.groupSeparator()
                : letter == u'.'      ? locale.decimalPoint()
                                      : QString(letter);
        text.replace(match.capturedStart(1), match.capturedLength(1), written);
        from = match.capturedStart(1) + written.size();
    }
    return keptTogether(text);
}

std::string saidInReports(ReportText kind, const std::string& english)
{
    if (isEnglish())
        return english;
    switch (kind) {
    case ReportText::Title:
        return figures(shownTitle(english)).toStdString();
    case ReportText::Cell:
        return figures(shown(english)).toStdString();
    case ReportText::Sentence:
        break;
    }
    return shown(english).toStdString(); // releases look like numbers
}

QString withoutLocale(const QString& typed)
{
    const QLocale locale;
    const bool isPlain = isEnglish() || locale.decimalPoint() == QStringLiteral(".");
    QString plain;
    for (const QChar letter : typed) {
        if (letter.category() == QChar::Other_Format) // marks of direction
            continue;
        if (isPlain) {
            plain += letter;
            continue;
        }
        const QString one(letter);
        plain += one == locale.decimalPoint() ? u'.' : one == locale.groupSeparator() ? u',' : letter;
    }
    return plain;
}

} // namespace plimsoll::ui
