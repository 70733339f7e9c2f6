// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/json/parse.hpp>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <string>

namespace plimsoll::test {

// JSON with ' for ".
inline std::string quotes(QByteArray text)
{
    return text.replace('\'', '"').toStdString();
}

// A model's sizes, and nothing else.
inline constexpr const char* smallest = "{'model': {'layers': 4, 'hidden': 64, 'heads': 8, 'ffn': 256, 'vocab': 100}}";

// The smallest scenario with one field set, and objects made on the way.
inline boost::json::value withField(const QString& path, const boost::json::value& value)
{
    boost::json::value root = boost::json::parse(quotes(smallest));
    boost::json::value* at = &root;
    for (const QString& key : path.split('.')) {
        if (at->is_null())
            at->emplace_object();
        at = &at->get_object()[key.toStdString()];
    }
    *at = value;
    return root;
}

} // namespace plimsoll::test
