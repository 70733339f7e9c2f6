// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/filechooser.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QMessageBox>

namespace plimsoll::ui {

namespace {

class NativeFileChooser : public FileChooser
{
public:
    void askOpenPath(QWidget* parent, const FileQuestion& question, PathTaker take) override
    {
        open(dialog(parent, question, QFileDialog::AcceptOpen), std::move(take));
    }

    void askSavePath(QWidget* parent, const FileQuestion& question, PathTaker take) override
    {
        open(dialog(parent, question, QFileDialog::AcceptSave), std::move(take));
    }

    void askToSave(QWidget* parent, const QString& name, std::function<void(SaveAnswer)> take) override
    {
        auto* box
            = new QMessageBox(QMessageBox::Question, QCoreApplication::translate("FileChooser", "Unsaved changes"),
                              QCoreApplication::translate("FileChooser", "Save the changes to “%1”?").arg(name),
                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->setAttribute(Qt::WA_WindowPropagation);
        box->setWindowModality(Qt::WindowModal);
        QObject::connect(box, &QMessageBox::finished, parent, [take = std::move(take)](int button) {
            if (button == QMessageBox::Save)
                take(SaveAnswer::Save);
            else
                take(button == QMessageBox::Discard ? SaveAnswer::Discard : SaveAnswer::Cancel);
        });
        box->show();
    }

private:
    static QFileDialog* dialog(QWidget* parent, const FileQuestion& question, QFileDialog::AcceptMode mode)
    {
        const QFileInfo suggestion(question.suggestion);
        auto* dialog = new QFileDialog(parent, question.title);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAttribute(Qt::WA_WindowPropagation);
        dialog->setAcceptMode(mode);
        dialog->setFileMode(mode == QFileDialog::AcceptOpen ? QFileDialog::ExistingFile : QFileDialog::AnyFile);
        dialog->setNameFilters(question.filters);
        dialog->setDirectory(suggestion.isDir() ? question.suggestion : suggestion.path());
        if (!suggestion.isDir()) {
            dialog->setDefaultSuffix(suggestion.suffix());
            dialog->selectFile(suggestion.fileName());
            QObject::connect(dialog, &QFileDialog::filterSelected, dialog,
                             [dialog](const QString& filter) { takeSuffix(*dialog, filter); });
        }
        return dialog;
    }

    // Of "Markdown (*.md)": the name ends as the chosen kind of file does.
    static void takeSuffix(QFileDialog& dialog, const QString& filter)
    {
        const QString suffix = filter.section(QStringLiteral("*."), 1).section(u')', 0, 0);
        const QStringList chosen = dialog.selectedFiles();
        dialog.setDefaultSuffix(suffix);
        if (!chosen.isEmpty() && !suffix.isEmpty())
            dialog.selectFile(QFileInfo(chosen.front()).completeBaseName() + u'.' + suffix);
    }

    static void open(QFileDialog* dialog, PathTaker take)
    {
        QObject::connect(dialog, &QFileDialog::fileSelected, dialog->parent(), std::move(take));
        dialog->open();
    }
};

} // namespace

std::unique_ptr<FileChooser> nativeFileChooser()
{
    return std::make_unique<NativeFileChooser>();
}

} // namespace plimsoll::ui
