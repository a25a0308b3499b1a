// Values of a program as arguments of the host: what is of a wrong kind travels on, to be refused in its
// turn.
#pragma once

#include "base/arg.hpp"
#include "base/utf8.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

/// No text that a host call takes is longer; what is cut was not to be accepted anyway.
inline constexpr std::size_t TEXT_ARG_BYTES_MAX = 512;

/// None is what an optional argument defaults to, so it means "not given" there.
inline bool not_given(Value v, bool optional)
{
    return v.absent() || (optional && v == NONE);
}

inline Arg<u64> u64_arg(Vm& vm, Value v, bool optional)
{
    if (not_given(v, optional)) return {};
    if (is_int(v))
        if (const auto n = to_u64(v)) return *n;
    return Arg<u64>::wrong(shown(vm, v));
}
inline Arg<u128> u128_arg(Vm& vm, Value v, bool optional)
{
    if (not_given(v, optional)) return {};
    if (is_int(v))
        if (const auto n = to_u128(v)) return *n;
    return Arg<u128>::wrong(shown(vm, v));
}
inline Arg<Bytes> bytes_arg(Vm& vm, Value v, bool optional)
{
    if (not_given(v, optional)) return {};
    if (!is_bytes_like(v)) return Arg<Bytes>::wrong(shown(vm, v));
    vm.charge(bytes_of(v).size() / 8);
    return to_bytes(bytes_of(v));
}
inline Arg<Address> address_arg(Vm& vm, Value v, bool optional)
{
    if (not_given(v, optional)) return {};
    Address a;
    if (!is_bytes_like(v) || bytes_of(v).size() != a.bytes.size()) return Arg<Address>::wrong(shown(vm, v));
    std::memcpy(a.bytes.data(), bytes_of(v).data(), a.bytes.size());
    return a;
}
inline Arg<std::string> text_arg(Vm& vm, Value v, bool optional)
{
    if (not_given(v, optional)) return {};
    if (!is_str(v)) return Arg<std::string>::wrong(shown(vm, v));
    return std::string(utf8::head(str_of(v), TEXT_ARG_BYTES_MAX));
}

/// Bytes of the object itself: for a call that keeps nothing of them, or copies them when they are paid for.
inline Arg<BytesView> bytes_view_arg(Vm& vm, Value v)
{
    return is_bytes_like(v) ? Arg<BytesView>(bytes_of(v)) : Arg<BytesView>::wrong(shown(vm, v));
}
/// Keys and domains are bytes; a str stands for its UTF-8.
inline Arg<BytesView> key_arg(Vm& vm, Value v)
{
    return is_str(v) ? Arg<BytesView>(view(str_of(v))) : bytes_view_arg(vm, v);
}
inline Arg<std::string_view> topic_arg(Vm& vm, Value v)
{
    return is_str(v) ? Arg<std::string_view>(str_of(v)) : Arg<std::string_view>::wrong(shown(vm, v));
}

/// The items of a list or a tuple.
inline std::optional<std::span<const Value>> items_of(Value v)
{
    if (is(v, Kind::List)) return cast<List>(v)->view();
    if (is(v, Kind::Tuple)) return cast<Tuple>(v)->view();
    return std::nullopt;
}
/// A list of pairs: the address of an actor and a prefix of its keys, as bytes or str. Of a prefix no more is
/// taken than shows that it is too long.
inline Arg<WatchArgs::Keys> watch_keys_arg(Vm& vm, Value v)
{
    if (not_given(v, false)) return {};
    const auto list = items_of(v);
    if (!list) return Arg<WatchArgs::Keys>::wrong(shown(vm, v));
    vm.charge(list->size() * (2 * gas::LIST_ITEM + TEXT_ARG_BYTES_MAX / 8));
    WatchArgs::Keys keys;
    for (const Value entry : *list) {
        const auto pair = items_of(entry);
        if (!pair || pair->size() != 2)
            return Arg<WatchArgs::Keys>::wrong("a list with something that is no pair");
        const Arg<Address> actor = address_arg(vm, (*pair)[0], false);
        const Value prefix = (*pair)[1];
        if (!actor.given() || (!is_str(prefix) && !is_bytes_like(prefix)))
            return Arg<WatchArgs::Keys>::wrong("a list with a pair that is no address and prefix");
        const BytesView bytes = is_str(prefix) ? view(str_of(prefix)) : bytes_of(prefix);
        keys.emplace_back(actor.value, to_bytes(bytes.first(std::min(bytes.size(), TEXT_ARG_BYTES_MAX))));
    }
    return keys;
}

}  // namespace lariat::pvm
