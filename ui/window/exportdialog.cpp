// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/exportdialog.h"

#include "format.h"
#include "language.h"
#include "window/filechooser.h"
#include "window/spacing.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <array>

namespace plimsoll::ui {

namespace {

struct SizePreset
{
    const char* name;
    QSize size;
};

constexpr std::array<SizePreset, 4> presets{{
    {QT_TRANSLATE_NOOP("plimsoll::ui::ExportDialog", "Wide, 16:9"), {1600, 900}},
    {QT_TRANSLATE_NOOP("plimsoll::ui::ExportDialog", "Document, 4:3"), {1200, 900}},
    {QT_TRANSLATE_NOOP("plimsoll::ui::ExportDialog", "Half a page"), {1000, 600}},
    {QT_TRANSLATE_NOOP("plimsoll::ui::ExportDialog", "Full HD slide"), {1920, 1080}},
}};
constexpr std::array scales{1.0, 1.5, 2.0, 3.0, 4.0};

QSpinBox* pixelBox(const QString& name)
{
    auto* box = new QSpinBox;
    box->setRange(300, 8000);
    box->setSingleStep(100);
    box->setSuffix(QStringLiteral(" px"));
    box->setAccessibleName(name);
    return box;
}

} // namespace

ExportDialog::ExportDialog(const Estimate& estimate, const ChartOptions& options, const QString& suggestion,
                           FileChooser& chooser, QWidget* parent)
    : QDialog(parent),
      m_estimate(estimate),
      m_given(options),
      m_suggestion(suggestion),
      m_chooser(chooser),
      m_sizes(new QComboBox),
      m_width(pixelBox(tr("Width"))),
      m_height(pixelBox(tr("Height"))),
      m_scale(new QComboBox),
      m_dpi(new QSpinBox),
      m_theme(new QComboBox),
      m_pixels(new QLabel),
      m_preview(new QLabel),
      m_message(new QLabel),
      m_export(new QPushButton(tr("&Export…")))
{
    setWindowTitle(tr("Export chart"));
    setAttribute(Qt::WA_DeleteOnClose);
    for (const SizePreset& preset : presets)
        m_sizes->addItem(
            QStringLiteral("%1 (%2 × %3)").arg(tr(preset.name)).arg(preset.size.width()).arg(preset.size.height()),
            preset.size);
    m_sizes->addItem(tr("Own size"));
    for (const double scale : scales)
        m_scale->addItem(QStringLiteral("%1×").arg(scale), scale);
    m_dpi->setRange(36, 1200);
    m_dpi->setSuffix(tr(" dpi"));
    m_theme->addItems({tr("Light"), tr("Dark")});
    layOut();
    showOptions(options);

    connect(m_sizes, &QComboBox::activated, this, &ExportDialog::takePreset);
    connect(m_width, &QSpinBox::valueChanged, this, &ExportDialog::preview);
    connect(m_height, &QSpinBox::valueChanged, this, &ExportDialog::preview);
    connect(m_scale, &QComboBox::currentIndexChanged, this, &ExportDialog::preview);
    connect(m_theme, &QComboBox::currentIndexChanged, this, &ExportDialog::preview);
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::askAndExport);
}

void ExportDialog::layOut()
{
    auto* size = new QHBoxLayout;
    size->addWidget(m_width);
    size->addWidget(new QLabel(QStringLiteral("×")));
    size->addWidget(m_height);
    auto* form = new QFormLayout;
    form->addRow(tr("Si&ze"), m_sizes);
    form->addRow(QString(), size);
    form->addRow(tr("&Scale"), m_scale);
    form->addRow(tr("&Resolution"), m_dpi);
    form->addRow(tr("&Ground"), m_theme);
    form->addRow(QString(), m_pixels);

    m_preview->setMinimumSize(320, 200);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAccessibleName(tr("Preview"));
    m_message->setWordWrap(true);
    m_message->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_export, QDialogButtonBox::AcceptRole);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    m_export->setDefault(true);
    m_sizes->setFocus();
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* columns = new QHBoxLayout;
    columns->setSpacing(2 * spacing);
    columns->addLayout(form);
    columns->addWidget(m_preview, 1);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(columns, 1);
    rows->addWidget(m_message);
    rows->addWidget(buttons);
    resize(760, 400);
}

void ExportDialog::showOptions(const ChartOptions& options)
{
    m_width->setValue(options.size.width());
    m_height->setValue(options.size.height());
    m_scale->setCurrentIndex(std::max(0, m_scale->findData(options.scale)));
    m_dpi->setValue(options.dpi);
    m_theme->setCurrentIndex(options.theme == Theme::Light ? 0 : 1);
    preview();
}

void ExportDialog::takePreset(int index)
{
    const QSize size = m_sizes->itemData(index).toSize();
    if (size.isEmpty())
        return;
    m_width->setValue(size.width());
    m_height->setValue(size.height());
    preview();
}

ChartOptions ExportDialog::options() const
{
    ChartOptions options = m_given;
    options.size = {m_width->value(), m_height->value()};
    options.scale = m_scale->currentData().toDouble();
    options.dpi = m_dpi->value();
    options.theme = m_theme->currentIndex() == 0 ? Theme::Light : Theme::Dark;
    return options;
}

void ExportDialog::preview()
{
    ChartOptions options = this->options();
    const QSize pixels = options.size * options.scale;
    m_pixels->setText(tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height()));
    const int preset = m_sizes->findData(options.size);
    m_sizes->setCurrentIndex(preset >= 0 ? preset : m_sizes->count() - 1);
    options.scale = 1;
    const QImage chart = renderChart(m_estimate, options);
    if (chart.isNull())
        return;
    QPixmap shown = QPixmap::fromImage(
        chart.scaled(m_preview->size() * devicePixelRatioF(), Qt::KeepAspectRatio, Qt::SmoothTransformation));
    shown.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setPixmap(shown);
}

void ExportDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    preview();
}

void ExportDialog::askAndExport()
{
    m_chooser.askSavePath(this,
                          {tr("Export the chart"),
                           m_suggestion,
                           {tr("PNG image (*.png)"), tr("SVG drawing (*.svg)"), tr("PDF document (*.pdf)")}},
                          [this](const QString& path) { exportTo(path); });
}

void ExportDialog::exportTo(const QString& path)
{
    if (const Result<void> written = exportChart(m_estimate, options(), path); !written) {
        m_message->setText(shown(written.error().message()));
        m_message->show();
        return;
    }
    emit exported(path);
    accept();
}

QString ExportDialog::message() const
{
    return m_message->text();
}

} // namespace plimsoll::ui
