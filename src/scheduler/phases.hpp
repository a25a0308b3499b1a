// The phases of a block, and which call is allowed in which (the table in lariat/scheduler.hpp).
#pragma once

#include "lariat/assert.hpp"
#include "lariat/types.hpp"

namespace lariat {

/// The state machine of a scheduler.
///
///     idle       begin_block → in_block; abandon_block stays idle
///     in_block   finish_block → idle, or unwritten when the store fails; abandon_block → idle;
///                an exception out of a call that changes something → broken
///     unwritten  finish_block → idle, or unwritten again; abandon_block → idle
///     broken     abandon_block → idle
class Phases {
public:
    enum class Phase : u8 { idle, in_block, unwritten, broken };
    /// Whose code runs: the caller's, the scheduler's, or that of a callback.
    enum class Inside : u8 { caller, scheduler, handler, store_or_ledger };

    Phase phase() const noexcept { return phase_; }
    bool is_idle() const noexcept { return phase_ == Phase::idle; }
    void enter(Phase next) noexcept { phase_ = next; }
    void begin() noexcept
    {
        phase_ = Phase::in_block;
        has_run_ = false;
    }
    void note_run() noexcept { has_run_ = true; }

    void require_begin() const;
    void require_run_due() const;
    void require_finish() const;
    void require_abandon() const;
    void require_request() const;
    void require_reading() const;
    void require_destructor() const;
    /// After a handler returned: it must not have swallowed an exception of the scheduler.
    void require_unbroken() const;

    /// While it lives, the code of `inside` runs. If an exception ends a guard that changes something, the
    /// block is broken.
    class Guard {
    public:
        enum class Kind : u8 { reads, changes };
        Guard(Phases& phases, Inside inside, Kind kind = Kind::reads) noexcept;
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;
        ~Guard();

    private:
        Phases& phases_;
        Inside before_;
        Kind kind_;
        int exceptions_;
    };

private:
    Phase phase_ = Phase::idle;
    Inside inside_ = Inside::caller;
    bool has_run_ = false;  ///< run_due, in this block
};

}  // namespace lariat
