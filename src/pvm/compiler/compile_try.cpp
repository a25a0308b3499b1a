// try, with, and what break, continue and return undo on their way out of them.
//
// A finally body is compiled once. It is entered with three values on the stack: the exception handled
// before, a value (the exception, or what is being returned) and why: -1 an exception, 0 the normal end,
// others an exit of this statement, continued behind the body.
#include <utility>

#include "pvm/compiler/compiler.hpp"

namespace lariat::pvm {

using namespace syntax;

void Compiler::push_block(Block b)
{
    b.range_begin = here();
    b.loops_end = b.on_break != nullptr ? unit_->blocks.size() + 1 : unit_->loops_end();
    unit_->blocks.push_back(b);
}

void Compiler::close_range(Block& b)
{
    if (b.on_exception == nullptr || b.range_begin < 0) return;
    if (static_cast<u32>(b.range_begin) < here()) {
        jump_to_depth(*b.on_exception, b.depth + 1);
        if (++instructions_ > INSTRUCTIONS_MAX) refuse({unit_->line, 1}, "too much code");
        // The label is not placed yet: the target is filled in when it is.
        unit_->code->handlers.push_back({static_cast<u32>(b.range_begin), here(), 0, b.depth});
        b.on_exception->jumps.push_back(~static_cast<u32>(unit_->code->handlers.size() - 1));
    }
    b.range_begin = -1;
}

void Compiler::pop_block()
{
    close_range(unit_->blocks.back());
    unit_->blocks.pop_back();
}

void Compiler::forget(std::string_view name)
{
    if (name.empty()) return;
    load_constant(NONE);
    store_name(name);
    delete_name(name);
}

// Emits what leaving the blocks above `down_to` takes. False: a finally took over, which goes on later.
bool Compiler::unwind(std::size_t down_to, bool keep_top, Finally::Exit exit)
{
    for (std::size_t i = unit_->blocks.size(); i-- > down_to;) {
        close_range(unit_->blocks[i]);
        const Block b = unit_->blocks[i];
        switch (b.kind) {
            case Block::Kind::loop:
            case Block::Kind::protect:
                break;
            case Block::Kind::for_loop:
                if (keep_top) emit(Op::SWAP);
                emit(Op::POP);
                break;
            case Block::Kind::with: {
                const u32 line = std::exchange(unit_->line, b.line);
                if (keep_top) emit(Op::SWAP);
                for (int n = 0; n < 3; ++n) load_constant(NONE);
                emit(Op::CALL, 3);
                emit(Op::POP);
                unit_->line = line;
                break;
            }
            case Block::Kind::handler:
                if (keep_top) emit(Op::SWAP);
                emit(Op::POP_EXCEPTION);
                forget(b.name);
                break;
            case Block::Kind::finally_body:
                emit(Op::FINALLY_DROP, 0, keep_top ? 1 : 0);
                break;
            case Block::Kind::finally_try: {
                emit(Op::PUSH_ABSENT);
                if (keep_top)
                    emit(Op::SWAP);
                else
                    load_constant(NONE);
                if (b.finally->exits.size() >= 0xfff0)
                    refuse({unit_->line, 1}, "too many exits from one try statement");
                b.finally->exits.push_back(exit);
                load_constant(Value::small(static_cast<i64>(b.finally->exits.size())));
                jump(Op::JUMP, b.finally->entry);
                return false;
            }
        }
    }
    return true;
}

void Compiler::leave(std::size_t down_to, Finally::Exit exit)
{
    const bool returns = exit.kind == Finally::Exit::Kind::leave_return;
    const i64 depth = unit_->depth - (returns ? 1 : 0);
    if (unwind(down_to, returns, exit)) {
        if (returns)
            emit(Op::RETURN);
        else
            jump(Op::JUMP, *exit.target);
    }
    unit_->depth = depth;
    // What unwind() has closed and no more: there may be many blocks around that.
    for (std::size_t i = unit_->blocks.size(); i-- > down_to;) {
        Block& b = unit_->blocks[i];
        if (b.on_exception != nullptr && b.range_begin < 0) b.range_begin = here();
        if (b.kind == Block::Kind::finally_try) break;
    }
}

void Compiler::try_statement(const Try& s)
{
    emit(Op::TRY);
    const auto inner = [&] { s.handlers.empty() ? body(s.body) : try_except(s); };
    s.finalbody.empty() ? inner() : with_finally(inner, s.finalbody);
}

void Compiler::try_star_statement(const TryStar& s)
{
    emit(Op::TRY);
    const auto inner = [&] { try_except_star(s); };
    s.finalbody.empty() ? inner() : with_finally(inner, s.finalbody);
}

void Compiler::with_finally(const std::function<void()>& guarded, std::span<Stmt* const> finalbody)
{
    Finally fin;
    Label on_exception, on_body_exception, end;
    Block b;
    b.kind = Block::Kind::finally_try;
    b.on_exception = &on_exception;
    b.depth = static_cast<u32>(unit_->depth);
    b.finally = &fin;
    push_block(b);
    guarded();
    pop_block();
    emit(Op::PUSH_ABSENT);
    load_constant(NONE);
    load_constant(Value::small(0));
    jump(Op::JUMP, fin.entry);
    if (on_exception.depth < 0) on_exception.depth = b.depth + 1;
    place(on_exception);
    emit(Op::PUSH_EXCEPTION);
    load_constant(Value::small(-1));
    place(fin.entry);
    Block inner;
    inner.kind = Block::Kind::finally_body;
    inner.on_exception = &on_body_exception;
    inner.depth = static_cast<u32>(unit_->depth);
    push_block(inner);
    body(finalbody);
    pop_block();
    std::vector<Label> exits(fin.exits.size());
    for (Label& exit : exits)  // only the first is run: it knows which is meant
        jump(Op::FINALLY_EXIT, exit, 0, static_cast<u16>(exits.size()));
    emit(Op::FINALLY_END);
    jump(Op::JUMP, end);
    for (std::size_t i = 0; i < exits.size(); ++i) {
        const Finally::Exit exit = fin.exits[i];
        place(exits[i]);
        unit_->line = exit.line;
        const bool returns = exit.kind == Finally::Exit::Kind::leave_return;
        if (!returns) emit(Op::POP);
        leave(returns ? 0 : exit.kind == Finally::Exit::Kind::leave_break ? exit.loop : exit.loop + 1, exit);
    }
    on_body_exception.depth = inner.depth + 1;
    place(on_body_exception);
    emit(Op::FINALLY_DROP, 0, 2);
    end.depth = b.depth;
    place(end);
}

// What is raised from here to pop_block() goes on at a label, on a stack of that depth.
void Compiler::protect(Label& on_exception, i64 depth)
{
    Block b;
    b.kind = Block::Kind::protect;
    b.on_exception = &on_exception;
    b.depth = static_cast<u32>(depth);
    push_block(b);
}

// A body and what follows it when nothing was raised; then where the clauses begin.
void Compiler::guarded_body(std::span<Stmt* const> guarded, std::span<Stmt* const> orelse, Label& end)
{
    Label on_exception;
    const i64 depth = unit_->depth;
    protect(on_exception, depth);
    body(guarded);
    pop_block();
    body(orelse);
    jump(Op::JUMP, end);
    on_exception.depth = depth + 1;
    place(on_exception);
    emit(Op::PUSH_EXCEPTION);
}

void Compiler::try_except(const Try& s)
{
    Label unhandled, end;
    const i64 depth = unit_->depth;
    guarded_body(s.body, s.orelse, end);
    except_clauses(s.handlers, unhandled, end);
    unhandled.depth = depth + 2;
    place(unhandled);
    emit(Op::SWAP);
    emit(Op::POP_EXCEPTION);
    emit(Op::RERAISE);
    end.depth = depth;
    place(end);
}

// `unhandled`: a type that a clause names could not be had, and that is what goes on from here.
void Compiler::except_clauses(std::span<ExceptHandler* const> handlers, Label& unhandled, Label& end)
{
    for (const ExceptHandler* h : handlers) {
        at(*h);
        const i64 depth = unit_->depth;  // handled before, exception
        Label next, cleanup;
        if (h->type != nullptr) {
            protect(unhandled, depth - 1);
            expression(*h->type);
            at(*h);
            emit(Op::MATCH_EXCEPTION);
            pop_block();
            jump(Op::POP_JUMP_IF_FALSE, next);
        }
        emit(Op::HANDLER);
        if (!h->name.empty())
            store_name(h->name);
        else
            emit(Op::POP);
        Block b;
        b.kind = Block::Kind::handler;
        b.on_exception = &cleanup;
        b.depth = static_cast<u32>(depth - 1);
        b.name = h->name;
        push_block(b);
        body(h->body);
        pop_block();
        emit(Op::POP_EXCEPTION);
        forget(h->name);
        jump(Op::JUMP, end);
        cleanup.depth = depth;
        place(cleanup);
        emit(Op::SWAP);
        emit(Op::POP_EXCEPTION);
        forget(h->name);
        emit(Op::RERAISE);
        next.depth = depth;
        place(next);
    }
}

// Under the clauses lie: handled before, what they raised, what was raised, what no clause has taken.
void Compiler::try_except_star(const TryStar& s)
{
    Label on_failure, nothing_left, end;
    const i64 depth = unit_->depth;
    guarded_body(s.body, s.orelse, end);
    protect(on_failure, depth + 1);
    emit(Op::DUP);
    emit(Op::BUILD_LIST);
    emit(Op::ROTATE, 3);
    for (const ExceptHandler* h : s.handlers) star_clause(*h);
    jump(Op::GROUP_LEFT, nothing_left);
    pop_block();
    emit(Op::SWAP);
    emit(Op::POP_EXCEPTION);
    emit(Op::RERAISE);
    if (on_failure.depth < 0) on_failure.depth = depth + 2;
    place(on_failure);
    emit(Op::SWAP);
    emit(Op::POP_EXCEPTION);
    emit(Op::RERAISE);
    place(nothing_left);
    emit(Op::POP_EXCEPTION);
    end.depth = depth;
    place(end);
}

void Compiler::star_clause(const ExceptHandler& h)
{
    Label next, cleanup;
    at(h);
    const i64 depth = unit_->depth;
    expression(*h.type);
    at(h);
    jump(Op::MATCH_GROUP, next);
    emit(Op::HANDLER);
    if (!h.name.empty())
        store_name(h.name);
    else
        emit(Op::POP);
    protect(cleanup, depth);
    body(h.body);
    pop_block();
    forget(h.name);
    jump(Op::JUMP, next);
    cleanup.depth = depth + 1;
    place(cleanup);
    emit(Op::LIST_APPEND, 3);
    forget(h.name);
    next.depth = depth;
    place(next);
}

// As many items as the source holds: each is a `with` of its own around those behind it, but no nesting.
void Compiler::with_statement(const With& s)
{
    const i64 depth = unit_->depth;
    std::vector<Label> on_exception(s.items.size());  // blocks point at them
    for (std::size_t i = 0; i < s.items.size(); ++i) {
        const WithItem& w = s.items[i];
        expression(*w.context_expr);
        at(s);
        emit(Op::TRY);
        emit(Op::WITH_ENTER);
        Block b;
        b.kind = Block::Kind::with;
        b.line = s.line;
        b.on_exception = &on_exception[i];
        b.depth = static_cast<u32>(depth + static_cast<i64>(i) + 1);
        push_block(b);
        if (w.optional_vars != nullptr) {
            at(*w.optional_vars);
            store(*w.optional_vars);
        } else {
            emit(Op::POP);
        }
    }
    body(s.body);
    for (std::size_t i = s.items.size(); i-- > 0;) {
        pop_block();
        at(s);
        leave_item(on_exception[i], depth + static_cast<i64>(i));
    }
}

// Behind what an item guards: its end as usual, and what follows when something was raised.
void Compiler::leave_item(Label& on_exception, i64 depth)
{
    Label suppressed, end;
    for (int n = 0; n < 3; ++n) load_constant(NONE);
    emit(Op::CALL, 3);
    emit(Op::POP);
    jump(Op::JUMP, end);
    on_exception.depth = depth + 2;
    place(on_exception);
    emit(Op::PUSH_EXCEPTION);
    emit(Op::WITH_EXCEPTION);
    jump(Op::POP_JUMP_IF_TRUE, suppressed);
    emit(Op::SWAP);
    emit(Op::POP_EXCEPTION);
    emit(Op::RERAISE);
    place(suppressed);
    emit(Op::POP);
    emit(Op::POP_EXCEPTION);
    emit(Op::POP);
    place(end);
}

}  // namespace lariat::pvm
