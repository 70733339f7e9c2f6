// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

// A published model: resources/models.json, which gives each fact's source.
struct CatalogModel
{
    std::string id;                       // "meta-llama/Llama-3.1-8B"
    std::string family;                   // "Llama 3.1"
    std::string kind;                     // "decoder", "encoder", "encoder-decoder-t5", …
    std::string config;                   // its config.json, as far as it decides memory
    std::int64_t publishedParameters = 0; // as publisher or checkpoint count them
    std::int64_t trainedParameters = 0;   // of the class that is trained, where that is another
    bool exact = false;                   // the config gives that very number
    std::string notes;
};

// All models of the catalog, in its order. Compiled in; read once.
const std::vector<CatalogModel>& modelCatalog();

// The catalog's model of that id, or nullptr.
const CatalogModel* findModel(std::string_view id);

// Ids that are nearest to one that is not known: those that hold it, else those that are spelled alike.
std::vector<std::string_view> modelsLike(std::string_view asked);

} // namespace plimsoll
