// Builds the JSON objects of which an answer or a block has many.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/checked.hpp"
#include "trace/output.hpp"

namespace lariat::trace {

/// An object whose members are added in order, each with another key. `json[key] = value` looks for the key
/// first, and a list in braces copies each value.
class Members {
public:
    explicit Members(std::size_t expected) : Members(expected, OrderedJson::object()) {}
    /// Members behind those that an object has.
    Members(std::size_t expected, OrderedJson object) : json_(std::move(object))
    {
        members_ = json_.get_ptr<OrderedJson::object_t*>();
        members_->reserve(expected);
    }
    Members(const Members&) = delete;
    Members& operator=(const Members&) = delete;

    template <class T>
    Members& add(std::string key, T&& value)
    {
        members_->emplace_back(std::move(key), std::forward<T>(value));
        return *this;
    }
    /// The object so far, for what is seldom there.
    OrderedJson& object() { return json_; }
    OrderedJson take() { return std::move(json_); }

private:
    OrderedJson json_;
    OrderedJson::object_t* members_;
};

/// The same as text, for the objects that are asked for most: nothing is built that would be thrown away.
class TextMembers {
public:
    explicit TextMembers(std::size_t expected) { text_.reserve(expected); }
    /// `json` is JSON already.
    TextMembers& raw(std::string_view key, std::string_view json)
    {
        text_ += text_.empty() ? "{\"" : ",\"";
        text_ += key;
        text_ += "\":";
        text_ += json;
        return *this;
    }
    /// A text that no character of needs an escape.
    TextMembers& plain(std::string_view key, std::string_view text)
    {
        raw(key, "\"");
        text_ += text;
        text_ += '"';
        return *this;
    }
    TextMembers& text(std::string_view key, const std::string& any)
    {
        return raw(key, OrderedJson(any).dump());
    }
    TextMembers& number(std::string_view key, u64 value)
    {
        constexpr u64 LARGEST_EXACT = u64{1} << 53;  // as trace::number
        return value <= LARGEST_EXACT ? raw(key, std::to_string(value)) : plain(key, std::to_string(value));
    }
    TextMembers& amount(std::string_view key, u128 value) { return plain(key, to_decimal(value)); }
    TextMembers& null(std::string_view key) { return raw(key, "null"); }
    std::string take()
    {
        text_ += '}';
        return std::move(text_);
    }

private:
    std::string text_;  ///< without the brace at the end
};

}  // namespace lariat::trace
