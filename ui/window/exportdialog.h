// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart/chartexport.h"
#include "memory/estimate.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace plimsoll::ui {

class FileChooser;

// Size, resolution and ground of an exported chart, with a preview.
class ExportDialog : public QDialog
{
    Q_OBJECT

public:
    ExportDialog(const Estimate& estimate, const ChartOptions& options, const QString& suggestion, FileChooser& chooser,
                 QWidget* parent = nullptr);

    ChartOptions options() const;

    QComboBox* sizes() const { return m_sizes; }
    QSpinBox* dpi() const { return m_dpi; }
    QPushButton* exportButton() const { return m_export; }
    QString message() const;

signals:
    void exported(const QString& path);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void takePreset(int index);
    void showOptions(const ChartOptions& options);
    void preview();
    void askAndExport();
    void exportTo(const QString& path);

    const Estimate m_estimate;
    const ChartOptions m_given; // view, choices and unit, which the dialog leaves as they are
    QString m_suggestion;
    FileChooser& m_chooser;
    QComboBox* m_sizes;
    QSpinBox* m_width;
    QSpinBox* m_height;
    QComboBox* m_scale;
    QSpinBox* m_dpi;
    QComboBox* m_theme;
    QLabel* m_pixels;
    QLabel* m_preview;
    QLabel* m_message;
    QPushButton* m_export;
};

} // namespace plimsoll::ui
