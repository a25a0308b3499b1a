// Sample timers for codec tests: one with every field set, and random ones.
#pragma once

#include <rapidcheck.h>

#include "timers/record.hpp"

namespace lariat::timers {

template <class Fixed>
Fixed filled_with(u8 byte)
{
    Fixed out;
    out.bytes.fill(byte);
    return out;
}

/// The record whose encoding is pinned (DET-2): nothing in it is left at its default.
inline Timer pinned_timer()
{
    Timer t;
    t.id = filled_with<TimerId>(0xa1);
    t.owner = filled_with<Address>(0xb2);
    t.target = filled_with<Address>(0xc3);
    t.kind = Kind::watch;
    t.height = 0x0102030405060708;
    t.watch_number = 19;
    t.hit_height = 20;
    t.watch_keys = {{filled_with<Address>(0xd4), to_bytes("price/")}, {filled_with<Address>(0xd5), {}}};
    t.payload = to_bytes("tick");
    t.handler = "handle_timer";
    t.fee_payer = filled_with<Address>(0xe6);
    t.gas_limit = 123'456;
    t.expires_at = 2'592'001;
    t.max_fee_per_cycle = u128{1} << 80;
    t.max_priority_fee_per_cycle = 7;
    t.tier = Tier::urgent;
    t.bid = U128_MAX - 1;
    t.schedule_block = 11;
    t.sequence = 12;
    t.fire_seq = 13;
    t.last_fire_height = 14;
    t.client_nonce = 21;
    t.queue = QueuePlace{
        .reign = 22,
        .rank = filled_with<Hash32>(0xf7).bytes,
        .bucket = 23,
        .cursor = 24,
        .with = QueuedWith{
            .gas_limit = 25, .bid = 26, .payload = {}, .long_payload = 200, .slot = PayloadSlot::second}};
    t.place.where = Place::Where::dead;
    t.place.death = {
        .cause = Death::Cause::insufficient_funds, .number = 15, .required = 16, .available = 17};
    t.in_owner = {.chunk = 18};
    return t;
}

inline u128 any_u128()
{
    return u128{*rc::gen::arbitrary<u64>()} << 64 | *rc::gen::arbitrary<u64>();
}

template <class T, class Make>
std::optional<T> maybe(const Make& make)
{
    if (!*rc::gen::arbitrary<bool>()) return std::nullopt;
    return make();
}

/// Any timer that a chain could hold: only the fields that its place uses are set in it.
inline Timer any_timer()
{
    const auto number = [] { return *rc::gen::arbitrary<u64>(); };
    const auto hash = [&] { return filled_with<Hash32>(static_cast<u8>(number())); };
    const auto address = [&] { return filled_with<Address>(static_cast<u8>(number())); };
    const auto bytes_below = [](std::size_t n) {
        return *rc::gen::container<Bytes>(*rc::gen::inRange<std::size_t>(0, n), rc::gen::arbitrary<u8>());
    };
    Timer t;
    t.id = hash();
    t.owner = address();
    t.target = address();
    t.kind = *rc::gen::element(Kind::height, Kind::watch);
    t.height = number();
    if (t.kind == Kind::watch) {
        for (int n = *rc::gen::inRange(0, 4); n > 0; --n) t.watch_keys.push_back({address(), bytes_below(9)});
        if (t.watch_keys.empty())
            t.long_watch_keys = static_cast<u32>(INLINE_WATCH_KEYS_MAX + *rc::gen::inRange(1, 9999));
        t.watch_number = number();
        t.hit_height = number();
    }
    const auto payload_of = [&](auto& has, PayloadSlot slot) {
        if (*rc::gen::arbitrary<bool>()) {
            has.long_payload = static_cast<u32>(INLINE_PAYLOAD_MAX + 1 + *rc::gen::inRange(0, 1 << 20));
            has.slot = slot;
        } else {
            has.payload = bytes_below(INLINE_PAYLOAD_MAX + 1);
        }
    };
    const bool swapped = *rc::gen::arbitrary<bool>();
    payload_of(t, swapped ? PayloadSlot::second : PayloadSlot::first);
    t.handler = std::string(text(bytes_below(257)));
    t.fee_payer = address();
    t.gas_limit = maybe<u64>(number);
    t.expires_at = number();
    t.max_fee_per_cycle = maybe<u128>(any_u128);
    t.max_priority_fee_per_cycle = maybe<u128>(any_u128);
    t.tier = maybe<Tier>(
        [] { return *rc::gen::element(Tier::economy, Tier::standard, Tier::fast, Tier::urgent); });
    t.bid = any_u128();
    t.schedule_block = number();
    t.sequence = number();
    t.fire_seq = *rc::gen::arbitrary<u32>();
    t.last_fire_height = number();
    t.client_nonce = maybe<u64>(number);
    t.queue = maybe<QueuePlace>([&] {
        return QueuePlace{.reign = number(),
                          .rank = hash().bytes,
                          .bucket = static_cast<u8>(number()),
                          .cursor = static_cast<u32>(number()),
                          .with = maybe<QueuedWith>([&] {
                              QueuedWith with;
                              with.gas_limit = maybe<u64>(number);
                              with.bid = any_u128();
                              payload_of(with, swapped ? PayloadSlot::first : PayloadSlot::second);
                              return with;
                          })};
    });
    t.place.where = *rc::gen::element(Place::Where::pending, Place::Where::waiting, Place::Where::parked,
                                      Place::Where::dead);
    if (t.kind == Kind::watch && t.place.where == Place::Where::pending) t.place.where = Place::Where::idle;
    switch (t.place.where) {
        case Place::Where::pending:
            t.place.in_height = {std::max<u64>(1, number())};
            break;
        case Place::Where::parked:
            t.place.parked_gas = number();
            [[fallthrough]];
        case Place::Where::waiting:
            t.place.arrival = number(), t.place.era = number();
            break;
        case Place::Where::dead:
            t.place.death = {*rc::gen::element(Death::Cause::expired, Death::Cause::insufficient_funds),
                             number(), any_u128(), any_u128()};
            break;
        case Place::Where::standing:
        case Place::Where::idle:
            break;
    }
    t.in_owner = {std::max<u64>(1, number())};
    return t;
}

}  // namespace lariat::timers
