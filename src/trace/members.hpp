// Builds the JSON objects of which an answer or a block has many, as a value or as text. Both have the same
// members, so what writes an object to one writes it to the other.
#pragma once

#include <algorithm>
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
    Members& json(std::string_view key, OrderedJson value) { return add(std::string(key), std::move(value)); }
    Members& plain(std::string_view key, std::string_view text) { return text_of(key, text); }
    Members& text(std::string_view key, std::string_view any) { return text_of(key, any); }
    Members& number(std::string_view key, u64 value) { return json(key, trace::number(value)); }
    Members& amount(std::string_view key, u128 value) { return json(key, to_decimal(value)); }
    Members& null(std::string_view key) { return json(key, OrderedJson()); }
    /// `put` writes the members of an object that is a member.
    template <class Put>
    Members& object(std::string_view key, const Put& put)
    {
        Members inner(4);
        put(inner);
        return json(key, inner.take());
    }
    OrderedJson take() { return std::move(json_); }

private:
    Members& text_of(std::string_view key, std::string_view text)
    {
        return add(std::string(key), std::string(text));
    }

    OrderedJson json_;
    OrderedJson::object_t* members_;
};

/// The same as text, for the objects that are asked for most: nothing is built that would be thrown away.
class TextMembers {
public:
    /// `buffer`: memory to use, whatever it holds.
    explicit TextMembers(std::size_t expected, std::string buffer = {}) : text_(std::move(buffer))
    {
        text_.clear();
        text_.reserve(expected);
    }
    /// `json` is JSON already.
    TextMembers& raw(std::string_view key, std::string_view json)
    {
        text_ += text_.empty() ? "{\"" : ",\"";
        text_ += key;
        text_ += "\":";
        text_ += json;
        return *this;
    }
    /// Members that are text already, with commas between them.
    TextMembers& more(std::string_view members)
    {
        if (members.empty()) return *this;
        text_ += text_.empty() ? '{' : ',';
        text_ += members;
        return *this;
    }
    TextMembers& json(std::string_view key, const OrderedJson& value) { return raw(key, value.dump()); }
    /// A text that no character of needs an escape.
    TextMembers& plain(std::string_view key, std::string_view text)
    {
        raw(key, "\"");
        text_ += text;
        text_ += '"';
        return *this;
    }
    TextMembers& text(std::string_view key, std::string_view any)
    {
        const bool is_plain =
            std::ranges::all_of(any, [](char c) { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; });
        return is_plain ? plain(key, any) : json(key, std::string(any));
    }
    TextMembers& number(std::string_view key, u64 value)
    {
        constexpr u64 LARGEST_EXACT = u64{1} << 53;  // as trace::number
        return value <= LARGEST_EXACT ? raw(key, std::to_string(value)) : plain(key, std::to_string(value));
    }
    TextMembers& amount(std::string_view key, u128 value) { return plain(key, to_decimal(value)); }
    TextMembers& null(std::string_view key) { return raw(key, "null"); }
    template <class Put>
    TextMembers& object(std::string_view key, const Put& put)
    {
        TextMembers inner(64);
        put(inner);
        return raw(key, inner.take());
    }
    /// The object.
    std::string take()
    {
        text_ += text_.empty() ? "{}" : "}";
        return std::move(text_);
    }
    /// Its members alone, without the braces.
    std::string take_members()
    {
        if (!text_.empty()) text_.erase(0, 1);
        return std::move(text_);
    }

private:
    std::string text_;  ///< without the brace at the end
};

}  // namespace lariat::trace
