// Entering and leaving a function: what every call does, without a call of its own.
#pragma once

#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

void failed_in_silence(Vm& vm);  ///< a builtin said that it failed and not why: SystemError, no crash

/// Null: too many frames, RecursionError is pending.
inline Frame* push_frame(Vm& vm, const Code* code, Function* f, Value* globals)
{
    const u64 bytes = sizeof(Frame) + (u64{code->slots} + code->stack) * sizeof(Value);
    Frame* frame = nullptr;
    if (code->generator) {
        vm.charge(code->frame_price);  // others pay with their first block
        frame = static_cast<Frame*>(vm.arena.take(bytes));
        frame->bytes = 0;
    } else {
        if (vm.frames >= vm.limits.frames) [[unlikely]] {
            raise(vm, T.RecursionError, "maximum recursion depth exceeded");
            return nullptr;
        }
        frame = reinterpret_cast<Frame*>(vm.arena.push(bytes));
        frame->bytes = static_cast<u32>(bytes);
        ++vm.frames;
    }
    frame->prev = vm.frame;
    frame->code = code;
    frame->function = f;
    frame->ip = code->instructions.data();
    frame->globals = globals;
    frame->handled = ABSENT;
    frame->special = ABSENT;
    frame->base = frame->locals + code->slots;
    frame->sp = frame->base;
    frame->role = Frame::Role::plain;
    frame->entry = false;
    for (u32 i = 0; i < code->slots; ++i) frame->locals[i] = ABSENT;
    if (!code->generator) vm.frame = frame;
    return frame;
}

inline void pop_frame(Vm& vm, Frame* frame)
{
    vm.frame = frame->prev;
    --vm.frames;
    if (frame->bytes != 0) vm.arena.pop(frame->bytes);
}

/// Do the arguments go into the first slots as they are?
inline bool binds_plainly(const Code* code, u32 given, const Tuple* names) noexcept
{
    return code->plain && names == nullptr && given == code->positional;
}

}  // namespace lariat::pvm
