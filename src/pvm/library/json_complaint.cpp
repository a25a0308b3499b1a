// What CPython's decoder says about a text that is no JSON, and where: its rules, walked without recursion.
#include "pvm/library/json_complaint.hpp"

#include <vector>

namespace lariat::pvm {

namespace {

class Reading {
public:
    Reading(std::string_view s, JsonControls controls) : s_(s), controls_(controls) {}

    JsonComplaint complaint()
    {
        space();
        if (value())
            for (; found_.message.empty() && !open_.empty();) next();
        if (found_.message.empty()) {
            space();
            if (at_ < s_.size()) fail("Extra data", at_);
        }
        return found_;
    }

private:
    bool fail(std::string_view message, std::size_t at)
    {
        found_ = {message, at};
        return false;
    }
    bool here(char c) const { return at_ < s_.size() && s_[at_] == c; }
    void space()
    {
        while (at_ < s_.size() && std::string_view(" \t\n\r").find(s_[at_]) != std::string_view::npos) ++at_;
    }
    bool digit() const { return at_ < s_.size() && s_[at_] >= '0' && s_[at_] <= '9'; }

    // A value that begins here; of a container, its beginning: up to the first value that is none.
    bool value()
    {
        while (here('[') || here('{')) {
            const bool array = here('[');
            ++at_;
            space();
            if (here(array ? ']' : '}')) {
                ++at_;
                return true;
            }
            open_.push_back(array);
            if (!array && !name()) return false;
        }
        if (at_ >= s_.size()) return fail("Expecting value", at_);
        if (here('"')) return text();
        for (const std::string_view word : {"null", "true", "false", "NaN", "Infinity", "-Infinity"})
            if (s_.substr(at_).starts_with(word)) {
                at_ += word.size();
                return true;
            }
        return number();
    }
    bool number()
    {
        const std::size_t begin = at_;
        if (here('-')) ++at_;
        if (!digit()) return fail("Expecting value", begin);
        if (here('0'))
            ++at_;
        else
            while (digit()) ++at_;
        std::size_t mark = at_;
        if (here('.')) {
            ++at_;
            if (!digit()) at_ = mark;
            while (digit()) ++at_;
        }
        mark = at_;
        if (here('e') || here('E')) {
            ++at_;
            if (here('-') || here('+')) ++at_;
            if (!digit()) at_ = mark;
            while (digit()) ++at_;
        }
        return true;
    }
    bool text()
    {
        const std::size_t begin = at_++;
        for (;; ++at_) {
            if (at_ >= s_.size()) return fail("Unterminated string starting at", begin);
            const char c = s_[at_];
            if (c == '"') break;
            if (static_cast<unsigned char>(c) < 0x20 && controls_ == JsonControls::refused)
                return fail("Invalid control character at", at_);
            if (c != '\\') continue;
            if (++at_ >= s_.size()) return fail("Unterminated string starting at", begin);
            if (s_[at_] == 'u') {
                const std::size_t u = at_;
                if (u + 5 >= s_.size()) return fail("Invalid \\uXXXX escape", u);
                for (; at_ < u + 4; ++at_)
                    if (std::string_view("0123456789abcdefABCDEF").find(s_[at_ + 1]) ==
                        std::string_view::npos)
                        return fail("Invalid \\uXXXX escape", u);
            } else if (std::string_view("\"\\/bfnrt").find(s_[at_]) == std::string_view::npos) {
                return fail("Invalid \\escape", at_ - 1);
            }
        }
        ++at_;
        return true;
    }
    // A name and its colon, up to the value.
    bool name()
    {
        if (!here('"')) return fail("Expecting property name enclosed in double quotes", at_);
        if (!text()) return false;
        space();
        if (!here(':')) return fail("Expecting ':' delimiter", at_);
        ++at_;
        space();
        return true;
    }
    // Behind a value in a container.
    void next()
    {
        space();
        const bool array = open_.back();
        if (here(array ? ']' : '}')) {
            ++at_;
            open_.pop_back();
            return;
        }
        if (!here(',')) {
            fail("Expecting ',' delimiter", at_);
            return;
        }
        ++at_;
        space();
        if (array || name()) value();
    }

    std::string_view s_;
    JsonControls controls_;
    std::size_t at_ = 0;
    std::vector<bool> open_;  ///< of each open container: is it an array?
    JsonComplaint found_;
};

}  // namespace

JsonComplaint json_complaint(std::string_view text, JsonControls controls)
{
    return Reading(text, controls).complaint();
}

}  // namespace lariat::pvm
