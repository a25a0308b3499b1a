// The messages of a stream (section 6 of the node's specification): reading the client's, writing the node's.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "node/archive.hpp"

namespace lariat::node {

/// What a subscription is to.
struct StreamTopic {
    std::optional<Archive::Table> history;  ///< nothing: the pool
    ArchiveFilters filters;
};

struct SubscribeMessage {
    std::string id;
    StreamTopic topic;
    std::optional<u64> from_height;
};
struct UnsubscribeMessage {
    std::string id;
};
/// It names a subscription and asks for something that cannot be: answered with the code of a problem.
struct RefusedMessage {
    std::string id;
    std::string code;
};
/// It is no message of this protocol: the stream ends.
struct BadMessage {
    std::string why;
};
using ClientMessage = std::variant<SubscribeMessage, UnsubscribeMessage, RefusedMessage, BadMessage>;

ClientMessage read_client_message(const std::string& text);

std::string ok_message(const std::string& id, u64 height);
std::string error_message(const std::string& id, std::string_view code);
/// `item` is JSON.
std::string item_message(const std::string& id, u64 height, std::string_view item);
std::string mark_message(const std::string& id, u64 height, const std::string& state_root);
std::string revert_message(u64 height);

}  // namespace lariat::node
