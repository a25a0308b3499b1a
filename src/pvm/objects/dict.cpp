// The hash table of dicts and sets: entries in order of insertion, an index of slots beside them.
//
// The hash is fixed, so anybody can make keys that collide. They pay: each slot looked at beyond the first
// costs gas::PROBE, each comparison of keys what comparing them costs.
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

constexpr u32 DELETED = ~u32{0};

Dict* make(Vm& vm, Class& cls, Kind kind)
{
    Dict* d = vm.make<Dict>(cls, kind);
    d->entries = nullptr;
    d->index = nullptr;
    d->used = d->capacity = d->index_mask = d->changes = d->lost = 0;
    d->attributes = nullptr;
    d->missing = ABSENT;
    return d;
}

bool same_str(Value a, Value b)
{
    return is_str(a) && is_str(b) && cast<Str>(a)->size == cast<Str>(b)->size &&
           cast<Str>(a)->view() == cast<Str>(b)->view();
}

// 1 equal, 0 not, -1 pending. The table may change under a program's __eq__.
int same_key(Vm& vm, Value a, Value b)
{
    if (a == b) return 1;
    if (a.is_small() && b.is_small()) return 0;
    if (is_str(a) && is_str(b) && exact(a) && exact(b)) {
        vm.charge(std::min(cast<Str>(a)->size, cast<Str>(b)->size));
        return same_str(a, b) ? 1 : 0;
    }
    if (!exact(a) || !exact(b)) vm.charge(gas::OF_A_CLASS);
    return equals(vm, a, b);
}

// The hash of what most keys are, without a call.
bool hash_key(Vm& vm, Value key, u64& out)
{
    if (is_str(key) && key.as_object()->cls == &T.str && cast<Str>(key)->hash != 0) {
        out = cast<Str>(key)->hash;
        return true;
    }
    return hash_value(vm, key, out);
}

/// The slots at which a hash is looked for, one after the other.
struct Probe {
    u32 mask;
    u64 perturb;
    u32 slot;

    Probe(const Dict* d, u64 hash) noexcept
        : mask(d->index_mask), perturb(hash), slot(static_cast<u32>(hash) & mask)
    {
    }
    void next() noexcept
    {
        perturb >>= 5;
        slot = (slot * 5 + 1 + static_cast<u32>(perturb)) & mask;
    }
};

struct Found {
    i64 entry = -1;  ///< -1: none; -2: pending
    u32 slot = 0;    ///< of the index
};

// A name is sought among an object's attributes without asking what else a program put there.
int same_name(Vm& vm, Value a, Value name)
{
    if (a == name) return 1;
    if (!is_str(a)) return 0;
    vm.charge(std::min(cast<Str>(a)->size, cast<Str>(name)->size));
    return same_str(a, name) ? 1 : 0;
}

// `anywhere`: it is asked only whether a key that the table had when __eq__ was asked is equal.
template <int (*same_as)(Vm&, Value, Value) = same_key, bool anywhere = false>
Found find(Vm& vm, Dict* d, Value key, u64 hash)
{
restart:
    // A program's __eq__ may change the table. Then what it said of a key counts only where that key is
    // still.
    const u32 changes = d->changes;
    const u32* const index = d->index;
    const auto stays = [&](u32 entry, Value there) {
        return d->index == index && entry < d->used && d->entries[entry].key == there;
    };
    if (index == nullptr) {
        for (u32 i = 0; i < d->used; ++i) {
            const Entry& e = d->entries[i];
            if (e.hash != hash || e.key.absent()) continue;
            const Value there = e.key;
            const int same = same_as(vm, there, key);
            if (same < 0) return {-2, 0};
            if (anywhere && same == 1) return {i, 0};
            if (d->changes != changes && !stays(i, there)) goto restart;
            if (same == 1) return {i, 0};
            vm.charge(gas::PROBE);
        }
        return {};
    }
    for (Probe probe(d, hash);; probe.next()) {
        const u32 slot = probe.slot, at = d->index[slot];
        if (at == 0) return {};
        if (at != DELETED) {
            const Entry& e = d->entries[at - 1];
            if (e.hash == hash) {
                const Value there = e.key;
                const int same = same_as(vm, there, key);
                if (same < 0) return {-2, 0};
                if (anywhere && same == 1) return {at - 1, slot};
                if (d->changes != changes && (!stays(at - 1, there) || index[slot] != at)) goto restart;
                if (same == 1) return {at - 1, slot};
            }
        }
        vm.charge(gas::PROBE);
    }
}

void index_entry(Dict* d, u32 entry)
{
    Probe probe(d, d->entries[entry].hash);
    while (d->index[probe.slot] != 0 && d->index[probe.slot] != DELETED) probe.next();
    d->index[probe.slot] = entry + 1;
}

// Room for one more entry: squeezes out deleted ones or doubles.
void grow(Vm& vm, Dict* d)
{
    const u32 capacity =
        d->size >= d->capacity - d->capacity / 4 ? (d->capacity == 0 ? 4 : d->capacity * 2) : d->capacity;
    vm.charge(d->used);
    Entry* entries = d->entries;
    if (capacity != d->capacity) {
        if (d->used == 0 || d->index != nullptr ||
            !vm.arena.extend(d->entries, d->capacity * sizeof(Entry), capacity * sizeof(Entry)))
            entries = static_cast<Entry*>(vm.arena.take(capacity * sizeof(Entry)));
    }
    u32 used = 0;
    for (u32 i = 0; i < d->used; ++i)
        if (d->entries[i].key.present()) entries[used++] = d->entries[i];
    if (entries != d->entries) Arena::leave(d->entries, d->capacity * sizeof(Entry));
    d->entries = entries;
    d->capacity = capacity;
    d->used = used;
    d->lost = 0;
    if (capacity <= Dict::SMALL) return;
    u32 slots = 16;
    while (slots < capacity + capacity / 2) slots *= 2;
    if (d->index == nullptr || slots != d->index_mask + 1) {
        if (d->index != nullptr) Arena::leave(d->index, (d->index_mask + u64{1}) * 4);
        d->index = static_cast<u32*>(vm.arena.take(slots * u64{4}));
    }
    d->index_mask = slots - 1;
    std::memset(d->index, 0, slots * std::size_t{4});
    for (u32 i = 0; i < used; ++i) index_entry(d, i);
}

void insert(Vm& vm, Dict* d, Value key, Value value, u64 hash)
{
    if (d->used + d->lost >= d->capacity) grow(vm, d);  // some slot stays empty, where a search ends
    d->entries[d->used] = {key, value, hash};
    ++d->used;
    if (d->index != nullptr) index_entry(d, d->used - 1);
    ++d->size;
    ++d->changes;
}

}  // namespace

Dict* new_dict(Vm& vm)
{
    return make(vm, T.dict, Kind::Dict);
}
Dict* new_set(Vm& vm, bool frozen)
{
    return frozen ? make(vm, T.frozenset, Kind::FrozenSet) : make(vm, T.set, Kind::Set);
}

Value dict_get(Vm& vm, Dict* d, Value key)
{
    u64 hash = 0;
    return hash_key(vm, key, hash) ? dict_get(vm, d, {key, ABSENT, hash}) : ABSENT;
}
Value dict_get(Vm& vm, Dict* d, const Entry& key)
{
    const Found f = find(vm, d, key.key, key.hash);
    return f.entry < 0 ? ABSENT : d->entries[f.entry].value;
}

namespace {

/// A name of the program's text is one object; one that was made is compared, and paid for where it is long.
bool same_name(Vm& vm, const Entry& e, Str* name)
{
    if (e.key == Value::object(name)) return true;
    if (e.hash != name->hash) return false;
    vm.charge(gas::beyond(name->size, gas::NAME_FREE) * gas::BYTE);
    return same_str(e.key, Value::object(name));
}

}  // namespace

Value dict_get_name(Vm& vm, Dict* d, Str* name)
{
    if (name->hash == 0) str_hash(vm, name);
    if (d->index == nullptr) {
        for (const Entry *e = d->entries, *end = e + d->used; e != end; ++e)
            if (same_name(vm, *e, name)) return e->value;
        return ABSENT;
    }
    Probe probe(d, name->hash);
    // Static tables are filled by linear probing in boot.cpp and have no deleted slots.
    const bool is_static = d->cls == &T.dict && d->changes == 0;
    for (;;) {
        const u32 at = d->index[probe.slot];
        if (at == 0) return ABSENT;
        if (at != DELETED) {
            const Entry& e = d->entries[at - 1];
            if (same_name(vm, e, name)) return e.value;
        }
        if (is_static) {
            probe.slot = (probe.slot + 1) & d->index_mask;
            continue;
        }
        vm.charge(gas::PROBE);
        probe.next();
    }
}

bool dict_set(Vm& vm, Dict* d, Value key, Value value)
{
    u64 hash = 0;
    return hash_key(vm, key, hash) && dict_set(vm, d, {key, ABSENT, hash}, value);
}

bool dict_set(Vm& vm, Dict* d, const Entry& key, Value value)
{
    const Entry own = key;  // a hook may change the table that it stands in
    const Found f = find(vm, d, own.key, own.hash);
    if (f.entry == -2) return false;
    if (f.entry >= 0)
        d->entries[f.entry].value = value;
    else
        insert(vm, d, own.key, value, own.hash);
    return true;
}

Value dict_setdefault(Vm& vm, Dict* d, Value key, Value otherwise)
{
    u64 hash = 0;
    if (!hash_key(vm, key, hash)) return ABSENT;
    const Found f = find(vm, d, key, hash);
    if (f.entry == -2) return ABSENT;
    if (f.entry >= 0) return d->entries[f.entry].value;
    insert(vm, d, key, otherwise, hash);
    return otherwise;
}

void dict_set_name(Vm& vm, Dict* d, Str* name, Value value)
{
    if (d->index == nullptr)
        for (u32 i = 0; i < d->used; ++i)
            if (d->entries[i].key == Value::object(name)) {
                d->entries[i].value = value;
                return;
            }
    const u64 hash = str_hash(vm, name);
    const Found f = find<same_name>(vm, d, Value::object(name), hash);
    if (f.entry >= 0)
        d->entries[f.entry].value = value;
    else
        insert(vm, d, Value::object(name), value, hash);
}

namespace {

int remove(Dict* d, const Found& f, Value* removed)
{
    if (f.entry < 0) return f.entry == -2 ? -1 : 0;
    Entry& e = d->entries[f.entry];
    if (removed != nullptr) *removed = e.value;
    e.key = e.value = ABSENT;
    if (d->index != nullptr) d->index[f.slot] = DELETED;
    --d->size;
    ++d->changes;
    if (static_cast<u32>(f.entry) + 1 == d->used && d->index == nullptr) --d->used;
    return 1;
}

}  // namespace

int dict_delete(Vm& vm, Dict* d, Value key, Value* removed)
{
    u64 hash = 0;
    return hash_key(vm, key, hash) ? remove(d, find(vm, d, key, hash), removed) : -1;
}

int dict_delete(Vm& vm, Dict* d, const Entry& key)
{
    return remove(d, find(vm, d, key.key, key.hash), nullptr);
}

bool dict_delete_name(Vm& vm, Dict* d, Str* name)
{
    const u64 hash = str_hash(vm, name);
    return remove(d, find<same_name>(vm, d, Value::object(name), hash), nullptr) == 1;
}

void dict_remove_at(Vm& vm, Dict* d, u32 entry)
{
    Entry& e = d->entries[entry];
    if (d->index != nullptr) {
        Probe probe(d, e.hash);
        for (; d->index[probe.slot] != entry + 1; probe.next()) vm.charge(gas::PROBE);
        d->index[probe.slot] = DELETED;
    }
    e.key = e.value = ABSENT;
    --d->size;
    ++d->changes;
    // Each of these was paid for when it was put there.
    for (; d->used != 0 && d->entries[d->used - 1].key.absent(); --d->used)
        if (d->index != nullptr) ++d->lost;
}

void dict_clear(Dict* d)
{
    d->size = d->used = d->capacity = d->index_mask = d->lost = 0;
    d->entries = nullptr;
    d->index = nullptr;
    ++d->changes;
}

int set_has(Vm& vm, Dict* s, Value key)
{
    u64 hash = 0;
    return hash_key(vm, key, hash) ? set_has(vm, s, {key, NONE, hash}) : -1;
}
int set_has(Vm& vm, Dict* s, const Entry& key)
{
    const Found f = find(vm, s, key.key, key.hash);
    return f.entry == -2 ? -1 : f.entry >= 0;
}

bool set_add(Vm& vm, Dict* s, Value key)
{
    u64 hash = 0;
    return hash_key(vm, key, hash) && set_add(vm, s, {key, NONE, hash});
}
bool set_add(Vm& vm, Dict* s, const Entry& key)
{
    const Entry member = {key.key, NONE, key.hash};  // a hook may change the table that it stands in
    const Found f = find<same_key, true>(vm, s, member.key, member.hash);
    if (f.entry == -2) return false;
    if (f.entry < 0) insert(vm, s, member.key, member.value, member.hash);
    return true;
}

bool dict_copy_into(Vm& vm, Dict* to, Dict* from)
{
    vm.charge(from->used * gas::ITEM);
    const u32 used = from->used;
    for (u32 i = 0; i < from->used; ++i) {
        const Entry e = from->entries[i];
        if (e.key.absent()) continue;
        const Found f = find(vm, to, e.key, e.hash);
        if (f.entry == -2) return false;
        if (f.entry >= 0)
            to->entries[f.entry].value = e.value;
        else
            insert(vm, to, e.key, e.value, e.hash);
        if (from->used != used && from != to && from->kind == Kind::Dict)  // by a hook
            return raise(vm, T.RuntimeError, "dict mutated during update").present();
    }
    return true;
}

bool set_update(Vm& vm, Dict* s, Value iterable)
{
    if (is_anyset(iterable)) return dict_copy_into(vm, s, cast<Dict>(iterable));
    if (is(iterable, Kind::Dict) && exact(iterable)) {
        Dict* const from = cast<Dict>(iterable);
        pay_for_deleted(vm, from);
        for (u32 i = 0; i < from->used; ++i) {
            if (from->entries[i].key.absent()) continue;
            vm.charge(gas::SET_ITEM);
            if (!set_add(vm, s, from->entries[i])) return false;
        }
        return true;
    }
    return for_each(vm, iterable, [&](Value item) {
        vm.charge(gas::SET_ITEM);
        return set_add(vm, s, item);
    });
}

Value dict_missing(Vm& vm, Dict* d, Value key)
{
    if (d->cls != &T.dict) {
        const Value method = special_method(vm, Value::object(d), N.missing);
        if (method.present()) return call(vm, method, {key});
        if (pending(vm)) return ABSENT;
    }
    return raise_value(vm, T.KeyError, key);
}

Value new_view(Vm& vm, Dict* d, ViewKind kind)
{
    Class& cls = kind == ViewKind::Keys     ? T.dict_keys
                 : kind == ViewKind::Values ? T.dict_values
                                            : T.dict_items;
    DictView* v = vm.make<DictView>(cls, Kind::DictView);
    v->flag = static_cast<u8>(kind);
    v->dict = d;
    return Value::object(v);
}

}  // namespace lariat::pvm
