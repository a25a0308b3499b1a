// The closed list of errors (API-15): stable codes and names, the same in the VM, in receipts
// and over the network. A new one is added to the specification's table first.
#pragma once

#include <optional>

#include "lariat/assert.hpp"
#include "lariat/types.hpp"

namespace lariat {

enum class ErrorCode : u8 {
    InvalidInput = 1,
    Unauthorized = 2,
    QuotaExceeded = 3,
    HeightNotInFuture = 4,
    PayloadTooLarge = 5,
    HandlerNameTooLong = 6,
    GasLimitTooHigh = 7,
    GasLimitTooLow = 8,
    ExpiresAtTooFar = 9,
    ExpiresAtInPast = 10,
    TimerNotFound = 11,
    TimerExpired = 12,
    TimerRejectedBelowBasefee = 13,
    TimerArgDeprecated = 14,
    TargetNotFound = 15,
    UnsupportedTimerType = 16,
    BidOutOfRange = 17,
    TooManyWatchKeys = 18,
    ScheduleFull = 19,
    InsufficientBalance = 20,
    ReadOnly = 21,
    InvalidConfig = 22,
    OutOfCycles = 23,
    OutOfCells = 24,
    OutOfMemory = 26,
    HandlerNotFound = 27,
    ActorNotFound = 28,
    CodeRefused = 29,
    ExpectedErrorMissing = 30,
};

std::string_view error_name(ErrorCode code) noexcept;
std::optional<ErrorCode> error_from_name(std::string_view name) noexcept;

/// `message` says what was wrong and ends with the value and the limit that it broke.
struct Error {
    ErrorCode code;
    std::string message;
};

/// A value or an error. The result of anything that a user's input can make fail.
template <class T, class E = Error>
class [[nodiscard]] Result {
public:
    Result(T value) : value_(std::move(value)) {}
    Result(E error) : error_(std::move(error)) {}

    bool ok() const noexcept { return value_.has_value(); }
    explicit operator bool() const noexcept { return ok(); }
    T& value() &
    {
        LARIAT_ASSERT(ok());
        return *value_;
    }
    const T& value() const&
    {
        LARIAT_ASSERT(ok());
        return *value_;
    }
    T&& value() &&
    {
        LARIAT_ASSERT(ok());
        return std::move(*value_);
    }
    const E& error() const
    {
        LARIAT_ASSERT(!ok());
        return *error_;
    }

private:
    std::optional<T> value_;
    std::optional<E> error_;
};

/// The result of an action without a value.
template <class E = Error>
class [[nodiscard]] StatusOf {
public:
    StatusOf() = default;
    StatusOf(E error) : error_(std::move(error)) {}
    bool ok() const noexcept { return !error_.has_value(); }
    explicit operator bool() const noexcept { return ok(); }
    const E& error() const
    {
        LARIAT_ASSERT(!ok());
        return *error_;
    }

private:
    std::optional<E> error_;
};
using Status = StatusOf<Error>;

}  // namespace lariat
