// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints by their headers: tests/data/checkpoints.jsonl holds what transformers saves for each family.
#include "interchange/safetensors.h"
#include "scenario/scenariofile.h"
#include "step/trainingloop.h"

#include <boost/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <random>

using namespace plimsoll;
namespace json = boost::json;

namespace {

std::int64_t bytesOf(const json::array& shape, std::int64_t width)
{
    for (const json::value& size : shape)
        width *= size.to_number<std::int64_t>();
    return width;
}

// A header for tensors in two bytes each, and how many bytes they take.
std::pair<std::string, std::int64_t> headerOf(const json::object& tensors)
{
    json::object header{{"__metadata__", json::object{{"format", "pt"}}}};
    std::int64_t end = 0;
    for (const auto& [name, tensor] : tensors) {
        const json::array& shape = tensor.at(1).as_array();
        const std::int64_t width = tensor.at(0).as_string() == "F32" ? 4 : 2;
        const std::int64_t start = std::exchange(end, end + bytesOf(shape, width));
        header[name] = json::object{{"dtype", tensor.at(0)}, {"shape", shape}, {"data_offsets", {start, end}}};
    }
    return {json::serialize(header), end};
}

std::string lengthOf(std::uint64_t length)
{
    std::string bytes;
    for (int i = 0; i < 8; ++i)
        bytes += static_cast<char>(length >> (8 * i) & 0xff);
    return bytes;
}

void write(const std::string& path, const std::string& start, std::int64_t tensorBytes)
{
    std::ofstream(path, std::ios::binary) << start;
    std::filesystem::resize_file(path, start.size() + static_cast<std::uintmax_t>(tensorBytes)); // holes
}

std::vector<json::object> checkpoints()
{
    std::ifstream in(PLIMSOLL_TEST_DATA "/checkpoints.jsonl");
    std::vector<json::object> all;
    for (std::string line; std::getline(in, line);)
        all.push_back(json::parse(line).as_object());
    return all;
}

} // namespace

class TestCheckpoint : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void countsWhatIsStored_data()
    {
        QTest::addColumn<int>("index");
        const auto all = checkpoints();
        QVERIFY(all.size() > 25);
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::addRow("%s", all[i].at("name").as_string().c_str()) << static_cast<int>(i);
    }

    void countsWhatIsStored()
    {
        QFETCH(const int, index);
        const json::object checkpoint = checkpoints()[static_cast<std::size_t>(index)];
        const auto [header, bytes] = headerOf(checkpoint.at("tensors").as_object());
        const std::string path = file("model.safetensors");
        write(path, lengthOf(header.size()) + header, bytes);

        const Result<std::string> text = readScenarioText(path);
        QVERIFY(text.has_value());
        const Result<ScenarioFile> read = readScenario(*text, path);
        QVERIFY2(read.has_value(), read ? "" : read.error().message().c_str());
        Scenario scenario = read->scenario;
        scenario.training.microBatch = 1;
        scenario.training.sequenceLength = 8;
        const StepProgram program = step::record(scenario, {}, step::Recording::SteadyStep);
        QCOMPARE(program.parameters, checkpoint.at("parameters").to_number<std::int64_t>());
        QCOMPARE(scenario.model.heads, 2);

        const Result<ScenarioFile> again = readScenario(writeScenario(read->scenario), {});
        QVERIFY2(again.has_value(), again ? "" : again.error().message().c_str());
        QVERIFY(again->scenario == read->scenario);
    }

    void readsConfigsAlone()
    {
        const json::object checkpoint = checkpoints().front();
        const Result<ScenarioFile> read = readScenario(json::serialize(checkpoint.at("config")), "config.json");
        QVERIFY2(read.has_value(), read ? "" : read.error().message().c_str());
        QCOMPARE(read->scenario.model.family, Family::Llama);
        QVERIFY(read->warnings.empty());
    }

    void readsFilesOfAnIndex()
    {
        const json::object tensors = checkpoints().front().at("tensors").as_object();
        json::object halves[2];
        json::object map;
        for (const auto& [name, tensor] : tensors) {
            const std::size_t half = map.size() % 2;
            halves[half][name] = tensor;
            map[name] = half == 0 ? "a.safetensors" : "b.safetensors";
        }
        for (std::size_t half = 0; half < 2; ++half) {
            const auto [header, bytes] = headerOf(halves[half]);
            write(file(half == 0 ? "a.safetensors" : "b.safetensors"), lengthOf(header.size()) + header, bytes);
        }
        const std::string path = file("model.safetensors.index.json");
        std::ofstream(path) << json::serialize(
            json::object{{"metadata", json::object{{"total_size", 1'345'280}}}, {"weight_map", map}});
        const Result<StoredTensors> all = readCheckpoint(path);
        QVERIFY2(all.has_value(), all ? "" : all.error().message().c_str());
        QCOMPARE(all->size(), tensors.size());

        std::filesystem::remove(file("b.safetensors"));
        const Result<StoredTensors> half = readCheckpoint(path);
        QVERIFY(!half);
        QCOMPARE(QString::fromStdString(half.error().found), "no b.safetensors");
        QVERIFY(half.error().expected.find("1,345,280 bytes") != std::string::npos);
    }

    void refusesLies_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& bytes, const char* expected) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(expected);
        };
        const auto whole = [](const std::string& header) { return lengthOf(header.size()) + header; };
        row("nothing", "", "a safetensors header");
        row("seven bytes", "1234567", "a safetensors header");
        row("longer than the file", lengthOf(100) + "{}", "a header within the file's 10 bytes");
        row("longer than any", lengthOf(~std::uint64_t{0}) + "{}", "a header within the file's 10 bytes");
        row("no JSON", lengthOf(2) + "{{", "a key in double quotes or \"}\"");
        row("a list", whole("[]"), "an object with a tensor to each name");
        row("no tensor", whole(R"({"a":1})"), "a tensor's dtype, shape and data_offsets");
        row("unknown type", whole(R"({"a":{"dtype":"X9","shape":[1],"data_offsets":[0,1]}})"),
            "a dtype that is known, as BF16");
        row("beyond the file", whole(R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}})"),
            "data_offsets within the file's 0 bytes of tensors");
        row("more than they take", whole(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,2]}})") + "ab",
            "data_offsets as far apart as dtype and shape say");
        row("past counting",
            whole(R"({"a":{"dtype":"U8","shape":[1000000000000,1000000000000],"data_offsets":[0,0]}})"),
            "data_offsets as far apart as dtype and shape say");
        row("negative", whole(R"({"a":{"dtype":"U8","shape":[-1],"data_offsets":[0,0]}})"), "a shape of whole numbers");
    }

    void refusesLies()
    {
        QFETCH(const QByteArray, bytes);
        const std::string path = file("lies.safetensors");
        write(path, bytes.toStdString(), 0);
        const Result<StoredTensors> read = readCheckpoint(path);
        QVERIFY(!read);
        QTEST(QString::fromStdString(read.error().expected), "expected");
    }

    void standsAnyCut()
    {
        std::mt19937 random(1);
        const auto all = checkpoints();
        for (int i = 0; i < 400; ++i) {
            const auto [header, bytes] = headerOf(all[random() % all.size()].at("tensors").as_object());
            std::string text = lengthOf(header.size()) + header;
            for (std::size_t changes = random() % 4; changes > 0; --changes)
                text[random() % text.size()] = static_cast<char>(random());
            text.resize(random() % (text.size() + 1));
            const std::string path = file("cut.safetensors");
            write(path, text, random() % 2 == 0 ? bytes : 0);
            const Result<ScenarioFile> read = readScenario(R"({"model": {"safetensors": "cut.safetensors"}})", path);
            QVERIFY(read || !read.error().expected.empty());
        }
    }

private:
    std::string file(const char* name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestCheckpoint)
#include "tst_checkpoint.moc"
