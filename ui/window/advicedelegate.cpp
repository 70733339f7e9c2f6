// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/advicedelegate.h"

#include "window/spacing.h"
#include "window/textstyle.h"

#include <QApplication>
#include <QPainter>
#include <QTreeView>

#include <algorithm>

namespace plimsoll::ui {

namespace {

constexpr int mostLinesBeside = 2; // of a label beside what it saves
constexpr int wrapped = Qt::TextWordWrap | Qt::AlignTop;

struct Texts
{
    QString label;
    QString saving;
    QString cost;
    QString fits;
};

// Where each text goes, within a width and from zero on.
struct Places
{
    QRect label;
    QRect saving;
    QRect cost;
    QRect fits;
    int height = 0;
};

Texts textsOf(const QModelIndex& index)
{
    const auto text = [&index](int role) { return index.data(role).toString(); };
    return {text(AdviceDelegate::Label), text(AdviceDelegate::Saving), text(AdviceDelegate::Cost),
            text(AdviceDelegate::Fits)};
}

QRect below(int top, int width, const QString& text, const QFontMetrics& metrics)
{
    if (text.isEmpty())
        return {0, top, width, 0};
    return {0, top, width, metrics.boundingRect(QRect(0, 0, width, 1 << 16), wrapped, text).height()};
}

int longestWord(const QString& text, const QFontMetrics& metrics)
{
    int longest = 0;
    for (const QString& word : text.split(u' '))
        longest = std::max(longest, metrics.horizontalAdvance(word));
    return longest;
}

Places placesOf(const Texts& texts, int width, const QFont& font)
{
    QFont bold = font;
    bold.setBold(true);
    const QFontMetrics metrics(font);
    const QFontMetrics small(smallFont(font));
    Places places;
    const int saving = QFontMetrics(bold).horizontalAdvance(texts.saving) + 1;
    const int beside = width - saving - spacing;
    places.label = below(0, std::max(1, beside), texts.label, metrics);
    places.saving = QRect(width - saving, 0, saving, metrics.height());
    int top = places.label.bottom() + 1;
    // In a narrow column the saving has a line of its own.
    if (places.label.height() > mostLinesBeside * metrics.height() || longestWord(texts.label, metrics) > beside) {
        places.label = below(0, width, texts.label, metrics);
        places.saving.moveTop(places.label.bottom() + 1);
        top = places.saving.bottom() + 1;
    }
    places.cost = below(top, width, texts.cost, small);
    places.fits = below(places.cost.bottom() + 1, width, texts.fits, small);
    places.height = places.fits.bottom() + 1;
    return places;
}

int columnWidth(const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const auto* view = qobject_cast<const QTreeView*>(option.widget);
    return (view ? view->columnWidth(index.column()) : option.rect.width()) - 2 * spacing;
}

} // namespace

void AdviceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem background = option;
    initStyleOption(&background, index);
    background.text.clear();
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &background, painter, option.widget);

    const Texts texts = textsOf(index);
    const QRect area = option.rect.adjusted(spacing, spacing / 2, -spacing, -spacing / 2);
    const Places places = placesOf(texts, area.width(), option.font);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QColor first = option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
    const QColor second = isSelected ? first : quietColor(option.palette);
    const auto write = [&](const QRect& place, const QFont& font, const QColor& color, int flags, const QString& text) {
        painter->setFont(font);
        painter->setPen(color);
        const QRect there = QStyle::visualRect(option.direction, area, place.translated(area.topLeft()));
        painter->drawText(there,
                          static_cast<int>(QStyle::visualAlignment(option.direction, Qt::Alignment(flags)))
                              | (flags & Qt::TextWordWrap),
                          text);
    };
    QFont bold = option.font;
    bold.setBold(true);
    const QFont small = smallFont(option.font);
    painter->save();
    write(places.label, option.font, first, wrapped | Qt::AlignLeft, texts.label);
    write(places.saving, bold, first, Qt::AlignTop | Qt::AlignRight, texts.saving);
    write(places.cost, small, second, wrapped | Qt::AlignLeft, texts.cost);
    write(places.fits, small, second, wrapped | Qt::AlignLeft, texts.fits);
    painter->restore();
}

QSize AdviceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int width = std::max(1, columnWidth(option, index));
    return {width, placesOf(textsOf(index), width, option.font).height + spacing};
}

} // namespace plimsoll::ui
