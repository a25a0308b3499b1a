// lariat follow: blocks, fires, exits and events as they happen. What a block has is shown when the node said
// that all of it was told, so that after a cut everything comes once.
#include <algorithm>
#include <iostream>
#include <thread>

#include "base/utf8.hpp"
#include "cli/client/tables.hpp"
#include "cli/client/values.hpp"
#include "client/stream.hpp"

namespace lariat::cli::client {

using lariat::client::Stream;
using lariat::client::StreamEnd;

namespace {

constexpr const char* TOPICS[] = {"blocks", "receipts", "fires", "exits", "events", "pending"};
constexpr const char* USUAL[] = {"blocks", "fires", "exits", "events"};
constexpr std::chrono::milliseconds PAUSE(500);  // before the connection is tried again
constexpr u64 BUFFERED_MAX = 1 << 20;            // messages of blocks that are not whole yet

bool is_topic(const std::string& word)
{
    return std::find(std::begin(TOPICS), std::end(TOPICS), word) != std::end(TOPICS);
}

std::string cut_id(const std::string& id)
{
    constexpr std::size_t SHOWN = 12;
    return id.substr(0, SHOWN);
}

/// One line for a person.
void print_item(const std::string& topic, const Json& item)
{
    const bool colour = stdout_has_colour();
    std::string line;
    Colour shade = Colour::plain;
    if (topic == "blocks") {
        shade = Colour::dim;
        line = "block " + digits_of(item["height"]) + "  " + shown_time(item["timestamp_ms"]) + "  " +
               std::to_string(item["txs"].size()) +
               (item["txs"].size() == 1 ? " transaction, " : " transactions, ") +
               grouped_number(item["used"]["cycles"]) + " cycles";
        if (item.contains("dev") && !item["dev"].empty())
            line += ", " + std::to_string(item["dev"].size()) +
                    (item["dev"].size() == 1 ? " dev change" : " dev changes");
    } else if (topic == "fires") {
        const std::string status = item["status"].get<std::string>();
        shade = status == "ok" ? Colour::green : Colour::red;
        line = "  fire  " + cut_id(item.value("id", item["deliver_id"].get<std::string>())) + "  " +
               plain(item["handler"].get<std::string>()) + " of " + cut_id(item["actor"].get<std::string>()) +
               "  " + status +
               (item.contains("error") ? ": " + plain(item["error"].get<std::string>()) : "") + "  " +
               grouped_number(item["cycles"]) + " cycles, paid " + grouped_number(item["charged"]);
    } else if (topic == "exits") {
        const std::string exit = item["exit"].get<std::string>();
        shade = exit == "fired" || exit == "executed" || exit == "cancelled" || exit == "dropped"
                    ? Colour::plain
                    : Colour::yellow;
        line = "  exit  " + cut_id(item["id"].get<std::string>()) + "  " + exit;
    } else if (topic == "events") {
        line = "  event " + (item["name"] == "actor" ? cut_id(item["actor"].get<std::string>()) + "  " +
                                                           plain(item["topic"].get<std::string>()) + " " +
                                                           shown_value("data", item["data"])
                                                     : item["name"].get<std::string>());
        if (item["name"] != "actor") {
            Json rest = item;
            for (const char* key : {"height", "index", "name", "cause", "config"}) rest.erase(key);
            line += "  " + shown_value("event", rest);
        }
    } else {
        const bool ran = item.contains("receipt") && item["receipt"].is_object();
        const std::string status =
            ran ? item["receipt"]["status"].get<std::string>() : item["status"].get<std::string>();
        shade = status == "ok" ? Colour::green : status == "dropped" || ran ? Colour::red : Colour::plain;
        line = "  tx    " + cut_id(item["hash"].get<std::string>()) + "  from " +
               cut_id(item["from"].get<std::string>()) + "  " + status +
               (item.contains("reason") ? ": " + item["reason"].get<std::string>() : "");
    }
    const std::size_t width = output_width();
    if (width > 0) line = utf8::head_of_points(line, width);
    std::cout << coloured(shade, line, colour) << '\n';
}

class Follower {
public:
    Follower(Session& session, std::vector<std::string> topics)
        : session_(session), topics_(std::move(topics))
    {
        if (session.has("--from-height")) from_ = session.number("--from-height");
        until_ = session.number("--until-height");
        for (const auto& [flag, parameter] :
             Pairs{{"--owner", "owner"}, {"--actor", "actor"}, {"--sender", "sender"}})
            if (session.has(flag)) filter_[parameter] = read_actor(session, session.value(flag));
        if (session.has("--timer"))
            filter_["timer"] = read_id(session, session.value("--timer"), "/v1/timers");
        for (const auto& [flag, parameter] : Pairs{{"--kind", "kind"},
                                                   {"--status", "status"},
                                                   {"--exit", "exit"},
                                                   {"--name", "name"},
                                                   {"--topic", "topic"}})
            if (session.has(flag)) filter_[parameter] = session.value(flag);
        if (!filter_.empty() && topics_.size() != 1)
            stop_for_input(
                "filters are those of one topic: name it, as in lariat follow fires --owner ADDRESS");
    }

    int run()
    {
        bool first = true;
        for (;;) {
            Stream stream(session_.http().url());
            const auto opened = stream.open(session_.timeout());
            if (!opened && (first || opened.error().kind == Failure::Kind::refused)) stop(opened.error());
            if (opened) {
                first = false;
                waiting_.clear();
                marks_.clear();
                const StreamEnd end = follow(stream);
                if (done_) return EXIT_GOOD;
                constexpr unsigned BAD_MESSAGE = 4000;
                if (end.code == BAD_MESSAGE) stop({Failure::Kind::refused, end.reason, "bad_message", {}});
                std::cerr << "lariat follow: the stream ended (" << end.code
                          << (end.reason.empty() ? "" : ", " + plain(end.reason)) << "); trying again\n";
            }
            std::this_thread::sleep_for(PAUSE);
        }
    }

private:
    StreamEnd follow(Stream& stream)
    {
        for (const std::string& topic : topics_) {
            Json message{{"subscribe", topic}, {"to", topic}};
            if (!filter_.empty()) message["filter"] = filter_;
            if (from_ && topic != "pending") message["from_height"] = *from_;
            if (const auto said = stream.say(message.dump()); !said) return said.error();
        }
        for (;;) {
            const auto got = stream.next();
            if (!got) return got.error();
            take(got.value());
            if (done_) return {};
        }
    }

    void take(const std::string& text)
    {
        const Json message = Json::parse(text, nullptr, false);
        if (!message.is_object()) return;
        if (message.contains("error"))
            stop({Failure::Kind::refused,
                  "the node does not give " + message.value("id", "it"),
                  message["error"].get<std::string>(),
                  {}});
        if (message.contains("revert")) return reverted(message);
        const std::string topic = message.value("id", "");
        if (message.contains("ok")) {
            // A cut before the first mark must lose nothing.
            if (!from_ && topic != "pending") from_ = number_of(message["height"]) + 1;
        } else if (message.contains("item") && topic == "pending") {
            say(topic, message);
        } else if (message.contains("item")) {
            if (waiting_.size() >= BUFFERED_MAX)
                stop(lariat::client::no_answer("the node gives items and no marks"));
            waiting_.push_back(message);
        } else if (message.contains("mark")) {
            marks_[topic] = number_of(message["mark"]);
            release();
        }
        std::cout.flush();
    }

    void reverted(const Json& message)
    {
        const u64 height = number_of(message["revert"]);
        std::erase_if(waiting_, [&](const Json& one) { return number_of(one["height"]) > height; });
        for (auto& [topic, mark] : marks_) mark = std::min(mark, height);
        if (!from_ || *from_ > height + 1) from_ = height + 1;
        if (session_.wants_json())
            std::cout << message.dump() << '\n';
        else
            std::cout << coloured(Colour::yellow, "back to block " + std::to_string(height),
                                  stdout_has_colour())
                      << '\n';
        std::cout.flush();
    }

    /// Says what lies at or below the lowest mark of all topics, in the order of heights and topics.
    void release()
    {
        u64 whole = U64_MAX;
        for (const std::string& topic : topics_) {
            if (topic == "pending") continue;
            const auto mark = marks_.find(topic);
            if (mark == marks_.end()) return;
            whole = std::min(whole, mark->second);
        }
        // By height and place of the topic; within these as they came.
        std::map<std::pair<u64, std::ptrdiff_t>, std::vector<Json>> ready;
        std::erase_if(waiting_, [&](const Json& one) {
            const u64 height = number_of(one["height"]);
            if (height > whole) return false;
            const auto topic = std::find(topics_.begin(), topics_.end(), one["id"].get<std::string>());
            ready[{height, topic - topics_.begin()}].push_back(one);
            return true;
        });
        for (const auto& [place, messages] : ready) {
            if (until_ && place.first > *until_) break;
            for (const Json& message : messages) say(message["id"].get<std::string>(), message);
        }
        if (!from_ || whole + 1 > *from_) from_ = whole + 1;
        if (until_ && whole >= *until_) done_ = true;
    }

    void say(const std::string& topic, const Json& message)
    {
        if (session_.wants_json())
            std::cout << message.dump() << '\n';
        else
            print_item(topic, message["item"]);
    }

    Session& session_;
    std::vector<std::string> topics_;
    Json filter_ = Json::object();
    std::optional<u64> from_, until_;
    std::vector<Json> waiting_;  ///< items of blocks that are not whole yet
    std::map<std::string, u64> marks_;
    bool done_ = false;
};

int follow(Session& session)
{
    std::vector<std::string> topics;
    for (const char* topic : TOPICS)
        if (std::find(session.words().begin(), session.words().end(), topic) != session.words().end())
            topics.push_back(topic);
    for (const std::string& word : session.words())
        if (!is_topic(word))
            stop_for_input("there is no topic \"" + word +
                           "\"; there are blocks, receipts, fires, exits, events, pending");
    if (topics.empty()) topics.assign(std::begin(USUAL), std::end(USUAL));
    return Follower(session, std::move(topics)).run();
}

}  // namespace

std::vector<Command> follow_commands()
{
    return {{"",
             "follow",
             "Show what happens, as it happens, until it is ended",
             {{"TOPIC", "blocks, receipts, fires, exits, events or pending [blocks fires exits events]",
               false, true}},
             {{"--from-height", "H", "begin with this block [the next]"},
              {"--until-height", "H", "end after this block"},
              {"--owner", "ADDRESS", "fires and exits of this owner"},
              {"--actor", "ADDRESS", "fires and events of this actor"},
              {"--sender", "ADDRESS", "receipts and pending of this sender"},
              {"--timer", "ID", "fires, exits and events of this timer"},
              {"--kind", "KIND", "fires of this kind"},
              {"--status", "STATUS", "fires that ended so"},
              {"--exit", "EXIT", "exits of this kind"},
              {"--name", "NAME", "events of this name"},
              {"--topic", "TEXT", "events with this topic"}},
             follow}};
}

}  // namespace lariat::cli::client
