// match: each subject, item and capture has a slot of its own behind the function's variables, so a pattern
// that fails leaves nothing on the stack and no name bound: names are stored when the whole pattern matched.
#include "pvm/compiler/compiler.hpp"

namespace lariat::pvm {

using namespace syntax;

u32 Compiler::match_slot(Case& c)
{
    CodeDraft& code = *unit_->code;
    const u32 slot = code.first_free + code.free_count + c.slots++;
    if (slot == code.slots) {
        code.variables.push_back(intern("match"));
        ++code.slots;
    }
    return slot;
}

void Compiler::match_statement(const Match& s)
{
    expression(*s.subject);
    at(s);
    Case whole;
    const u32 subject = match_slot(whole);
    emit(Op::STORE_FAST, subject);
    Label end;
    for (const MatchCase& one : s.cases) {
        Label next;
        Case c;
        c.slots = whole.slots;
        pattern(*one.pattern, subject, c, next);
        for (const auto& [name, slot] : c.captures) {
            emit(Op::LOAD_FAST, slot);
            store_name(name);
        }
        if (one.guard != nullptr) jump_if(*one.guard, next, false);
        body(one.body);
        jump(Op::JUMP, end);
        place(next);
    }
    place(end);
}

void Compiler::capture(Identifier name, u32 slot, Case& c)
{
    if (!name.empty()) c.captures.emplace_back(name, slot);
}

// Jumps to `fails` unless the subject in `slot` is as the pattern says.
void Compiler::pattern(const Pattern& p, u32 slot, Case& c, Label& fails)
{
    at(p);
    switch (p.kind) {
        case PatternKind::MatchValue:
            emit(Op::LOAD_FAST, slot);
            expression(*as<MatchValue>(p).value);
            at(p);
            jump(Op::COMPARE_JUMP, fails, static_cast<u8>(CompareOp::Eq), 0);
            return;
        case PatternKind::MatchSingleton: {
            const ConstantKind which = as<MatchSingleton>(p).value;
            emit(Op::LOAD_FAST, slot);
            load_constant(which == ConstantKind::None ? NONE : which == ConstantKind::True ? TRUE : FALSE);
            jump(Op::COMPARE_JUMP, fails, static_cast<u8>(CompareOp::Is), 0);
            return;
        }
        case PatternKind::MatchSequence:
            return sequence_pattern(as<MatchSequence>(p), slot, c, fails);
        case PatternKind::MatchMapping:
            return mapping_pattern(as<MatchMapping>(p), slot, c, fails);
        case PatternKind::MatchClass:
            return class_pattern(as<MatchClass>(p), slot, c, fails);
        case PatternKind::MatchStar:
            return capture(as<MatchStar>(p).name, slot, c);
        case PatternKind::MatchAs:
            if (as<MatchAs>(p).pattern != nullptr) pattern(*as<MatchAs>(p).pattern, slot, c, fails);
            return capture(as<MatchAs>(p).name, slot, c);
        case PatternKind::MatchOr:
            return or_pattern(as<MatchOr>(p), slot, c, fails);
    }
}

namespace {

bool wildcard(const Pattern& p)
{
    if (p.kind == PatternKind::MatchStar) return as<MatchStar>(p).name.empty();
    return p.kind == PatternKind::MatchAs && as<MatchAs>(p).pattern == nullptr && as<MatchAs>(p).name.empty();
}

}  // namespace

// The values on the stack, the first on top, into slots; then each is matched.
void Compiler::item_patterns(std::span<Pattern* const> items, Case& c, Label& fails)
{
    std::vector<u32> slots;
    for (const Pattern* item : items) {
        if (wildcard(*item)) {
            emit(Op::POP);
            slots.push_back(0);
            continue;
        }
        slots.push_back(match_slot(c));
        emit(Op::STORE_FAST, slots.back());
    }
    for (std::size_t i = 0; i < items.size(); ++i)
        if (!wildcard(*items[i])) pattern(*items[i], slots[i], c, fails);
}

void Compiler::sequence_pattern(const MatchSequence& p, u32 slot, Case& c, Label& fails)
{
    const auto items = p.patterns;
    const std::size_t count = items.size();
    if (count > 0xffff) refuse(p, "a pattern of more than 65,535 items");
    std::size_t star = count;
    for (std::size_t i = 0; i < count; ++i)
        if (items[i]->kind == PatternKind::MatchStar) star = i;
    const bool starred = star < count;
    emit(Op::LOAD_FAST, slot);
    jump(Op::MATCH_SEQUENCE, fails, starred ? 1 : 0, static_cast<u16>(starred ? count - 1 : count));
    if (std::all_of(items.begin(), items.end(), [](const Pattern* i) { return wildcard(*i); })) return;
    if (!starred || !wildcard(*items[star])) {
        emit(Op::LOAD_FAST, slot);
        if (starred)
            emit(Op::UNPACK_STAR, static_cast<u32>(star), 0, static_cast<u16>(count - 1 - star));
        else
            emit(Op::UNPACK, static_cast<u32>(count));
        item_patterns(items, c, fails);
        return;
    }
    // What `*_` skips is not walked: the items before and behind it are taken by their index.
    for (std::size_t i = 0; i < count; ++i) {
        if (wildcard(*items[i])) continue;
        at(*items[i]);
        emit(Op::LOAD_FAST, slot);
        if (i < star) {
            load_constant(Value::small(static_cast<i64>(i)));
        } else {
            emit(Op::LOAD_FAST, slot);
            emit(Op::GET_LEN);
            load_constant(Value::small(static_cast<i64>(count - i)));
            emit(Op::SUB);
        }
        emit(Op::SUBSCRIPT);
        item_patterns(items.subspan(i, 1), c, fails);
    }
}

void Compiler::mapping_pattern(const MatchMapping& p, u32 slot, Case& c, Label& fails)
{
    const std::size_t count = p.keys.size();
    if (count > 0xffff) refuse(p, "a pattern of more than 65,535 items");
    emit(Op::LOAD_FAST, slot);
    jump(Op::MATCH_MAPPING, fails, 0, static_cast<u16>(count));
    u32 keys = 0;
    if (count != 0 || !p.rest.empty()) {
        for (const Expr* key : p.keys) expression(*key);
        at(p);
        emit(Op::BUILD_TUPLE, static_cast<u32>(count));
        keys = match_slot(c);
        emit(Op::STORE_FAST, keys);
    }
    if (count != 0) {
        emit(Op::LOAD_FAST, slot);
        emit(Op::LOAD_FAST, keys);
        jump(Op::MATCH_KEYS, fails);
        emit(Op::UNPACK, static_cast<u32>(count));
        item_patterns(p.patterns, c, fails);
    }
    if (p.rest.empty()) return;
    at(p);
    emit(Op::LOAD_FAST, slot);
    emit(Op::LOAD_FAST, keys);
    emit(Op::MATCH_REST);
    const u32 rest = match_slot(c);
    emit(Op::STORE_FAST, rest);
    capture(p.rest, rest, c);
}

void Compiler::class_pattern(const MatchClass& p, u32 slot, Case& c, Label& fails)
{
    // What the instruction needs to know: how many are positional, then the names of the others.
    std::vector<Value> shape{Value::small(static_cast<i64>(p.patterns.size()))};
    for (const Identifier name : p.kwd_attrs) shape.push_back(make_text(name));
    const u32 at_constant = constant(make_tuple(shape));
    if (at_constant > 0xffff) refuse(p, "too many constants in one function");
    emit(Op::LOAD_FAST, slot);
    expression(*p.cls);
    at(p);
    jump(Op::MATCH_CLASS, fails, 0, static_cast<u16>(at_constant));
    const std::size_t count = p.patterns.size() + p.kwd_patterns.size();
    if (count == 0) {
        emit(Op::POP);
        return;
    }
    emit(Op::UNPACK, static_cast<u32>(count));
    std::vector<Pattern*> items(p.patterns.begin(), p.patterns.end());
    items.insert(items.end(), p.kwd_patterns.begin(), p.kwd_patterns.end());
    item_patterns(items, c, fails);
}

// The alternatives bind the same names; whichever matches leaves them in the same slots.
void Compiler::or_pattern(const MatchOr& p, u32 slot, Case& c, Label& fails)
{
    Label matched;
    std::vector<std::pair<std::string_view, u32>> common;
    u32 first_slot = c.slots;
    for (std::size_t i = 0; i < p.patterns.size(); ++i) {
        const bool last = i + 1 == p.patterns.size();
        Label next;
        Case one;
        one.slots = first_slot;
        if (i == 0) {
            // Its captures are known only behind it: their common slots come after all that it uses.
            pattern(*p.patterns[0], slot, one, last ? fails : next);
            for (const auto& [name, from] : one.captures) common.emplace_back(name, match_slot(one));
            first_slot = one.slots;
        } else {
            pattern(*p.patterns[i], slot, one, last ? fails : next);
        }
        const KeyedMap<std::string_view, u32> own(one.captures.begin(), one.captures.end());
        for (const auto& [name, to] : common) {
            emit(Op::LOAD_FAST, own.at(name));
            emit(Op::STORE_FAST, to);
        }
        c.slots = std::max(c.slots, one.slots);
        if (last) break;
        jump(Op::JUMP, matched);
        place(next);
    }
    place(matched);
    c.captures.insert(c.captures.end(), common.begin(), common.end());
}

}  // namespace lariat::pvm
