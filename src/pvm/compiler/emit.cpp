// Instructions, labels, constants: the lower half of the compiler.
#include "base/utf8.hpp"
#include "pvm/compiler/compiler.hpp"
#include "pvm/gas.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

namespace {

// What an instruction adds to the stack when it does not jump.
i64 effect(Op op, i64 a, i64 b, i64 c)
{
    switch (op) {
        case Op::LOAD_CONST:
        case Op::LOAD_FAST:
        case Op::LOAD_CELL:
        case Op::LOAD_DEREF:
        case Op::LOAD_CLASS_DEREF:
        case Op::LOAD_GLOBAL:
        case Op::LOAD_NAME:
        case Op::LOAD_METHOD:
        case Op::FOR_ITER:
        case Op::DUP:
        case Op::PUSH_ABSENT:
        case Op::PUSH_EXCEPTION:
        case Op::WITH_ENTER:
        case Op::WITH_EXCEPTION:
        case Op::IMPORT:
        case Op::IMPORT_FROM:
        case Op::LOAD_ASSERTION:
            return 1;
        case Op::LOAD_FAST_PAIR:
        case Op::DUP_PAIR:
            return 2;
        case Op::STORE_FAST:
        case Op::STORE_DEREF:
        case Op::STORE_GLOBAL:
        case Op::STORE_NAME:
        case Op::DELETE_ATTR:
        case Op::BINARY:
        case Op::ADD:
        case Op::SUB:
        case Op::MUL:
        case Op::COMPARE:
        case Op::COMPARE_SMALL_JUMP:
        case Op::POP_JUMP_IF_FALSE:
        case Op::POP_JUMP_IF_TRUE:
        case Op::JUMP_IF_FALSE_OR_POP:
        case Op::JUMP_IF_TRUE_OR_POP:
        case Op::LIST_APPEND:
        case Op::SET_ADD:
        case Op::LIST_EXTEND:
        case Op::SET_UPDATE:
        case Op::DICT_UPDATE:
        case Op::DICT_MERGE:
        case Op::SUBSCRIPT:
        case Op::POP:
        case Op::RETURN:
        case Op::POP_EXCEPTION:
        case Op::RERAISE:
        case Op::MATCH_SEQUENCE:
        case Op::MATCH_MAPPING:
        case Op::MATCH_KEYS:
        case Op::MATCH_REST:
        case Op::MATCH_CLASS:
            return -1;
        case Op::STORE_ATTR:
        case Op::GROUP_LEFT:
        case Op::COMPARE_JUMP:
        case Op::MAP_ADD:
        case Op::DELETE_SUBSCRIPT:
            return -2;
        case Op::STORE_SUBSCRIPT:
        case Op::FINALLY_END:
            return -3;
        case Op::BUILD_LIST:
        case Op::BUILD_TUPLE:
        case Op::BUILD_SET:
        case Op::BUILD_STRING:
        case Op::BUILD_SLICE:
            return 1 - a;
        case Op::BUILD_MAP:
            return 1 - 2 * a;
        case Op::UNPACK:
            return a - 1;
        case Op::UNPACK_STAR:
            return a + c;
        case Op::CALL:
        case Op::CALL_KEYWORDS:
        case Op::RAISE:
            return -a;
        case Op::CALL_METHOD:
        case Op::CALL_METHOD_KEYWORDS:
            return -a - 1;
        case Op::CALL_SPREAD:
            return -1 - b;
        case Op::MAKE_FUNCTION:
            return 1 - __builtin_popcount(static_cast<u32>(b));
        case Op::BUILD_CLASS:
            return -1 - b;
        case Op::FINALLY_DROP:
            return b == 2 ? -4 : -3;
        case Op::FORMAT:
            return -b;
        default:
            return 0;
    }
}

bool conditional(Op op)
{
    switch (op) {
        case Op::COMPARE_JUMP:
        case Op::COMPARE_SMALL_JUMP:
        case Op::POP_JUMP_IF_FALSE:
        case Op::POP_JUMP_IF_TRUE:
        case Op::JUMP_IF_FALSE_OR_POP:
        case Op::JUMP_IF_TRUE_OR_POP:
        case Op::FOR_ITER:
        case Op::FOR_ITER_STORE:
        case Op::SEND:
        case Op::FINALLY_EXIT:
        case Op::MATCH_SEQUENCE:
        case Op::MATCH_MAPPING:
        case Op::MATCH_KEYS:
        case Op::MATCH_CLASS:
        case Op::MATCH_GROUP:
        case Op::GROUP_LEFT:
            return true;
        default:
            return false;
    }
}

// How much deeper or shallower the stack is at the target than behind the instruction.
i64 jump_effect(Op op)
{
    switch (op) {
        case Op::JUMP_IF_FALSE_OR_POP:
        case Op::JUMP_IF_TRUE_OR_POP:
            return 1;
        case Op::FOR_ITER:
            return -2;
        case Op::FOR_ITER_STORE:
        case Op::SEND:
        case Op::MATCH_KEYS:
        case Op::MATCH_CLASS:
        case Op::MATCH_GROUP:
        case Op::GROUP_LEFT:
            return -1;
        case Op::FINALLY_EXIT:
            return -2;
        default:
            return 0;
    }
}

}  // namespace

void Compiler::refuse(const syntax::Position& position, std::string reason)
{
    throw Refused{{position.line, position.column, std::move(reason)}};
}

void Compiler::refuse_and_go_on(const syntax::Position& position, std::string reason)
{
    if (all_ == nullptr) refuse(position, std::move(reason));
    all_->add({position.line, position.column, std::move(reason)});
}

Str* ModuleDraft::intern(std::string_view text)
{
    if (Str* known = find_static_name(text)) return known;
    const auto at = interned.find(text);
    if (at != interned.end()) return at->second;
    Str* s = static_cast<Str*>(pool.take(sizeof(Str) + text.size()));
    init_str(s, text, utf8::count(view(text)).value_or(0));
    interned.emplace(s->view(), s);
    return s;
}

Value Compiler::make_text(std::string_view text)
{
    return Value::object(intern(text));
}

Value Compiler::make_bytes(std::string_view text)
{
    BytesObject* b = static_cast<BytesObject*>(module_.pool.take(sizeof(BytesObject) + text.size()));
    b->cls = &T.bytes;
    b->kind = Kind::Bytes;
    b->size = static_cast<u32>(text.size());
    b->hash = hash_bytes(view(text));
    if (!text.empty()) std::memcpy(b->data, text.data(), text.size());
    return Value::object(b);
}

Value Compiler::make_int(std::span<const u64> magnitude, bool negative)
{
    if (magnitude.empty()) return Value::small(0);
    if (magnitude.size() == 1 && magnitude[0] <= static_cast<u64>(Value::SMALL_MAX)) {
        const i64 n = static_cast<i64>(magnitude[0]);
        return Value::small(negative ? -n : n);
    }
    if (magnitude.size() == 1 && negative && magnitude[0] == u64{1} << 62)
        return Value::small(Value::SMALL_MIN);
    Int* o = static_cast<Int*>(module_.pool.take(sizeof(Int) + magnitude.size() * 8));
    o->cls = &T.int_;
    o->kind = Kind::Int;
    o->flag = negative ? 1 : 0;
    o->size = static_cast<u32>(magnitude.size());
    for (std::size_t i = 0; i < magnitude.size(); ++i) o->limbs[i] = magnitude[i];
    return Value::object(o);
}

Value Compiler::make_tuple(std::span<const Value> items)
{
    if (items.empty()) return Value::object(EMPTY_TUPLE);
    Tuple* t = static_cast<Tuple*>(module_.pool.take(sizeof(Tuple) + items.size() * sizeof(Value)));
    t->cls = &T.tuple;
    t->kind = Kind::Tuple;
    t->size = static_cast<u32>(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) t->items[i] = items[i];
    return Value::object(t);
}

CodeDraft* Compiler::new_code(std::string_view name, std::string_view qualname, u32 line)
{
    module_.codes.push_back(std::make_unique<CodeDraft>());
    CodeDraft* code = module_.codes.back().get();
    code->number = static_cast<u32>(module_.codes.size() - 1);
    code->name = intern(name);
    code->qualname = intern(qualname);
    if (unit_ != nullptr) unit_->line = line;
    return code;
}

void Compiler::begin(Unit& unit, Scope& scope, CodeDraft* code)
{
    unit.scope = &scope;
    unit.code = code;
    unit.outer = unit_;
    unit.line = unit_ == nullptr ? 1 : unit_->line;
    unit_ = &unit;
    code->generator = scope.generator;
    // Parameters have their slots already; then locals, cells, free variables.
    const auto add = [&](KeyedMap<std::string_view, u32>& slots, std::string_view name) {
        slots.emplace(name, static_cast<u32>(code->variables.size()));
        code->variables.push_back(intern(name));
    };
    for (u32 i = 0; i < code->variables.size(); ++i) unit.locals.emplace(code->variables[i]->view(), i);
    for (const Symbol& s : scope.symbols)
        if (s.where == Where::local && !unit.locals.contains(s.name)) add(unit.locals, s.name);
    emit(Op::CHARGE);
    for (const Symbol& s : scope.symbols) {
        if (s.where != Where::cell) continue;
        const auto parameter = unit.locals.find(s.name);
        const u32 from = parameter == unit.locals.end() ? 0 : parameter->second + 1;
        if (from > 0xffff) refuse({unit.line, 1}, "too many variables in one function");
        add(unit.cells, s.name);
        emit(Op::MAKE_CELL, unit.cells[s.name], 0, static_cast<u16>(from));
    }
    code->first_free = static_cast<u32>(code->variables.size());
    for (const Symbol& s : scope.symbols)
        if (s.from_outside()) add(unit.frees, s.name);
    code->free_count = static_cast<u32>(code->variables.size()) - code->first_free;
    code->slots = static_cast<u32>(code->variables.size());
    unit.cell_price = static_cast<u32>(gas::beyond(unit.cells.size(), gas::FRAME_CELLS_FREE));
}

void Compiler::finish()
{
    CodeDraft& code = *unit_->code;
    // The price of a block stands at its head.
    u32 head = 0;
    for (u32 i = 0; i < code.instructions.size(); ++i) {
        if (code.instructions[i].op == Op::CHARGE) head = i;
        code.instructions[head].a +=
            code.instructions[i].op == Op::CHARGE ? 0 : OP_CYCLES[static_cast<u32>(code.instructions[i].op)];
    }
    // The first block is entered once for each frame.
    code.frame_price = static_cast<u32>(gas::beyond(code.slots, gas::FRAME_SLOTS_FREE) / gas::FRAME_SLOTS);
    code.instructions[0].a += unit_->cell_price + (code.generator ? 0 : code.frame_price);
    code.instructions.push_back({Op::STOP});
    code.lines.push_back(unit_->line);
    code.plain =
        !code.star && !code.double_star && code.keyword_only == 0 && !code.generator && code.free_count == 0;
    unit_ = unit_->outer;
}

void Compiler::adjust(i64 by)
{
    unit_->depth += by;
    LARIAT_ASSERT(unit_->depth >= 0);
    unit_->code->stack = std::max(unit_->code->stack, static_cast<u32>(unit_->depth) + 1);
}

u32 Compiler::emit(Op op, u32 a, u8 b, u16 c)
{
    CodeDraft& code = *unit_->code;
    adjust(effect(op, a, b, c));
    if (!code.instructions.empty() && code.lines.back() == unit_->line) {
        Instr& last = code.instructions.back();
        if (op == Op::LOAD_FAST && last.op == Op::LOAD_FAST && a <= 0xffff) {
            last.op = Op::LOAD_FAST_PAIR;
            last.c = static_cast<u16>(a);
            return here() - 1;
        }
        if ((op == Op::ADD || op == Op::SUB) && last.op == Op::LOAD_CONST &&
            code.constants[last.a].is_small()) {
            const i64 n = code.constants[last.a].as_small();
            if (n >= -1'000'000'000 && n <= 1'000'000'000) {
                const bool minus = op == Op::SUB;
                last = {Op::ADD_SMALL, static_cast<u8>(b | (minus ? 2 : 0)), 0,
                        static_cast<u32>(static_cast<i32>(minus ? -n : n))};
                return here() - 1;
            }
        }
        if (op == Op::STORE_FAST && a <= 0xffff && code.instructions.size() >= 2 && last.op == Op::CHARGE &&
            code.instructions[code.instructions.size() - 2].op == Op::FOR_ITER) {
            Instr& loop = code.instructions[code.instructions.size() - 2];
            loop.op = Op::FOR_ITER_STORE;
            loop.c = static_cast<u16>(a);
            return here() - 1;
        }
    }
    if (++instructions_ > INSTRUCTIONS_MAX) refuse({unit_->line, 1}, "too much code");
    code.instructions.push_back({op, b, c, a});
    code.lines.push_back(unit_->line);
    return here() - 1;
}

void Compiler::jump_to_depth(Label& target, i64 depth)
{
    if (target.depth < 0) target.depth = depth;
    LARIAT_ASSERT(target.depth == depth);
}

void Compiler::jump(Op op, Label& target, u8 b, u16 c)
{
    CodeDraft& code = *unit_->code;
    if (op == Op::COMPARE_JUMP && code.lines.back() == unit_->line &&
        code.instructions.back().op == Op::LOAD_CONST && b <= static_cast<u8>(CompareOp::Ge)) {
        const Value v = code.constants[code.instructions.back().a];
        if (v.is_small() && v.as_small() >= -32768 && v.as_small() <= 32767) {
            code.instructions.pop_back();
            code.lines.pop_back();
            adjust(-1);
            op = Op::COMPARE_SMALL_JUMP;
            b = static_cast<u8>(b | (c != 0 ? 0x80 : 0));
            c = static_cast<u16>(static_cast<std::int16_t>(v.as_small()));
        }
    }
    emit(op, target.position < 0 ? 0 : static_cast<u32>(target.position), b, c);
    jump_to_depth(target, unit_->depth + jump_effect(op));
    if (target.position < 0) target.jumps.push_back(here() - 1);
    if (conditional(op)) emit(Op::CHARGE);
}

void Compiler::place(Label& label)
{
    LARIAT_ASSERT(label.position < 0);
    if (label.depth >= 0) unit_->depth = label.depth;
    label.depth = unit_->depth;
    label.position = here();
    emit(Op::CHARGE);
    for (const u32 j : label.jumps) {
        if ((j & 0x80000000u) != 0)
            unit_->code->handlers[~j].target = static_cast<u32>(label.position);  // a protected range's
        else
            unit_->code->instructions[j].a = static_cast<u32>(label.position);
    }
}

u32 Compiler::constant(Value v)
{
    CodeDraft& code = *unit_->code;
    const auto [at, added] = unit_->constants.emplace(v.bits, static_cast<u32>(code.constants.size()));
    if (added) code.constants.push_back(v);
    return at->second;
}

void Compiler::load_constant(Value v)
{
    emit(Op::LOAD_CONST, constant(v));
}

u32 Compiler::name_constant(std::string_view name)
{
    return constant(Value::object(intern(scopes_.mangle(*unit_->scope, name))));
}

u32 Compiler::global_slot(std::string_view name)
{
    const auto at = module_.global_slots.find(name);
    if (at != module_.global_slots.end()) return at->second;
    Str* s = intern(name);
    const u32 slot = static_cast<u32>(module_.globals.size());
    module_.globals.push_back(s);
    if (s == N.name) module_.own_name = make_text(own_name_);
    module_.global_slots.emplace(s->view(), slot);
    return slot;
}

}  // namespace lariat::pvm
