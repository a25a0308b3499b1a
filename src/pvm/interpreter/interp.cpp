// The interpreter loop. Python-to-Python calls, generators and __init__ switch frames here without
// recursing in C++; the prices of a basic block are taken at its head.
#include <algorithm>

#include "pvm/interpreter/quick.hpp"
#include "pvm/objects/class_making.hpp"
#include "pvm/objects/frames.hpp"
#include "pvm/watch.hpp"

namespace lariat::pvm {

#define NEXT()                                       \
    do {                                             \
        if constexpr (WATCHED) watch(vm, frame, ip); \
        in = ip++;                                   \
        goto* LABELS[static_cast<u32>(in->op)];      \
    } while (false)
// Every jump's target and every instruction after a conditional jump is a CHARGE: taken without dispatching
// it.
#define GO_TO(target)                              \
    do {                                           \
        ip = code->instructions.data() + (target); \
        vm.charge(ip->a);                          \
        ++ip;                                      \
        NEXT();                                    \
    } while (false)
#define FALL_THROUGH()    \
    do {                  \
        vm.charge(ip->a); \
        ++ip;             \
        NEXT();           \
    } while (false)
#define PUSH(v) (*sp++ = (v))
#define POP_TOP() (*--sp)
#define TOP() (sp[-1])
#define SAVE() (frame->ip = ip, frame->sp = sp)
#define LOAD()                              \
    do {                                    \
        frame = vm.frame;                   \
        code = frame->code;                 \
        ip = frame->ip;                     \
        sp = frame->sp;                     \
        locals = frame->locals;             \
        constants = code->constants.data(); \
    } while (false)
#define NAME(i) cast<Str>(constants[i])
#define PUSH_RESULT(expression)             \
    do {                                    \
        const Value result_ = (expression); \
        if (result_.absent()) [[unlikely]]  \
            goto error;                     \
        PUSH(result_);                      \
    } while (false)
#define CHECK(expression)               \
    do {                                \
        if (!(expression)) [[unlikely]] \
            goto error;                 \
    } while (false)

namespace {

// The line of the actor's source that is being run, or waits for what it called.
u32 line_of(const Vm& vm, const Code* code, const Instr* ip)
{
    for (const Frame* f = vm.frame; code->owner != &vm.program->module; f = f->prev) {
        if (f->prev == nullptr) return 0;
        code = f->prev->code;
        ip = f->prev->ip - 1;
    }
    return code->lines[static_cast<std::size_t>(ip - code->instructions.data())];
}

void watch(Vm& vm, Frame* frame, const Instr* ip)
{
    if (vm.halted) return;
    // The frame says where it is, as it does when it calls. A CHARGE is told as the first instruction of its
    // block: its own line is that of the code before it.
    const bool head = ip->op == Op::CHARGE;
    frame->ip = ip + (head ? 2 : 1);
    if (head || vm.watch == nullptr) return;
    const Code* code = frame->code;
    u64 spent = vm.watch->cycles_left - vm.meter.cycles_left;
    // The head of a block takes the prices of all its instructions: each is told with its own.
    if (ip != code->instructions.data() && ip[-1].op == Op::CHARGE) spent -= std::min<u64>(spent, ip[-1].a);
    vm.watch->cycles_left = vm.meter.cycles_left;
    const u64 price = OP_CYCLES[static_cast<u32>(ip->op)];
    vm.watch->instruction(line_of(vm, code, ip), price, spent);
}

template <bool WATCHED>
Value run_frames(Vm& vm, Frame* entry)
{
    static const void* const LABELS[] = {
#define X(name, cycles) &&L_##name,
        LARIAT_OPCODES(X)
#undef X
    };
    entry->entry = true;
    Frame* frame = nullptr;
    const Code* code = nullptr;
    const Instr* ip = nullptr;
    const Instr* in = nullptr;
    Value* sp = nullptr;
    Value* locals = nullptr;
    const Value* constants = nullptr;
    // of the call being made
    Value callee;
    Value* args = nullptr;
    Value* drop = nullptr;
    u32 argc = 0;
    Tuple* names = nullptr;
    LOAD();
    if (vm.pending.present()) goto error;  // a generator into which an exception was thrown
    NEXT();

L_CHARGE:
    vm.charge(in->a);
    NEXT();
L_LOAD_CONST:
    PUSH(constants[in->a]);
    NEXT();
L_LOAD_FAST:
    if (locals[in->a].absent()) goto unbound_local;
    PUSH(locals[in->a]);
    NEXT();
L_LOAD_FAST_PAIR:
    if (locals[in->a].absent()) goto unbound_local;
    PUSH(locals[in->a]);
    if (locals[in->c].absent()) {
        unbound_variable(vm, code, in->c);
        goto error;
    }
    PUSH(locals[in->c]);
    NEXT();
L_STORE_FAST:
    locals[in->a] = POP_TOP();
    NEXT();
L_DELETE_FAST:
    if (locals[in->a].absent()) goto unbound_local;
    locals[in->a] = ABSENT;
    NEXT();
unbound_local:
    unbound_variable(vm, code, in->a);
    goto error;
L_MAKE_CELL: {
    Cell* cell = vm.make<Cell>(T.cell, Kind::Cell);
    cell->value = in->c == 0 ? ABSENT : locals[in->c - 1];
    locals[in->a] = Value::object(cell);
    NEXT();
}
L_LOAD_CELL:
    PUSH(locals[in->a]);
    NEXT();
L_LOAD_DEREF: {
    const Value v = cast<Cell>(locals[in->a])->value;
    if (v.absent()) goto unbound_local;
    PUSH(v);
    NEXT();
}
L_STORE_DEREF:
    cast<Cell>(locals[in->a])->value = POP_TOP();
    NEXT();
L_DELETE_DEREF:
    if (cast<Cell>(locals[in->a])->value.absent()) goto unbound_local;
    cast<Cell>(locals[in->a])->value = ABSENT;
    NEXT();
L_LOAD_CLASS_DEREF: {
    Value v = class_load(vm, frame->special, NAME(in->c));
    if (vm.pending.present()) goto error;
    if (v.absent()) v = cast<Cell>(locals[in->a])->value;
    if (v.absent()) goto unbound_local;
    PUSH(v);
    NEXT();
}
L_LOAD_GLOBAL: {
    Value v = frame->globals[in->a];
    if (v.absent()) {
        v = code->owner->builtins[in->a];
        if (v.absent()) {
            undefined_name(vm, code->owner->globals[in->a]);
            goto error;
        }
    }
    PUSH(v);
    NEXT();
}
L_STORE_GLOBAL:
    frame->globals[in->a] = POP_TOP();
    NEXT();
L_DELETE_GLOBAL:
    if (frame->globals[in->a].absent()) {
        undefined_name(vm, code->owner->globals[in->a]);
        goto error;
    }
    frame->globals[in->a] = ABSENT;
    NEXT();
L_LOAD_NAME: {
    Value v = class_load(vm, frame->special, NAME(in->c));
    if (vm.pending.present()) goto error;
    if (v.absent()) v = frame->globals[in->a];
    if (v.absent()) v = code->owner->builtins[in->a];
    if (v.absent()) {
        undefined_name(vm, code->owner->globals[in->a]);
        goto error;
    }
    PUSH(v);
    NEXT();
}
L_STORE_NAME:
    CHECK(class_store(vm, frame->special, NAME(in->a), POP_TOP()));
    NEXT();
L_DELETE_NAME:
    CHECK(class_delete(vm, frame->special, NAME(in->a)));
    NEXT();
L_LOAD_ATTR: {
    const Value v = POP_TOP();
    vm.reach(v);
    if (is(v, Kind::Instance) && (v.as_object()->cls->features & GETS_IN_ITS_WAY) == 0 &&
        cast<Instance>(v)->attributes != nullptr) {
        const Value found = lookup(vm, v.as_object()->cls, NAME(in->a));
        const Value own = found.absent() ? attribute_of(vm, cast<Instance>(v)->attributes, NAME(in->a))
                                         : quick_slot(vm, cast<Instance>(v), found);
        if (own.present()) {
            PUSH(own);
            NEXT();
        }
    }
    PUSH_RESULT(get_attr(vm, v, NAME(in->a)));
    NEXT();
}
L_STORE_ATTR: {
    const Value v = POP_TOP();
    const Value value = POP_TOP();
    if (is(v, Kind::Instance) &&
        (v.as_object()->cls->features & (HAS_SETATTR | NO_DICT | BESIDE_SLOTS)) == 0 &&
        v.as_object()->cls != &T.object && lookup(vm, v.as_object()->cls, NAME(in->a)).absent() &&
        NAME(in->a) != N.class_ && NAME(in->a) != N.dict_) {
        Instance* o = cast<Instance>(v);
        if (o->attributes == nullptr) o->attributes = new_dict(vm);
        dict_set_name(vm, o->attributes, NAME(in->a), value);
        NEXT();
    }
    CHECK(set_attr(vm, v, NAME(in->a), value));
    NEXT();
}
L_DELETE_ATTR:
    CHECK(set_attr(vm, POP_TOP(), NAME(in->a), ABSENT));
    NEXT();
L_LOAD_METHOD: {
    Value function, self;
    if (!quick_method(vm, TOP(), NAME(in->a), function, self))
        CHECK(load_method(vm, TOP(), NAME(in->a), function, self));
    TOP() = function;
    PUSH(self);
    NEXT();
}
L_ADD: {
    const Value b = sp[-1], a = sp[-2];
    i64 r = 0;
    if ((a.bits & b.bits & 1) != 0 &&
        !__builtin_add_overflow(static_cast<i64>(a.bits), static_cast<i64>(b.bits - 1), &r)) {
        sp[-2] = {static_cast<u64>(r)};
        --sp;
        NEXT();
    }
    const Value v = is_exact(a, &T.str) && is_exact(b, &T.str) ? str_concat(vm, a, b)
                                                               : binary(vm, BinaryOp::Add, a, b, in->b != 0);
    if (v.absent()) goto error;
    sp[-2] = v;
    --sp;
    NEXT();
}
L_SUB: {
    const Value b = sp[-1], a = sp[-2];
    i64 r = 0;
    if ((a.bits & b.bits & 1) != 0 &&
        !__builtin_sub_overflow(static_cast<i64>(a.bits), static_cast<i64>(b.bits - 1), &r)) {
        sp[-2] = {static_cast<u64>(r)};
        --sp;
        NEXT();
    }
    const Value v = binary(vm, BinaryOp::Sub, a, b, in->b != 0);
    if (v.absent()) goto error;
    sp[-2] = v;
    --sp;
    NEXT();
}
L_MUL: {
    const Value b = sp[-1], a = sp[-2];
    i64 r = 0;
    if ((a.bits & b.bits & 1) != 0 && !__builtin_mul_overflow(a.as_small(), b.as_small(), &r) &&
        fits_small(r)) {
        sp[-2] = Value::small(r);
        --sp;
        NEXT();
    }
    const Value v = binary(vm, BinaryOp::Mul, a, b, in->b != 0);
    if (v.absent()) goto error;
    sp[-2] = v;
    --sp;
    NEXT();
}
L_ADD_SMALL: {
    const Value a = sp[-1];
    const i64 n = static_cast<i32>(in->a);
    i64 r = 0;
    if (a.is_small() && !__builtin_add_overflow(static_cast<i64>(a.bits), n * 2, &r)) {
        sp[-1] = {static_cast<u64>(r)};
        NEXT();
    }
    const bool minus = (in->b & 2) != 0;
    const Value v =
        binary(vm, minus ? BinaryOp::Sub : BinaryOp::Add, a, Value::small(minus ? -n : n), (in->b & 1) != 0);
    if (v.absent()) goto error;
    sp[-1] = v;
    NEXT();
}
L_BINARY: {
    const auto op = static_cast<BinaryOp>(in->a);
    Value v = quick_binary(op, sp[-2], sp[-1]);
    if (v.absent()) v = binary(vm, op, sp[-2], sp[-1], in->b != 0);
    if (v.absent()) goto error;
    sp[-2] = v;
    --sp;
    NEXT();
}
L_COMPARE: {
    const auto op = static_cast<CompareOp>(in->a);
    const int quick = quick_compare(op, sp[-2], sp[-1]);
    const Value v = quick >= 0 ? Value::boolean(quick == 1) : compare(vm, op, sp[-2], sp[-1]);
    if (v.absent()) goto error;
    sp[-2] = v;
    --sp;
    NEXT();
}
L_COMPARE_JUMP: {
    const Value b = sp[-1], a = sp[-2];
    const auto op = static_cast<CompareOp>(in->b);
    sp -= 2;
    int r = quick_compare(op, a, b);
    if (r < 0) {
        const Value v = compare(vm, op, a, b);
        if (v.absent()) goto error;
        r = truth(vm, v);
        if (r < 0) goto error;
    }
    if (r == (in->c != 0)) GO_TO(in->a);
    FALL_THROUGH();
}
L_COMPARE_SMALL_JUMP: {
    const Value a = POP_TOP();
    const auto op = static_cast<CompareOp>(in->b & 0x7f);
    const i64 n = static_cast<std::int16_t>(in->c);
    bool r = false;
    if (a.is_small() && op <= CompareOp::Ge) {
        r = compare_small(op, a.as_small(), n);
    } else {
        const Value v = compare(vm, op, a, Value::small(n));
        if (v.absent()) goto error;
        const int t = truth(vm, v);
        if (t < 0) goto error;
        r = t == 1;
    }
    if (r == ((in->b & 0x80) != 0)) GO_TO(in->a);
    FALL_THROUGH();
}
L_NOT: {
    const int t = truth(vm, TOP());
    if (t < 0) goto error;
    TOP() = Value::boolean(t == 0);
    NEXT();
}
L_NEGATE:
L_POSITIVE:
L_INVERT: {
    const Value v = unary(vm, in->op, TOP());
    if (v.absent()) goto error;
    TOP() = v;
    NEXT();
}
L_JUMP:
    GO_TO(in->a);
L_POP_JUMP_IF_FALSE: {
    const Value v = POP_TOP();
    const int t = v.is_bool() ? v == TRUE : truth(vm, v);
    if (t < 0) goto error;
    if (t == 0) GO_TO(in->a);
    FALL_THROUGH();
}
L_POP_JUMP_IF_TRUE: {
    const Value v = POP_TOP();
    const int t = v.is_bool() ? v == TRUE : truth(vm, v);
    if (t < 0) goto error;
    if (t == 1) GO_TO(in->a);
    FALL_THROUGH();
}
L_JUMP_IF_FALSE_OR_POP: {
    const int t = truth(vm, TOP());
    if (t < 0) goto error;
    if (t == 0) GO_TO(in->a);
    --sp;
    FALL_THROUGH();
}
L_JUMP_IF_TRUE_OR_POP: {
    const int t = truth(vm, TOP());
    if (t < 0) goto error;
    if (t == 1) GO_TO(in->a);
    --sp;
    FALL_THROUGH();
}
L_GET_ITER: {
    const Value it = get_iter(vm, TOP());
    if (it.absent()) goto error;
    TOP() = it;
    NEXT();
}
L_FOR_ITER:
L_FOR_ITER_STORE: {
    Object* o = TOP().as_object();
    Value item;
    if (o->kind == Kind::Iterator) {
        Iterator* it = static_cast<Iterator*>(o);
        if (static_cast<Walk>(it->flag) == Walk::Range) {
            if (it->end > 0) {
                --it->end;
                item = Value::small(it->next);
                it->next += static_cast<i64>(it->changes);
            }
        } else if (static_cast<Walk>(it->flag) == Walk::List && it->source.present() &&
                   it->next < static_cast<i64>(it->source.as_object()->size)) {
            item = cast<List>(it->source)->items[it->next++];
        } else {
            item = iter_next(vm, TOP());
        }
    } else if (o->kind == Kind::Generator) {
        Generator* g = static_cast<Generator*>(o);
        if (g->frame != nullptr) {
            SAVE();
            CHECK(generator_resume(vm, g, NONE, Frame::Role::generator_for));
            LOAD();
            NEXT();
        }
    } else {
        item = iter_next(vm, TOP());
    }
    if (item.present()) {
        if (in->op == Op::FOR_ITER_STORE)
            locals[in->c] = item;
        else
            PUSH(item);
        FALL_THROUGH();
    }
    if (vm.pending.present()) goto error;
    --sp;
    GO_TO(in->a);
}
L_BUILD_LIST: {
    vm.charge(in->a);
    sp -= in->a;
    const Value v = Value::object(new_list(vm, {sp, in->a}));
    PUSH(v);
    NEXT();
}
L_BUILD_TUPLE: {
    vm.charge(in->a);
    sp -= in->a;
    const Value v = Value::object(new_tuple(vm, {sp, in->a}));
    PUSH(v);
    NEXT();
}
L_BUILD_SET: {
    Dict* s = new_set(vm);
    sp -= in->a;
    for (u32 i = 0; i < in->a; ++i) {
        vm.charge(gas::SET_ITEM);
        CHECK(set_add(vm, s, sp[i]));
    }
    PUSH(Value::object(s));
    NEXT();
}
L_BUILD_MAP: {
    Dict* d = new_dict(vm);
    sp -= u64{in->a} * 2;
    for (u32 i = 0; i < in->a; ++i) {
        vm.charge(gas::DICT);
        CHECK(dict_set(vm, d, sp[2 * u64{i}], sp[2 * u64{i} + 1]));
    }
    PUSH(Value::object(d));
    NEXT();
}
L_BUILD_STRING: {
    sp -= in->a;
    const Value v = join_parts(vm, {sp, in->a});
    PUSH(v);
    NEXT();
}
L_BUILD_SLICE: {
    const Value step = in->a == 3 ? POP_TOP() : NONE;
    const Value stop = POP_TOP();
    TOP() = new_slice(vm, TOP(), stop, step);
    NEXT();
}
L_LIST_APPEND: {
    const Value v = POP_TOP();
    list_append(vm, cast<List>(sp[-static_cast<i64>(in->a)]), v);
    NEXT();
}
L_SET_ADD: {
    const Value v = POP_TOP();
    CHECK(set_add(vm, cast<Dict>(sp[-static_cast<i64>(in->a)]), v));
    NEXT();
}
L_MAP_ADD: {
    const Value v = POP_TOP();
    const Value k = POP_TOP();
    CHECK(dict_set(vm, cast<Dict>(sp[-static_cast<i64>(in->a)]), k, v));
    NEXT();
}
L_LIST_EXTEND: {
    const Value v = POP_TOP();
    CHECK(spread_list(vm, cast<List>(TOP()), v, in->a != 0 ? sp[-2] : ABSENT));
    NEXT();
}
L_SET_UPDATE: {
    const Value v = POP_TOP();
    CHECK(set_update(vm, cast<Dict>(TOP()), v));
    NEXT();
}
L_DICT_UPDATE: {
    const Value v = POP_TOP();
    CHECK(spread_dict(vm, cast<Dict>(TOP()), v));
    NEXT();
}
L_DICT_MERGE: {
    const Value v = POP_TOP();
    CHECK(merge_keywords(vm, cast<Dict>(TOP()), v, sp[-1 - static_cast<i64>(in->a)]));
    NEXT();
}
L_LIST_TO_TUPLE:
    vm.charge(cast<List>(TOP())->size);
    TOP() = Value::object(new_tuple(vm, cast<List>(TOP())->view()));
    NEXT();
L_SUBSCRIPT: {
    const Value key = sp[-1], v = sp[-2];
    Value r;
    vm.reach(v);
    if (key.is_small() && is_exact(v, &T.list) && static_cast<u64>(key.as_small()) < v.as_object()->size) {
        vm.charge(gas::LIST - 1);
        r = cast<List>(v)->items[key.as_small()];
    } else if (key.is_small() && is_exact(v, &T.tuple) &&
               static_cast<u64>(key.as_small()) < v.as_object()->size) {
        vm.charge(gas::LIST - 1);
        r = cast<Tuple>(v)->items[key.as_small()];
    } else if (is_exact(v, &T.dict)) {
        vm.charge(gas::DICT - 1);
        r = dict_get(vm, cast<Dict>(v), key);
        if (r.absent() && vm.pending.absent()) r = dict_missing(vm, cast<Dict>(v), key);
    } else {
        r = subscript(vm, v, key);
    }
    if (r.absent()) goto error;
    sp[-2] = r;
    --sp;
    NEXT();
}
L_STORE_SUBSCRIPT: {
    const Value key = sp[-1], v = sp[-2];
    if (key.is_small() && is_exact(v, &T.list) && static_cast<u64>(key.as_small()) < v.as_object()->size) {
        vm.charge(gas::LIST - 1);
        cast<List>(v)->items[key.as_small()] = sp[-3];
    } else if (is_exact(v, &T.dict)) {
        vm.charge(gas::DICT - 1);
        CHECK(dict_set(vm, cast<Dict>(v), key, sp[-3]));
    } else {
        CHECK(store_subscript(vm, v, key, sp[-3]));
    }
    sp -= 3;
    NEXT();
}
L_DELETE_SUBSCRIPT:
    CHECK(store_subscript(vm, sp[-2], sp[-1], ABSENT));
    sp -= 2;
    NEXT();
L_POP:
    --sp;
    NEXT();
L_DUP:
    sp[0] = sp[-1];
    ++sp;
    NEXT();
L_DUP_PAIR:
    sp[0] = sp[-2];
    sp[1] = sp[-1];
    sp += 2;
    NEXT();
L_SWAP:
    std::swap(sp[-1], sp[-2]);
    NEXT();
L_ROTATE: {
    const Value v = sp[-1];
    for (u32 i = 1; i < in->a; ++i) sp[-static_cast<i64>(i)] = sp[-static_cast<i64>(i) - 1];
    sp[-static_cast<i64>(in->a)] = v;
    NEXT();
}
L_PUSH_ABSENT:
    PUSH(ABSENT);
    NEXT();
L_UNPACK: {
    const Value v = POP_TOP();
    vm.reach(v);
    CHECK(unpack(vm, v, in->a, sp));
    sp += in->a;
    NEXT();
}
L_UNPACK_STAR: {
    const Value v = POP_TOP();
    CHECK(unpack_star(vm, v, in->a, in->c, sp));
    sp += in->a + 1 + in->c;
    NEXT();
}
L_CALL:
    argc = in->a;
    names = nullptr;
    args = sp - argc;
    drop = args - 1;
    callee = *drop;
    goto call_it;
L_CALL_KEYWORDS:
    names = cast<Tuple>(constants[in->c]);
    args = sp - in->a;
    argc = in->a - names->size;
    drop = args - 1;
    callee = *drop;
    goto call_it;
L_CALL_METHOD:
L_CALL_METHOD_KEYWORDS: {
    names = in->op == Op::CALL_METHOD ? nullptr : cast<Tuple>(constants[in->c]);
    args = sp - in->a;
    argc = in->a - (names == nullptr ? 0 : names->size);
    drop = args - 2;
    callee = *drop;
    if (args[-1].present()) {
        if (is(callee, Kind::Native)) {
            const Value r = call_native(vm, cast<Native>(callee), args[-1], Args{args, argc, names});
            sp = drop;
            if (r.absent()) goto error;
            PUSH(r);
            NEXT();
        }
        --args;
        ++argc;
    }
    goto call_it;
}
call_it:
    if (is(callee, Kind::BoundMethod) && is(cast<BoundMethod>(callee)->function, Kind::Function)) {
        --args;
        ++argc;
        *args = cast<BoundMethod>(callee)->self;  // over the callee, or over the absent self
        callee = cast<BoundMethod>(callee)->function;
    }
    if (is(callee, Kind::Function)) {
        Function* f = cast<Function>(callee);
        vm.charge(gas::CALL - 1);
        SAVE();
        frame->sp = drop;
        Frame* called = nullptr;
        if (binds_plainly(f->code, argc, names)) {
            called = push_frame(vm, f->code, f, f->globals);
            if (called != nullptr)
                for (u32 i = 0; i < argc; ++i) called->locals[i] = args[i];
        } else {
            called = enter(vm, f, ABSENT, Args{args, argc, names});
        }
        if (called == nullptr) goto error;
        if (f->code->generator) {
            sp = drop;
            PUSH(make_generator(vm, f, called));
            NEXT();
        }
        LOAD();
        NEXT();
    }
    if (is(callee, Kind::Class)) {
        Class* cls = cast<Class>(callee);
        if (!cls->is_builtin && cls->instances == Kind::Instance && cls->cls == &T.type &&
            (cls->features & (HAS_INIT | HAS_NEW)) == HAS_INIT) {
            const Value init = lookup(vm, cls, N.init);
            if (becomes_method(init) && !cast<Function>(init)->code->generator) {
                vm.charge(gas::CALL - 1 + gas::CALL);
                Instance* o = vm.make<Instance>(*cls, Kind::Instance);
                o->attributes = nullptr;
                SAVE();
                frame->sp = drop;
                Function* f = cast<Function>(init);
                Frame* called = nullptr;
                if (binds_plainly(f->code, argc + 1, names)) {
                    called = push_frame(vm, f->code, f, f->globals);
                    if (called == nullptr) goto error;
                    called->locals[0] = Value::object(o);
                    for (u32 i = 0; i < argc; ++i) called->locals[i + 1] = args[i];
                } else {
                    called = enter(vm, f, Value::object(o), Args{args, argc, names});
                    if (called == nullptr) goto error;
                }
                called->role = Frame::Role::init;
                called->special = Value::object(o);
                LOAD();
                NEXT();
            }
        }
    }
    {
        const Value r =
            is(callee, Kind::Native) && callee.as_object()->cls == &T.native
                ? call_native(vm, cast<Native>(callee), cast<Native>(callee)->self, Args{args, argc, names})
                : call(vm, callee, Args{args, argc, names});
        sp = drop;
        if (r.absent()) goto error;
        PUSH(r);
        NEXT();
    }
L_CALL_SPREAD: {
    Dict* keywords = in->b != 0 ? cast<Dict>(POP_TOP()) : nullptr;
    const Tuple* positional = cast<Tuple>(POP_TOP());
    callee = POP_TOP();
    Value result;
    Frame* called = nullptr;
    SAVE();
    CHECK(call_spread(vm, callee, positional, keywords, result, called));
    if (called != nullptr)
        LOAD();
    else
        PUSH(result);
    NEXT();
}
L_RETURN: {
    Value result = POP_TOP();
    switch (frame->role) {
        case Frame::Role::plain:
            break;
        case Frame::Role::init:
            if (!(result == NONE)) {
                type_error(vm, cat("__init__() should return None, not '", type_name(result), "'"));
                goto error;
            }
            result = frame->special;
            break;
        case Frame::Role::class_body: {
            result = finish_class(vm, frame);
            if (result.absent()) goto error_in_caller;
            break;
        }
        default: {
            Generator* g = cast<Generator>(frame->special);
            const Frame::Role role = frame->role;
            g->frame = nullptr;
            g->running = false;
            pop_frame(vm, frame);
            if (role == Frame::Role::generator_native) return result;
            LOAD();
            in = ip - 1;
            --sp;  // the iterator; for SEND what was sent is gone already
            if (role == Frame::Role::generator_send) PUSH(result);
            GO_TO(in->a);
        }
    }
    const bool leave = frame->entry;
    pop_frame(vm, frame);
    if (leave) return result;
    LOAD();
    PUSH(result);
    NEXT();
}
L_YIELD: {
    const Value result = POP_TOP();
    Generator* g = cast<Generator>(frame->special);
    SAVE();
    g->running = false;
    const Frame::Role role = frame->role;
    pop_frame(vm, frame);
    if (role == Frame::Role::generator_native) return result;
    LOAD();
    in = ip - 1;
    if (in->op == Op::FOR_ITER_STORE)
        locals[in->c] = result;
    else
        PUSH(result);
    FALL_THROUGH();
}
L_GET_YIELD_FROM: {
    if (!is(TOP(), Kind::Generator)) {
        const Value it = get_iter(vm, TOP());
        if (it.absent()) goto error;
        TOP() = it;
    }
    NEXT();
}
L_SEND: {
    const Value sent = POP_TOP();
    if (is(TOP(), Kind::Generator) && cast<Generator>(TOP())->frame != nullptr) {
        SAVE();
        CHECK(generator_resume(vm, cast<Generator>(TOP()), sent, Frame::Role::generator_send));
        LOAD();
        NEXT();
    }
    Value returned;
    const Value item = delegate_send(vm, TOP(), sent, returned);
    if (item.present()) {
        PUSH(item);
        FALL_THROUGH();
    }
    if (vm.pending.present()) goto error;
    TOP() = returned;
    GO_TO(in->a);
}
L_MAKE_FUNCTION: {
    const Value closure = (in->b & 4) != 0 ? POP_TOP() : ABSENT;
    const Value kw = (in->b & 2) != 0 ? POP_TOP() : ABSENT;
    const Value defaults = (in->b & 1) != 0 ? POP_TOP() : ABSENT;
    PUSH(make_function(vm, code->children[in->a], frame->globals, defaults, kw, closure));
    NEXT();
}
L_BUILD_CLASS: {
    const i64 below = in->b != 0 ? 3 : 2;
    Function* body = cast<Function>(sp[-below]);
    SAVE();
    Tuple* const bases = cast<Tuple>(sp[1 - below]);
    Tuple* const resolved = resolve_bases(vm, bases);
    if (resolved == nullptr) goto error;
    if (resolved != bases) {  // for finish_class
        sp[-below] = Value::object(bases);
        sp[1 - below] = Value::object(resolved);
    }
    const Value ns =
        class_namespace(vm, NAME(in->a), sp[1 - below], in->b != 0 ? cast<Dict>(sp[-1]) : nullptr);
    if (ns.absent()) goto error;
    Frame* called = enter(vm, body, ABSENT, Args{nullptr, 0, nullptr});
    if (called == nullptr) goto error;
    called->role = Frame::Role::class_body;
    called->special = ns;
    LOAD();
    NEXT();
}
L_RAISE:
    if (in->a == 0 && raise_again(vm)) goto unwind;
    if (in->a != 0) raise_statement(vm, sp[-static_cast<i64>(in->a)], in->a == 2 ? sp[-1] : ABSENT);
    goto error;
L_TRY:
L_HANDLER:
    NEXT();
L_PUSH_EXCEPTION: {
    const Value exception = TOP();
    TOP() = frame->handled;
    PUSH(exception);
    frame->handled = exception;
    NEXT();
}
L_POP_EXCEPTION:
    frame->handled = POP_TOP();
    NEXT();
L_MATCH_EXCEPTION: {
    const int match = exception_matches(vm, sp[-2], sp[-1]);
    if (match < 0) goto error;
    TOP() = Value::boolean(match == 1);
    NEXT();
}
L_RERAISE:
    vm.pending = POP_TOP();
    goto unwind;
L_FINALLY_END: {
    const Value why = POP_TOP();
    const Value value = POP_TOP();
    const Value before = POP_TOP();
    if (why == Value::small(-1)) {
        frame->handled = before;
        vm.pending = value;
        goto unwind;
    }
    NEXT();
}
L_FINALLY_EXIT:
    // The first of a row, which tells of all: each is followed by its CHARGE.
    if (const i64 why = sp[-1].as_small(); why > 0) {
        sp[-3] = sp[-2];
        sp -= 2;
        GO_TO(in[2 * (why - 1)].a);
    }
    ip = in + 2 * u64{in->c} - 1;
    FALL_THROUGH();
L_FINALLY_DROP: {
    const Value over = in->b != 0 ? POP_TOP() : ABSENT;
    if (sp[-1] == Value::small(-1)) frame->handled = sp[-3];
    sp -= 3;
    if (in->b == 2) {
        vm.pending = over;
        goto unwind;
    }
    if (in->b != 0) PUSH(over);
    NEXT();
}
L_WITH_ENTER: {
    const Value manager = TOP();
    Value leave;
    const Value entered = enter_context(vm, manager, leave);
    if (entered.absent()) goto error;
    TOP() = leave;
    PUSH(entered);
    NEXT();
}
L_WITH_EXCEPTION: {
    const Value exception = sp[-1];
    const Value r = call(vm, sp[-3], {Value::object(type_of(exception)), exception, NONE});
    const int suppressed = r.absent() ? -1 : truth(vm, r);
    if (suppressed < 0) {
        frame->handled = sp[-2];  // nothing else is behind it that would: what was raised is over
        goto error;
    }
    PUSH(Value::boolean(suppressed == 1));
    NEXT();
}
L_FORMAT: {
    const Value spec = in->b != 0 ? POP_TOP() : ABSENT;
    const Value r = format_value(vm, TOP(), static_cast<char>(in->a), spec);
    if (r.absent()) goto error;
    TOP() = r;
    NEXT();
}
L_IMPORT:
    PUSH_RESULT(import_module(vm, NAME(in->a)));
    NEXT();
L_IMPORT_FROM:
    PUSH_RESULT(import_from(vm, TOP(), NAME(in->a)));
    NEXT();
L_LOAD_ASSERTION:
    PUSH(Value::object(&T.AssertionError));
    NEXT();
L_MATCH_SEQUENCE:
L_MATCH_MAPPING: {
    const int fits = in->op == Op::MATCH_SEQUENCE ? match_sequence(vm, TOP(), in->c, in->b != 0)
                                                  : match_mapping(vm, TOP(), in->c);
    --sp;
    if (fits < 0) goto error;
    if (fits == 0) GO_TO(in->a);
    FALL_THROUGH();
}
L_MATCH_KEYS:
L_MATCH_CLASS: {
    const Value found = in->op == Op::MATCH_KEYS
                            ? match_keys(vm, sp[-2], cast<Tuple>(sp[-1]))
                            : match_class(vm, sp[-2], sp[-1], cast<Tuple>(constants[in->c]));
    sp -= 2;
    if (found.absent()) {
        if (vm.pending.present()) goto error;
        GO_TO(in->a);
    }
    PUSH(found);
    FALL_THROUGH();
}
L_MATCH_REST: {
    const Value rest = match_rest(vm, sp[-2], cast<Tuple>(sp[-1]));
    --sp;
    if (rest.absent()) goto error;
    TOP() = rest;
    NEXT();
}
L_GET_LEN: {
    vm.charge(gas::LEN);
    const i64 n = length(vm, TOP());
    if (n < 0) goto error;
    TOP() = int_of(vm, n);
    NEXT();
}
L_MATCH_GROUP: {
    const Value match = match_group(vm, sp[-2], sp[-1]);
    if (match.absent()) goto error;
    if (match == NONE) {
        --sp;
        GO_TO(in->a);
    }
    TOP() = frame->handled = match;
    FALL_THROUGH();
}
L_GROUP_LEFT: {
    if (!(sp[-1] == NONE)) list_append(vm, cast<List>(sp[-3]), sp[-1]);
    const Value left = group_left(vm, sp[-2], cast<List>(sp[-3]));
    if (left.absent()) goto error;
    sp -= 3;
    if (left == NONE) GO_TO(in->a);
    PUSH(left);
    FALL_THROUGH();
}
L_ANNOTATE:
    CHECK(annotate(vm, frame->special, NAME(in->a), constants[in->c]));
    NEXT();
L_STOP:
    LARIAT_ASSERT(false);

error_in_caller: {  // the class body has ended; what fails now belongs to the class statement
    const bool leave = frame->entry;
    pop_frame(vm, frame);
    if (leave) return ABSENT;
    LOAD();
}
error:
    if (vm.halted) return ABSENT;  // through no handler, and leaving the frames as they are
    if (vm.pending.absent()) [[unlikely]]
        failed_in_silence(vm);
    add_trace(vm, vm.pending, code,
              code->lines[static_cast<std::size_t>(ip - 1 - code->instructions.data())]);
unwind: {
    const u32 at = static_cast<u32>(ip - 1 - code->instructions.data());
    vm.charge(code->handlers.size() / 16);
    for (const HandlerRange& h : code->handlers) {
        if (at < h.begin || at >= h.end) continue;
        sp = frame->base + h.depth;
        PUSH(vm.pending);
        vm.pending = ABSENT;
        GO_TO(h.target);
    }
    vm.charge(gas::UNWIND);
    if (frame->role >= Frame::Role::generator_for) generator_failed(vm, cast<Generator>(frame->special));
    const bool leave = frame->entry;
    pop_frame(vm, frame);
    if (leave) return ABSENT;
    LOAD();
    goto error;
}
}

}  // namespace

Value execute(Vm& vm, Frame* entry)
{
    const Value result = stopping_halt(vm, ABSENT, [&]() -> Value {
        if (vm.halted) return ABSENT;
        const bool watched = vm.watch != nullptr || vm.keeps_places;
        return watched ? run_frames<true>(vm, entry) : run_frames<false>(vm, entry);
    });
    if (!vm.halted) return result;
    vm.halt(*vm.halted);  // whatever came between
    return ABSENT;
}

}  // namespace lariat::pvm
