// The table of error codes and their names (API-15).
#include "lariat/error.hpp"

#include <array>

namespace lariat {

namespace {

struct Row {
    ErrorCode code;
    std::string_view name;
};

#define ROW(name)              \
    Row                        \
    {                          \
        ErrorCode::name, #name \
    }
constexpr std::array ROWS{
    ROW(InvalidInput),
    ROW(Unauthorized),
    ROW(QuotaExceeded),
    ROW(HeightNotInFuture),
    ROW(PayloadTooLarge),
    ROW(HandlerNameTooLong),
    ROW(GasLimitTooHigh),
    ROW(GasLimitTooLow),
    ROW(ExpiresAtTooFar),
    ROW(ExpiresAtInPast),
    ROW(TimerNotFound),
    ROW(TimerExpired),
    ROW(TimerRejectedBelowBasefee),
    ROW(TimerArgDeprecated),
    ROW(TargetNotFound),
    ROW(UnsupportedTimerType),
    ROW(BidOutOfRange),
    ROW(TooManyWatchKeys),
    ROW(ScheduleFull),
    ROW(InsufficientBalance),
    ROW(ReadOnly),
    ROW(InvalidConfig),
    ROW(OutOfCycles),
    ROW(OutOfCells),
    ROW(OutOfMemory),
    ROW(HandlerNotFound),
    ROW(ActorNotFound),
    ROW(CodeRefused),
    ROW(ExpectedErrorMissing),
};
#undef ROW

}  // namespace

std::string_view error_name(ErrorCode code) noexcept
{
    for (const Row& row : ROWS)
        if (row.code == code) return row.name;
    return "";
}

std::optional<ErrorCode> error_from_name(std::string_view name) noexcept
{
    for (const Row& row : ROWS)
        if (row.name == name) return row.code;
    return std::nullopt;
}

}  // namespace lariat
