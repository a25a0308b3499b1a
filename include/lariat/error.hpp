// Error codes and the types that return an error instead of a value (API-15).
// SPDX-License-Identifier: Apache-2.0
//
// The list of codes is closed: code and name of each are the same in the virtual machine, in receipts and
// over the network, and never change. A new code is added to the specification's table first.
#pragma once

#include <optional>
#include <variant>

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

/// The enumerator's name, e.g. "InvalidInput"; empty for a number that is no code.
std::string_view error_name(ErrorCode code) noexcept;
/// The code of a name; nullopt for a name that is not in the list.
std::optional<ErrorCode> error_from_name(std::string_view name) noexcept;

/// `message` is for people: it names the wrong argument, its value and the limit. Programs compare `code`.
struct [[nodiscard]] Error {
    ErrorCode code;
    std::string message;
};

/// Either a value or an error, never both. Everything that input can make fail returns one. Asking for the
/// value of an error, or for the error of a value, ends the process.
template <class T, class E = Error>
class [[nodiscard]] Result {
public:
    Result(T value) : held_(std::in_place_index<VALUE>, std::move(value)) {}
    Result(E error) : held_(std::in_place_index<ERROR>, std::move(error)) {}

    bool ok() const noexcept { return held_.index() == VALUE; }
    explicit operator bool() const noexcept { return ok(); }
    T& value() &
    {
        LARIAT_REQUIRE(ok(), "Result::value: the result is not an error");
        return *std::get_if<VALUE>(&held_);
    }
    const T& value() const&
    {
        LARIAT_REQUIRE(ok(), "Result::value: the result is not an error");
        return *std::get_if<VALUE>(&held_);
    }
    T&& value() &&
    {
        LARIAT_REQUIRE(ok(), "Result::value: the result is not an error");
        return std::move(*std::get_if<VALUE>(&held_));
    }
    const E& error() const
    {
        LARIAT_REQUIRE(!ok(), "Result::error: the result is an error");
        return *std::get_if<ERROR>(&held_);
    }

private:
    static constexpr std::size_t VALUE = 0, ERROR = 1;
    std::variant<T, E> held_;
};

/// Success, or an error: the result of an action that gives no value. A default-constructed one is success.
template <class E = Error>
class [[nodiscard]] StatusOf {
public:
    StatusOf() = default;
    StatusOf(E error) : error_(std::move(error)) {}
    bool ok() const noexcept { return !error_.has_value(); }
    explicit operator bool() const noexcept { return ok(); }
    const E& error() const
    {
        LARIAT_REQUIRE(!ok(), "Status::error: the status is an error");
        return *error_;
    }

private:
    std::optional<E> error_;
};
using Status = StatusOf<Error>;

}  // namespace lariat
