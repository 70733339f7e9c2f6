// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace plimsoll::step {

// Memory for many short-lived objects of one type: a freed place is handed out again at once.
template <class T>
class Pool
{
public:
    template <class... Args>
    T* make(Args&&... args)
    {
        if (!m_free)
            grow();
        Slot* slot = m_free;
        m_free = slot->next;
        return new (slot->storage) T(std::forward<Args>(args)...);
    }

    void drop(T* object)
    {
        object->~T();
        auto* slot = reinterpret_cast<Slot*>(object);
        slot->next = m_free;
        m_free = slot;
    }

private:
    union Slot
    {
        Slot* next;
        alignas(T) std::byte storage[sizeof(T)];
    };

    void grow()
    {
        constexpr std::size_t count = 128;
        m_chunks.push_back(std::make_unique_for_overwrite<Slot[]>(count));
        for (std::size_t i = count; i-- > 0;) {
            m_chunks.back()[i].next = m_free;
            m_free = &m_chunks.back()[i];
        }
    }

    std::vector<std::unique_ptr<Slot[]>> m_chunks;
    Slot* m_free = nullptr;
};

} // namespace plimsoll::step
