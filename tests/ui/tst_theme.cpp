// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme.h"

#include <QPainter>
#include <QtTest>

#include <array>
#include <cmath>

namespace plimsoll::ui {

namespace {

using Linear = std::array<double, 3>; // red, green, blue light, 0 to 1
using Matrix = std::array<Linear, 3>;

struct Eye
{
    const char* name;
    Matrix matrix;
};

// Machado, Oliveira, Fernandes 2009, full severity; grey print keeps luminance only (ITU-R BT.709).
constexpr Linear luminance{0.2126, 0.7152, 0.0722};
constexpr std::array<Eye, 5> eyes{{
    {"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
    {"grey print", {{luminance, luminance, luminance}}},
}};

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

Linear linear(const QColor& color)
{
    return {linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
}

double dot(const Linear& a, const Linear& b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Linear seen(const QColor& color, const Eye& eye)
{
    Linear result;
    for (std::size_t i = 0; i < 3; ++i)
        result[i] = std::clamp(dot(eye.matrix[i], linear(color)), 0.0, 1.0);
    return result;
}

// CIE L*a*b* under D65.
Linear lab(const Linear& rgb)
{
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f(dot({0.4124, 0.3576, 0.1805}, rgb) / 0.95047);
    const double y = f(dot(luminance, rgb));
    const double z = f(dot({0.0193, 0.1192, 0.9505}, rgb) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// CIE76 difference; about 2 can just be told apart side by side.
double difference(const QColor& a, const QColor& b, const Eye& eye)
{
    const Linear first = lab(seen(a, eye));
    const Linear second = lab(seen(b, eye));
    return std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

// WCAG 2 contrast ratio.
double contrast(const QColor& a, const QColor& b)
{
    const double first = dot(luminance, linear(a)) + 0.05;
    const double second = dot(luminance, linear(b)) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

const char* nameOf(Theme theme)
{
    return theme == Theme::Light ? "light" : "dark";
}

} // namespace

class TestTheme : public QObject
{
    Q_OBJECT

private slots:
    void neighboursDiffer_data();
    void neighboursDiffer();
    void alikeInPatternDiffer_data() { neighboursDiffer_data(); }
    void alikeInPatternDiffer();
    void marksStandOut_data();
    void marksStandOut();
    void redMeansOom_data() { marksStandOut_data(); }
    void redMeansOom();
    void groundsOfTheMapDiffer_data() { neighboursDiffer_data(); }
    void groundsOfTheMapDiffer();
    void everyPartHasALabel();
    void swatchShowsTheColour();
    void patternsScale();
};

void TestTheme::neighboursDiffer_data()
{
    QTest::addColumn<Theme>("theme");
    QTest::addColumn<int>("eye");
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        for (std::size_t i = 0; i < eyes.size(); ++i)
            QTest::addRow("%s, %s", nameOf(theme), eyes[i].name) << theme << static_cast<int>(i);
    }
}

void TestTheme::neighboursDiffer()
{
    QFETCH(const Theme, theme);
    QFETCH(const int, eye);
    for (std::size_t i = 0; i + 1 < partCount; ++i) {
        const double distance = difference(fillOf(parts()[i], theme).color, fillOf(parts()[i + 1], theme).color,
                                           eyes[static_cast<std::size_t>(eye)]);
        QVERIFY2(
            distance >= 14,
            qPrintable(QStringLiteral("%1 and %2: %3").arg(label(parts()[i]), label(parts()[i + 1])).arg(distance)));
    }
}

// Any two parts can meet where those between them are zero.
void TestTheme::alikeInPatternDiffer()
{
    QFETCH(const Theme, theme);
    QFETCH(const int, eye);
    for (std::size_t i = 0; i < partCount; ++i) {
        for (std::size_t j = i + 1; j < partCount; ++j) {
            const Fill& first = fillOf(parts()[i], theme);
            const Fill& second = fillOf(parts()[j], theme);
            if (first.pattern != second.pattern)
                continue;
            const double distance = difference(first.color, second.color, eyes[static_cast<std::size_t>(eye)]);
            QVERIFY2(
                distance >= 5,
                qPrintable(QStringLiteral("%1 and %2: %3").arg(label(parts()[i]), label(parts()[j])).arg(distance)));
        }
    }
}

void TestTheme::marksStandOut_data()
{
    QTest::addColumn<Theme>("theme");
    for (const Theme theme : {Theme::Light, Theme::Dark})
        QTest::addRow("%s", nameOf(theme)) << theme;
}

void TestTheme::marksStandOut()
{
    QFETCH(const Theme, theme);
    const ThemeColors& all = colors(theme);
    for (const Part part : parts()) {
        const double ratio = contrast(strongestColor(fillOf(part, theme)), all.surface);
        QVERIFY2(ratio >= 3, qPrintable(QStringLiteral("%1: %2").arg(label(part)).arg(ratio)));
    }
    QVERIFY(contrast(all.loadLine, all.hull) >= 7);
    for (const QColor& text : {all.text, all.muted, all.oom, all.tight}) {
        QVERIFY2(contrast(text, all.surface) >= 4.5, qPrintable(text.name()));
        QVERIFY2(contrast(text, all.emphasis) >= 4.5, qPrintable(text.name()));
    }
}

void TestTheme::redMeansOom()
{
    QFETCH(const Theme, theme);
    const ThemeColors& all = colors(theme);
    for (const Part part : parts())
        QVERIFY2(difference(fillOf(part, theme).color, all.oom, eyes[0]) >= 30, qPrintable(label(part)));
    for (const QColor& other : {all.text, all.muted, all.tight, all.loadLine, all.cursor})
        QVERIFY2(difference(other, all.oom, eyes[0]) >= 30, qPrintable(other.name()));
}

// What fits, what is tight and what does not fit, which is hatched besides.
void TestTheme::groundsOfTheMapDiffer()
{
    QFETCH(const Theme, theme);
    QFETCH(const int, eye);
    const ThemeColors& all = colors(theme);
    for (const QColor& other : {all.hull, all.surface}) {
        const double distance = difference(all.tightGround, other, eyes[static_cast<std::size_t>(eye)]);
        QVERIFY2(distance >= 14, qPrintable(QStringLiteral("%1: %2").arg(other.name()).arg(distance)));
    }
}

void TestTheme::everyPartHasALabel()
{
    QSet<QString> labels;
    for (const Part part : parts()) {
        QVERIFY(!label(part).isEmpty());
        QVERIFY(meaning(part).endsWith(u'.'));
        labels.insert(label(part));
        QCOMPARE(parts()[indexOf(part)], part);
    }
    QCOMPARE(labels.size(), static_cast<qsizetype>(partCount));
}

void TestTheme::swatchShowsTheColour()
{
    const QImage swatch = lineItemSwatch(LineItem::Activations, Theme::Light, 14).toImage();
    QCOMPARE(swatch.width(), 14);
    QCOMPARE(swatch.pixelColor(7, 7), lineItemColor(LineItem::Activations, Theme::Light));
    QVERIFY(lineItemColor(LineItem::Activations, Theme::Light) != lineItemColor(LineItem::Activations, Theme::Dark));
}

// Stripes keep their width against the picture: four times as many pixels between colour changes at scale 4.
void TestTheme::patternsScale()
{
    const auto changes = [](int scale) {
        QImage image(QSize(70, 20) * scale, QImage::Format_RGB32);
        image.fill(Qt::black);
        QPainter painter(&image);
        painter.scale(scale, scale);
        paintHatch(painter, QRectF(0, 0, 70, 20), Qt::white, 1);
        painter.end();
        int count = 0;
        for (int x = 1; x < image.width(); ++x) {
            const auto isWhite = [&](int column) { return qGray(image.pixel(column, image.height() / 2)) > 127; };
            count += isWhite(x) != isWhite(x - 1) ? 1 : 0;
        }
        return count;
    };
    QVERIFY(changes(1) >= 18);
    QVERIFY(std::abs(changes(4) - changes(1)) <= 2);
}

} // namespace plimsoll::ui

QTEST_MAIN(plimsoll::ui::TestTheme)
#include "tst_theme.moc"
