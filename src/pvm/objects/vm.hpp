// One execution: its meter, memory, frames and pending exception.
#pragma once

#include <optional>

#include "base/meter.hpp"
#include "pvm/gas.hpp"
#include "pvm/objects/code.hpp"
#include "pvm/objects/reached.hpp"
#include "pvm/objects/types.hpp"

namespace lariat::pvm {

struct LookupCache {
    Class* cls;
    Str* name;
    Value found;
    u64 epoch;
    u64 price;
    bool own;  ///< found in a class of the program
    bool is_for(const Class* c, const Str* n, u64 now) const noexcept
    {
        return cls == c && name == n && epoch == now;
    }
};

class Vm {
public:
    Vm(Arena& arena_, Host& host_, Meter& meter_, const Limits& limits_)
        : arena(arena_), host(host_), meter(meter_), limits(limits_)
    {
    }

    Arena& arena;
    Host& host;
    Meter& meter;
    const Limits& limits;

    Frame* frame = nullptr;
    u32 frames = 0;        ///< Python frames
    u32 native_depth = 0;  ///< C++ calls that may nest: execute(), repr, compare
    u64 text_held = 0;     ///< bytes of the texts that are being made (text.hpp)
    Value pending;         ///< the exception on its way up; absent: none
    u64 epoch = 0;         ///< of lookup caches: this execution, this state of all classes
    u16 said_later = 0;    ///< of Feature: what was said in a class after others derived from it
    LookupCache* cache = nullptr;
    Reached* reached = nullptr;
    bool reached_far = false;  ///< `reached` is of this execution
    Dict* modules = nullptr;   ///< imported so far
    const Program* program = nullptr;
    Address self_address, deployer;
    class Watch* watch = nullptr;
    bool wants_traceback = false;  ///< also of an execution that halts
    bool keeps_places = false;     ///< each instruction leaves its place in its frame
    std::string halt_trail;        ///< then: its frames, as a traceback shows them
    std::string halt_message;      ///< then: what it lacked, where the host said so
    static constexpr u32 CACHE_SLOTS = 256;
    static constexpr u32 NATIVE_DEPTH_MAX = 200;

    LookupCache& cache_line(const Class* cls, const Str* name) noexcept
    {
        const u64 key = (reinterpret_cast<u64>(cls) >> 4) ^ (reinterpret_cast<u64>(name) >> 3);
        return cache[key & (CACHE_SLOTS - 1)];
    }

    void charge(u64 n)
    {
        if (n > meter.cycles_left) [[unlikely]]
            out_of_cycles();
        meter.cycles_left -= n;
    }
    [[noreturn]] void out_of_cycles();

    /// To be called by what goes from one object to the next in few cycles.
    void reach(Value v)
    {
        if (v.is_object() && !Reached::is_near(arena, v.as_object())) [[unlikely]]
            reach_far(v.as_object());
    }
    void reach_far(const Object* object);

    /// A Halt was thrown. What is pending from now on is an exception that no clause and no hook matches,
    /// and nothing more can be paid for: whoever goes on regardless is stopped at the next charge.
    void halt(Halt::Why why) noexcept
    {
        if (!halted) {
            halted = why;
            stop_meter();
            if (wants_traceback) [[unlikely]]
                keep_trail();
        }
        pending = Value::object(&halted_mark_);
    }
    /// What was left when the execution halted is what it is said to have left.
    void stop_meter() noexcept
    {
        meter_when_halted = meter;
        meter.cycles_left = 0;
    }
    void keep_trail() noexcept;  ///< traceback.cpp
    std::optional<Halt::Why> halted;
    Meter meter_when_halted;

    template <class Type>
    Type* make(Class& cls, Kind kind, u64 extra_bytes = 0)
    {
        Type* o = static_cast<Type*>(arena.take(sizeof(Type) + extra_bytes));
        o->cls = &cls;
        o->kind = kind;
        o->flag = 0;
        o->mark = 0;
        o->size = 0;
        return o;
    }

private:
    Exception halted_mark_ = mark_of_halt();
    static Exception mark_of_halt() noexcept;
};

/// Bounds C++ recursion: repr of nested lists, comparison, calls from native code.
class Deeper {
public:
    explicit Deeper(Vm& vm) : vm_(vm) { ++vm_.native_depth; }
    ~Deeper() { --vm_.native_depth; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    bool too_deep() const { return vm_.native_depth > Vm::NATIVE_DEPTH_MAX; }

private:
    Vm& vm_;
};

/// Does what may nest hundreds of times: a Halt goes no further up as a C++ exception, which would take
/// longer than all that the program has paid for, but as `stopped`, what the caller takes for an exception of
/// Python.
template <class Result, class Work>
inline Result stopping_halt(Vm& vm, Result stopped, const Work& work)
{
    try {
        return work();
    } catch (const Halt& halt) {
        vm.halt(halt.why);
        return stopped;
    }
}

}  // namespace lariat::pvm
