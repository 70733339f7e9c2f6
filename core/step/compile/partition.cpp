// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/compile/partition.h"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace plimsoll::step {

namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max() / 4;

// A network of pipes; the greatest flow from node 0 to node 1, and which nodes can still reach node 1 then.
class Network
{
public:
    explicit Network(std::size_t nodes)
        : m_edges(nodes)
    {
    }

    void connect(std::size_t from, std::size_t to, std::int64_t capacity)
    {
        m_edges[from].push_back({to, m_edges[to].size(), capacity});
        m_edges[to].push_back({from, m_edges[from].size() - 1, 0});
    }

    std::vector<bool> fill()
    {
        while (const std::int64_t flow = augment()) {
            for (std::size_t node = sink; node != source; node = m_cameFrom[node].first) {
                Edge& edge = m_edges[m_cameFrom[node].first][m_cameFrom[node].second];
                edge.capacity -= flow;
                m_edges[edge.to][edge.back].capacity += flow;
            }
        }
        return reachingSink();
    }

    static constexpr std::size_t source = 0;
    static constexpr std::size_t sink = 1;

private:
    struct Edge
    {
        std::size_t to;
        std::size_t back; // the opposite edge's place among those of `to`
        std::int64_t capacity;
    };

    // The shortest path with room, as the edge by which each node is reached; how much fits through.
    std::int64_t augment()
    {
        m_cameFrom.resize(m_edges.size());
        m_room.assign(m_edges.size(), 0);
        m_room[source] = unlimited;
        m_reached.assign(1, source);
        for (std::size_t next = 0; next < m_reached.size() && m_room[sink] == 0; ++next) {
            const std::size_t node = m_reached[next];
            for (std::size_t i = 0; i < m_edges[node].size(); ++i) {
                const Edge& edge = m_edges[node][i];
                if (edge.capacity == 0 || m_room[edge.to] > 0)
                    continue;
                m_room[edge.to] = std::min(m_room[node], edge.capacity);
                m_cameFrom[edge.to] = {node, i};
                m_reached.push_back(edge.to);
            }
        }
        return m_room[sink];
    }

    std::vector<bool> reachingSink() const
    {
        std::vector<bool> reaches(m_edges.size(), false);
        std::vector<std::size_t> todo{sink};
        reaches[sink] = true;
        while (!todo.empty()) {
            const std::size_t node = todo.back();
            todo.pop_back();
            for (const Edge& edge : m_edges[node]) {
                const bool open = m_edges[edge.to][edge.back].capacity > 0; // from there to here
                if (open && !reaches[edge.to]) {
                    reaches[edge.to] = true;
                    todo.push_back(edge.to);
                }
            }
        }
        return reaches;
    }

    std::vector<boost::container::small_vector<Edge, 4>> m_edges;
    std::vector<std::pair<std::size_t, std::size_t>> m_cameFrom;
    std::vector<std::int64_t> m_room;   // that is left on the way to a node; none: not reached
    std::vector<std::size_t> m_reached; // nodes, in turn
};

// How values are used: by which operations, and how far each is from what backward reads.
struct Uses
{
    Uses(const Capture& capture, const std::vector<bool>& needed)
        : products(capture.values.size(), false),
          readers(capture.values.size()),
          distance(capture.values.size(), 1000)
    {
        for (std::size_t i = 0; i < capture.ops.size(); ++i)
            for (const int input : capture.ops[i].inputs) {
                const auto value = static_cast<std::size_t>(input);
                readers[value].push_back(i);
                products[value] = products[value] || capture.ops[i].kind == OpClass::Product;
            }
        for (std::size_t i = capture.ops.size(); i-- > 0;)
            for (const int output : capture.ops[i].outputs)
                measure(capture, needed, static_cast<std::size_t>(output));
        for (std::size_t value = 0; value < capture.values.size(); ++value)
            if (capture.values[value].op < 0)
                measure(capture, needed, value);
    }

    std::vector<bool> products; // whether a library's kernel reads the value
    std::vector<boost::container::small_vector<std::size_t, 4>> readers;
    std::vector<int> distance;

private:
    void measure(const Capture& capture, const std::vector<bool>& needed, std::size_t value)
    {
        int least = needed[value] ? 1 : 1000;
        for (const std::size_t reader : readers[value])
            for (const int output : capture.ops[reader].outputs)
                if (static_cast<std::size_t>(output) != value)
                    least = std::min(least, distance[static_cast<std::size_t>(output)] + 1);
        distance[value] = least;
    }
};

} // namespace

std::vector<bool> savedValues(const Capture& capture, const std::vector<bool>& needed)
{
    const Uses uses(capture, needed);
    const auto in = [](std::size_t value) { return 2 + 2 * value; };
    const auto out = [](std::size_t value) { return 3 + 2 * value; };
    Network network(2 + 2 * capture.values.size());
    for (std::size_t value = 0; value < capture.values.size(); ++value) {
        const CapturedValue& v = capture.values[value];
        const bool fromProduct = v.op >= 0 && capture.ops[static_cast<std::size_t>(v.op)].kind == OpClass::Product;
        // What a product reads in backward lies in memory there in any case, so making it again would not be free.
        const bool readByProduct = uses.products[value] && needed[value];
        if (v.op < 0 || fromProduct || v.reduced || readByProduct)
            network.connect(Network::source, in(value), unlimited);
        if (needed[value])
            network.connect(out(value), Network::sink, unlimited);
        // Values that lie nowhere in memory cost twice, and farther ones more.
        const bool materialized = v.op < 0 || fromProduct || uses.products[value] || uses.readers[value].empty();
        const double weight = static_cast<double>(v.bytes) * std::pow(1.1, std::clamp(uses.distance[value], 1, 100));
        network.connect(in(value), out(value), static_cast<std::int64_t>(materialized ? weight : 2 * weight));
        for (const std::size_t reader : uses.readers[value])
            for (const int output : capture.ops[reader].outputs)
                if (static_cast<std::size_t>(output) != value)
                    network.connect(out(value), in(static_cast<std::size_t>(output)), unlimited);
    }
    const std::vector<bool> below = network.fill();
    std::vector<bool> saved(capture.values.size());
    for (std::size_t value = 0; value < saved.size(); ++value)
        saved[value] = !below[in(value)] && below[out(value)];
    return saved;
}

} // namespace plimsoll::step
