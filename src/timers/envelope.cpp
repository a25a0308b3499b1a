// Reads an envelope in one pass: the two members at the top, and the names of all members, which must
// differ.
#include "timers/envelope.hpp"

#include <algorithm>
#include <utility>

#include "base/base64.hpp"
#include "base/json_scan.hpp"

namespace lariat::timers {

namespace {

/// Names of the objects that are open. Sorted when an object ends: hashing would let a payload
/// choose its collisions. Readers of JSON differ in which of two equal names counts, inside an
/// ignored member too, so the rule is taken for objects at every depth.
class MemberNames {
public:
    void begin_object() { first_of_object_.push_back(names_.size()); }
    void add(std::string_view name)
    {
        names_.push_back({text_.size(), name.size()});
        text_.append(name);
    }
    /// False if two names of the object are equal.
    bool end_object()
    {
        const auto first = names_.begin() + static_cast<std::ptrdiff_t>(first_of_object_.back());
        const std::size_t text_begin = first == names_.end() ? text_.size() : first->begin;
        std::sort(first, names_.end(),
                  [this](Name a, Name b) { return a.size != b.size ? a.size < b.size : view(a) < view(b); });
        const bool distinct = std::adjacent_find(first, names_.end(), [this](Name a, Name b) {
                                  return view(a) == view(b);
                              }) == names_.end();
        names_.erase(first, names_.end());
        text_.resize(text_begin);
        first_of_object_.pop_back();
        return distinct;
    }
    std::size_t objects_open() const noexcept { return first_of_object_.size(); }

private:
    struct Name {
        std::size_t begin, size;
    };
    std::string_view view(Name n) const noexcept { return std::string_view(text_).substr(n.begin, n.size); }

    std::string text_;
    std::vector<Name> names_;
    std::vector<std::size_t> first_of_object_;
};

/// Stops the scan as soon as the payload cannot be an envelope.
class EnvelopeVisitor final : public JsonVisitor {
public:
    std::optional<Envelope> take()
    {
        if (!handler_ || !payload_) return std::nullopt;
        return Envelope{std::move(*handler_), std::move(*payload_)};
    }

    bool on_null() override { return other_value(); }
    bool on_bool(bool) override { return other_value(); }
    bool on_number(std::string_view) override { return other_value(); }
    bool on_array_begin() override { return other_value(); }
    bool on_array_end() override { return true; }
    bool on_object_begin() override
    {
        if (member_ != Member::other) return false;
        names_.begin_object();
        return true;
    }
    bool on_object_end() override { return names_.end_object(); }

    bool on_key(const JsonString& name) override
    {
        // Half of a surrogate pair is no text, so there is nothing to compare the name by.
        if (name.lone_surrogate) return false;
        names_.add(name.text);
        member_ = Member::other;
        if (names_.objects_open() == 1) {
            if (name.text == "_handler") member_ = Member::handler;
            if (name.text == "_payload") member_ = Member::payload;
        }
        return true;
    }

    bool on_string(const JsonString& value) override
    {
        const Member member = std::exchange(member_, Member::other);
        if (member == Member::other) return !outside();  // an ignored member may say anything
        if (value.lone_surrogate) return false;
        if (member == Member::handler) {
            if (value.text.empty() || value.text.size() > ENVELOPE_HANDLER_BYTES_MAX) return false;
            handler_ = std::string(value.text);
            return true;
        }
        payload_ = base64_decode(value.text);
        return payload_.has_value();
    }

private:
    enum class Member : u8 { other, handler, payload };

    bool outside() const noexcept { return names_.objects_open() == 0; }
    bool other_value() const noexcept { return !outside() && member_ == Member::other; }

    MemberNames names_;
    Member member_ = Member::other;
    std::optional<std::string> handler_;
    std::optional<Bytes> payload_;
};

}  // namespace

std::optional<Envelope> parse_envelope(BytesView payload)
{
    EnvelopeVisitor visitor;
    if (!scan_json(payload, visitor).ok()) return std::nullopt;
    return visitor.take();
}

}  // namespace lariat::timers
