// Builds the JSON objects of which an answer or a block has many.
#pragma once

#include <utility>

#include "node/tx_json.hpp"

namespace lariat::node {

/// An object whose members are added in order, each with another key. `json[key] = value` looks for the key
/// first, and a list in braces copies each value.
class Members {
public:
    explicit Members(std::size_t expected) : json_(OrderedJson::object())
    {
        members_ = json_.get_ptr<OrderedJson::object_t*>();
        members_->reserve(expected);
    }
    Members(const Members&) = delete;
    Members& operator=(const Members&) = delete;

    template <class T>
    Members& add(const char* key, T&& value)
    {
        members_->emplace_back(key, std::forward<T>(value));
        return *this;
    }
    OrderedJson take() { return std::move(json_); }

private:
    OrderedJson json_;
    OrderedJson::object_t* members_;
};

}  // namespace lariat::node
