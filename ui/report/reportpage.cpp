// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/reportpage.h"

#include "format.h"
#include "interchange/report/tables.h"
#include "interchange/sentences.h"
#include "language.h"

#include <QPainter>
#include <QSvgRenderer>
#include <QTextDocument>

#include <array>
#include <memory>

namespace plimsoll::ui {

namespace {

constexpr double largestText = 8.5; // points
constexpr double smallestText = 4;
constexpr double step = 0.25;
constexpr double gap = 8;            // between the parts
constexpr double chartShare = 0.3;   // of the page's height, at least
constexpr double chartPixels = 1400; // its width as a picture; texts in it come to about 7 points on A4

// The tables that a page has room for, by their titles, and the columns of each that say most. Sources stand in the
// Markdown report.
struct Shown
{
    const char* table;
    std::vector<std::size_t> columns;
};

const std::array<Shown, 3>& shownTables()
{
    static const std::array<Shown, 3> shown{
        {{"Ledger", {0, 2, 4, 6}}, {"From tensors to the card", {0, 2, 3}}, {"Devices", {0, 1, 2, 3, 4, 5, 7}}}};
    return shown;
}

QString escaped(const std::string& text)
{
    return figures(shown(text)).toHtmlEscaped();
}

QString cell(const char* tag, report::Align align, const std::string& text)
{
    const auto side = QLatin1String(align == report::Align::Right ? "right" : "left");
    return QStringLiteral("<%1 align='%2'>%3</%1>").arg(QLatin1String(tag), side, escaped(text));
}

// A column of rounded figures has no title of its own; it stands beside the exact ones.
const std::string& titleOf(const report::Table& table, std::size_t column)
{
    return table.columns[column].title.empty() ? table.columns[column - 1].title : table.columns[column].title;
}

QString heading(const std::string& title)
{
    return QStringLiteral("<p class='gap'>&nbsp;</p><h2>%1</h2>").arg(escaped(title));
}

QString html(const report::Table& table, const std::vector<std::size_t>& columns)
{
    QString text = heading(table.title) + QStringLiteral("<table cellspacing='0' cellpadding='0'><tr>");
    for (const std::size_t column : columns)
        text += cell("th", table.columns[column].align, titleOf(table, column));
    text += QStringLiteral("</tr>");
    for (const report::Row& row : table.rows) {
        text += QStringLiteral("<tr>");
        for (const std::size_t column : columns)
            text += cell("td", table.columns[column].align, row[column]);
        text += QStringLiteral("</tr>");
    }
    return text + QStringLiteral("</table>");
}

QString html(const report::List& list)
{
    QStringList lines;
    for (const std::string& line : list.lines)
        lines << shown(line).toHtmlEscaped(); // releases look like numbers
    return heading(list.title) + QStringLiteral("<p>%1</p>").arg(lines.join(QStringLiteral(" · ")));
}

QString headHtml(const Estimate& estimate, ByteUnit unit)
{
    return QStringLiteral("<h1>%1</h1><p class='verdict'>%2</p>")
        .arg(figures(shownTitle(chartTitle(estimate))).toHtmlEscaped(), escaped(verdictSentence(estimate, unit)));
}

QString bodyHtml(const Estimate& estimate, ByteUnit unit)
{
    QString text;
    const std::vector<report::Table> tables = report::tables(estimate, unit);
    for (const Shown& shown : shownTables())
        for (const report::Table& table : tables)
            if (table.title == shown.table)
                text += html(table, shown.columns);
    for (const report::List& list : report::lists(estimate))
        text += html(list);
    return text + html(report::versions(estimate));
}

// A text laid out at a width, black on white whatever the desktop's colours.
class Flow
{
public:
    Flow(const QString& text, double fontSize, double width)
    {
        QFont font(QStringList{QStringLiteral("DejaVu Sans"), QStringLiteral("Verdana")});
        font.setStyleHint(QFont::SansSerif);
        font.setHintingPreference(QFont::PreferNoHinting);
        font.setPixelSize(qMax(1, qRound(fontSize * fine)));
        m_document.setDefaultFont(font);
        m_document.setUseDesignMetrics(true);
        m_document.setDocumentMargin(0);
        const int size = font.pixelSize();
        m_document.setDefaultStyleSheet(
            QStringLiteral(
                "body { color: black; } h1 { font-size: %1px; margin: 0; } h2 { font-size: %2px; margin: 0; }"
                " p { margin: 0; } .verdict { font-size: %2px; margin-top: %3px; } .gap { font-size: %3px; }"
                " th { font-weight: bold; color: #555; padding-right: %4px; padding-bottom: %5px; }"
                " td { padding-right: %4px; padding-bottom: %5px; }")
                .arg(size * 4 / 3)
                .arg(size * 9 / 8)
                .arg(size / 2)
                .arg(size)
                .arg(size / 6));
        m_document.setHtml(QStringLiteral("<body>%1</body>").arg(text));
        m_document.setTextWidth(width * fine);
    }

    double height() const { return m_document.size().height() / fine; }
    void paint(QPainter& painter, const QPointF& corner)
    {
        painter.save();
        painter.translate(corner);
        painter.scale(1 / fine, 1 / fine);
        m_document.drawContents(&painter);
        painter.restore();
    }

private:
    // Fonts have whole pixel sizes, so that the text is laid out larger and drawn smaller.
    static constexpr double fine = 16;

    QTextDocument m_document;
};

struct Page
{
    double fontSize = largestText;
    std::unique_ptr<Flow> head;
    std::unique_ptr<Flow> body;
};

Page layOut(const QSizeF& area, const Estimate& estimate, ByteUnit unit)
{
    Page page;
    for (;; page.fontSize -= step) {
        page.head = std::make_unique<Flow>(headHtml(estimate, unit), page.fontSize, area.width());
        page.body = std::make_unique<Flow>(bodyHtml(estimate, unit), page.fontSize, area.width());
        const double texts = page.head->height() + page.body->height() + 2 * gap;
        if (texts <= area.height() * (1 - chartShare) || page.fontSize <= smallestText)
            return page;
    }
}

void placeChart(QPainter& painter, const QRectF& area, const Estimate& estimate, ChartOptions options)
{
    options.scale = 1;
    options.theme = Theme::Light;
    options.hasTexts = false;
    options.size = QSizeF(chartPixels, chartPixels * area.height() / area.width()).toSize();
    QSvgRenderer drawing(chartSvg(estimate, options));
    drawing.render(&painter, area);
}

} // namespace

void paintReport(QPainter& painter, const QRectF& area, const Estimate& estimate, const ChartOptions& chart)
{
    const Page page = layOut(area.size(), estimate, chart.unit);
    page.head->paint(painter, area.topLeft());
    QRectF middle = area;
    middle.setTop(area.top() + page.head->height() + gap);
    middle.setHeight(
        qBound(area.height() * 0.2, area.bottom() - middle.top() - page.body->height() - gap, area.width() * 0.6));
    placeChart(painter, middle, estimate, chart);
    page.body->paint(painter, {area.left(), middle.bottom() + gap});
}

double reportFontSize(const QSizeF& area, const Estimate& estimate, ByteUnit unit)
{
    return layOut(area, estimate, unit).fontSize;
}

} // namespace plimsoll::ui
