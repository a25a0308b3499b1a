// lariat gov: system instructions of governance.
#include "base/base64.hpp"
#include "base/hex.hpp"
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

/// A public key as HOME/config/priv_validator_key.json has it, or as 0x and 64 hex digits.
std::string read_key(const std::string& text)
{
    if (text.starts_with("0x")) return text;
    const auto bytes = base64_decode(text);
    if (!bytes || bytes->size() != 32)
        stop_for_input(
            "PUB_KEY must be 32 bytes in base64, as config/priv_validator_key.json has it, or 0x and 64 "
            "hex digits, got \"" +
            text + "\"");
    return to_hex(BytesView(*bytes));
}

int validator(Session& session)
{
    Json change{{"pub_key", read_key(session.value("PUB_KEY"))}, {"power", *session.number("POWER")}};
    if (session.has("--payee")) change["payee"] = read_account(session.value("--payee"), "--payee");
    return sign_and_send(session, {{"system", {{"set_validator", std::move(change)}}}});
}

int upgrade(Session& session)
{
    return sign_and_send(
        session,
        {{"system",
          {{"plan_version", Json::array({*session.number("HEIGHT"), *session.number("VERSION")})}}}});
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
        {"gov",
         "validator",
         "Give a validator of a cluster another power; 0 removes it",
         {{"PUB_KEY", "its key, as config/priv_validator_key.json has it, or in hex"},
          {"POWER", "of its votes"}},
         {{"--payee", "ADDRESS", "who gets the tips of its blocks [as before]"}},
         validator,
         Command::Kind::signs},
        {"gov",
         "upgrade",
         "Let blocks of a cluster have rules of another version from a height on; 0 0 takes it back",
         {{"HEIGHT", "the first block with the new rules"}, {"VERSION", "of the rules"}},
         {},
         upgrade,
         Command::Kind::signs},
    };
}

}  // namespace lariat::cli::client
