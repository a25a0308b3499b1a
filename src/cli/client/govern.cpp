// lariat gov: system instructions of governance.
#include "cli/client/signing.hpp"
#include "cli/client/values.hpp"

namespace lariat::cli::client {

namespace {

int cancel(Session& session)
{
    return sign_and_send(
        session, {{"system", {{"cancel_timer", read_id(session, session.value("ID"), "/v1/timers")}}}});
}

int extend(Session& session)
{
    const std::string id = read_id(session, session.value("ID"), "/v1/timers");
    return sign_and_send(session,
                         {{"system", {{"extend_timer", Json::array({id, *session.number("HEIGHT")})}}}});
}

int config(Session& session)
{
    return sign_and_send(session, {{"system", {{"update_config", read_pairs(session)}}}});
}

}  // namespace

std::vector<Command> govern_commands()
{
    const Word id{"ID", "the timer's id, or the first six digits or more"};
    return {
        {"gov", "cancel", "Cancel a timer", {id}, {}, cancel, Command::Kind::signs},
        {"gov",
         "extend",
         "Let a timer expire later",
         {id, {"HEIGHT", "its new expires_at"}},
         {},
         extend,
         Command::Kind::signs},
        {"gov",
         "config",
         "Change fields of TimerConfig, from the next block on",
         {{"KEY=VALUE", "a field and its value", true, true}},
         {},
         config,
         Command::Kind::signs},
    };
}

}  // namespace lariat::cli::client
