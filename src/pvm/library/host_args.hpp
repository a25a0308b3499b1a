// Turns values of a program into arguments of a host call. One of a wrong kind travels on with the reason,
// and the host refuses it in its turn.
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

/// "must be bytes, got str: call .encode()". The text is no longer than a class's name and the rest together.
inline std::string wanted_got(Value got, std::string_view wanted, std::string_view hint_for_str = "",
                              std::string_view hint_for_bytes = "")
{
    const std::string_view hint = is_str(got) ? hint_for_str : is_bytes_like(got) ? hint_for_bytes : "";
    return cat("must be ", wanted, ", got ", type_name(got), hint.empty() ? "" : ": ", hint);
}
inline std::string wanted_integer(Vm& vm, Value got, std::string_view highest)
{
    if (!is_int(got)) return wanted_got(got, "an integer", "call int()");
    return cat("must be an integer from 0 to ", highest, ", got ", shown(vm, got));
}

inline Arg<u64> u64_arg(Vm& vm, Value v, bool optional)
{
    if (not_given(v, optional)) return {};
    if (is_int(v))
        if (const auto n = to_u64(v)) return *n;
    return Arg<u64>::wrong(wanted_integer(vm, v, "2**64 - 1"));
}
inline Arg<u128> u128_arg(Vm& vm, Value v, bool optional)
{
    if (not_given(v, optional)) return {};
    if (is_int(v))
        if (const auto n = to_u128(v)) return *n;
    return Arg<u128>::wrong(wanted_integer(vm, v, "2**128 - 1"));
}
inline Arg<Bytes> bytes_arg(Vm& vm, Value v, bool optional)
{
    if (not_given(v, optional)) return {};
    if (!is_bytes_like(v)) return Arg<Bytes>::wrong(wanted_got(v, "bytes", "call .encode()"));
    vm.charge(bytes_of(v).size() / 8);
    return to_bytes(bytes_of(v));
}
inline Arg<Address> address_arg(Value v, bool optional)
{
    if (not_given(v, optional)) return {};
    Address a;
    if (!is_bytes_like(v))
        return Arg<Address>::wrong(
            wanted_got(v, "an address of 20 bytes", "use bytes.fromhex(), without 0x"));
    if (bytes_of(v).size() != a.bytes.size())
        return Arg<Address>::wrong(cat("must be an address of 20 bytes, got ",
                                       number(static_cast<u64>(bytes_of(v).size())), " bytes"));
    std::memcpy(a.bytes.data(), bytes_of(v).data(), a.bytes.size());
    return a;
}
inline Arg<std::string> text_arg(Value v, bool optional)
{
    if (not_given(v, optional)) return {};
    if (!is_str(v)) return Arg<std::string>::wrong(wanted_got(v, "str", "", "call .decode()"));
    return std::string(utf8::head(str_of(v), TEXT_ARG_BYTES_MAX));
}

/// The bytes of the object itself: for a call that keeps none of them, or copies them once they are paid for.
inline Arg<BytesView> bytes_view_arg(Value v)
{
    return is_bytes_like(v) ? Arg<BytesView>(bytes_of(v))
                            : Arg<BytesView>::wrong(wanted_got(v, "bytes", "call .encode()"));
}
/// Keys and domains are bytes; a str stands for its UTF-8.
inline Arg<BytesView> key_arg(Value v)
{
    if (is_str(v)) return Arg<BytesView>(view(str_of(v)));
    return is_bytes_like(v) ? Arg<BytesView>(bytes_of(v))
                            : Arg<BytesView>::wrong(wanted_got(v, "bytes or str"));
}
inline Arg<std::string_view> topic_arg(Value v)
{
    return is_str(v) ? Arg<std::string_view>(str_of(v))
                     : Arg<std::string_view>::wrong(wanted_got(v, "str", "", "call .decode()"));
}

/// The items of a list or a tuple.
inline std::optional<std::span<const Value>> items_of(Value v)
{
    if (is(v, Kind::List)) return cast<List>(v)->view();
    if (is(v, Kind::Tuple)) return cast<Tuple>(v)->view();
    return std::nullopt;
}
inline constexpr std::string_view WATCH_KEYS_WANTED = "a list of pairs (address, prefix)";

/// A list of pairs: the address of an actor and a prefix of its keys, as bytes or str. A prefix that is too
/// long is cut where that shows.
inline Arg<WatchArgs::Keys> watch_keys_arg(Vm& vm, Value v)
{
    const auto wrong_entry = [](std::size_t at, std::string_view what, std::string reason) {
        return Arg<WatchArgs::Keys>::wrong(
            cat("must be ", WATCH_KEYS_WANTED, ": ", what, " ", number(static_cast<u64>(at)), " ", reason));
    };
    if (not_given(v, false)) return {};
    const auto list = items_of(v);
    if (!list) return Arg<WatchArgs::Keys>::wrong(wanted_got(v, WATCH_KEYS_WANTED));
    vm.charge(list->size() * (2 * gas::LIST_ITEM + TEXT_ARG_BYTES_MAX / 8));
    WatchArgs::Keys keys;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const auto pair = items_of((*list)[i]);
        if (!pair) return wrong_entry(i, "item", wanted_got((*list)[i], "a pair"));
        if (pair->size() != 2)
            return wrong_entry(i, "item",
                               cat("must be a pair, got ", number(static_cast<u64>(pair->size())), " items"));
        const Arg<Address> actor = address_arg((*pair)[0], false);
        if (!actor.given()) return wrong_entry(i, "the address of item", actor.reason);
        const Value prefix = (*pair)[1];
        if (!is_str(prefix) && !is_bytes_like(prefix))
            return wrong_entry(i, "the prefix of item", wanted_got(prefix, "bytes or str"));
        const BytesView bytes = is_str(prefix) ? view(str_of(prefix)) : bytes_of(prefix);
        keys.emplace_back(actor.value, to_bytes(bytes.first(std::min(bytes.size(), TEXT_ARG_BYTES_MAX))));
    }
    return keys;
}

}  // namespace lariat::pvm
