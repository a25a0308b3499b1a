// One sentence for each reason of the node's specification, and what to do about it.
#include "cli/client/why_text.hpp"

#include "cli/client/values.hpp"

namespace lariat::cli::client {

namespace {

std::string number(const Json& why, const char* key)
{
    return why.contains(key) ? grouped_number(why[key]) : std::string("?");
}

std::string eta(const Json& why)
{
    return why.contains("eta_ms") && !why["eta_ms"].is_null()
               ? ", in about " + shown_span(number_of(why["eta_ms"]))
               : "";
}

std::string blocks(const Json& count)
{
    return grouped_number(count) + (number_of(count) == 1 ? " block" : " blocks");
}

std::string of_gone(const Json& timer)
{
    if (timer["exit"].is_null()) return "It is gone.";
    const std::string exit = timer["exit"].get<std::string>();
    const std::string at = " in block " + digits_of(timer["exit_height"]);
    if (exit == "fired") return "It has fired" + at + ". lariat tx, events and follow show what it did.";
    if (exit == "expired")
        return "It expired" + at + ": it had not fired when its expires_at, " +
               digits_of(timer["expires_at"]) +
               ", was over. Set it anew with a later one, or extend it in time.";
    if (exit == "insufficient_funds")
        return "It was removed" + at + " because its fee payer " + timer["fee_payer"].get<std::string>() +
               " could not pay for its fire. Give the payer money and set the timer anew.";
    if (exit == "cancelled") return "Its owner cancelled it" + at + ".";
    if (exit == "governance") return "Governance cancelled it" + at + ".";
    return "It ended as " + exit + at + ".";
}

std::string of_reason(const Json& timer, const Json& status)
{
    if (timer["state"] == "gone") return of_gone(timer);
    const Json why = timer.value("why", Json());
    if (!why.is_object()) return "The node does not say why.";
    const std::string reason = why["reason"].get<std::string>();
    const std::string mode = status["mining"]["mode"].get<std::string>();
    if (reason == "next")
        return mode == "manual" ? "Nothing stands in its way: it fires in the next block that is mined. "
                                  "lariat dev mine makes one."
                                : "Nothing stands in its way: it fires in the coming block.";
    if (reason == "not_due")
        return "It is not due yet: it is set for block " + number(why, "height") + ", " +
               blocks(why["blocks"]) + " from the coming one" + eta(why) + "." +
               (why["eta_ms"].is_null()
                    ? " Blocks do not come by themselves now; lariat dev mine until_timer=" +
                          timer["id"].get<std::string>().substr(0, 12) + " goes there."
                    : "");
    if (reason == "idle") return "It is a watch, and nothing that it watches has changed.";
    if (reason == "paused")
        return "No timer fires now: timers_paused is set. Governance ends that, on a dev chain lariat dev "
               "resume.";
    if (reason == "will_expire")
        return "It will expire in the coming block: its expires_at " + number(why, "expires_at") +
               " is reached before it fires.";
    if (reason == "dead")
        return "It is dead and will be removed: its payer had " + number(why, "available") + " when " +
               number(why, "required") + " were needed.";
    if (reason == "intake_backlog")
        return "More timers are due than a block takes in; " +
               (why["ahead"].is_null() ? std::string("more than 1,000") : number(why, "ahead")) +
               " stand before it. It comes to its turn by itself.";
    if (reason == "parked")
        return "It is parked: its gas limit of " + number(why, "gas_limit") + " is above " +
               number(why, "cap") +
               ", the most that a fire may use now. It fires once governance raises that cap; otherwise it "
               "stays until it "
               "expires. Set it anew with a lower gas limit.";
    if (reason == "below_lane_basefee")
        return "It bids too little: it pays at most " + number(why, "max_fee") +
               " for a cycle, and the lane's base fee is " + number(why, "lane_basefee") +
               ". It fires when that fee has fallen.";
    if (reason == "payer_short")
        return "Its fee payer " + why["payer"].get<std::string>() + " has " + number(why, "available") +
               " and needs " + number(why, "required") +
               ". When its turn comes it dies of that. Give the payer money before: lariat transfer, on a "
               "dev chain also "
               "lariat dev set.";
    if (reason == "behind")
        return "Others come first: those before it and it itself exceed the limit \"" +
               plain(why["limit"].get<std::string>()) + "\" of a block; " + number(why, "ahead") +
               " stand before it. It fires in one of the next blocks.";
    if (reason == "no_blocks")
        return "Nothing stands in its way, but no block is made: empty_blocks is never. lariat dev mine "
               "makes one.";
    return "The reason is " + plain(reason) + ".";
}

}  // namespace

std::string why_text(const Json& timer, const Json& status)
{
    const std::string kind = timer["kind"] == "watch" ? "Watch " : "Timer ";
    return kind + timer["id"].get<std::string>().substr(0, 12) + " runs " +
           plain(timer["handler"].get<std::string>()) + " of " + timer["target"].get<std::string>() + ". " +
           of_reason(timer, status);
}

}  // namespace lariat::cli::client
