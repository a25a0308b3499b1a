// The JSON scanner: one loop that knows which tokens may come next, and a bit for each open array or object.
#include "base/json_scan.hpp"

#include "base/utf8.hpp"

namespace lariat {

namespace {

bool is_digit(u8 c) noexcept
{
    return c >= '0' && c <= '9';
}

/// Appends half of a surrogate pair as the three bytes that a code point of its value would have.
void append_surrogate(std::string& out, u32 half)
{
    out.push_back(static_cast<char>(0xe0 | half >> 12));
    out.push_back(static_cast<char>(0x80 | (half >> 6 & 0x3f)));
    out.push_back(static_cast<char>(0x80 | (half & 0x3f)));
}

class Scan {
public:
    Scan(BytesView text, JsonVisitor& visitor, std::size_t depth_max, JsonControls controls)
        : text_(text), visitor_(visitor), depth_max_(depth_max), controls_(controls)
    {
    }

    JsonOutcome run()
    {
        bool going = true;
        while (going) {
            skip_blanks();
            if (next_ == Next::nothing) break;
            going = at_ < text_.size() ? step(text_[at_]) : fail(JsonFault::truncated);
        }
        if (going && at_ < text_.size()) fail(JsonFault::trailing);
        return {fault_, at_};
    }

private:
    enum class Next : u8 { value, first_element, first_key, key, comma_or_end, nothing };

    bool fail(JsonFault fault) noexcept
    {
        fault_ = fault;
        return false;
    }
    bool told(bool go_on) noexcept { return go_on || fail(JsonFault::by_visitor); }

    void skip_blanks() noexcept
    {
        while (at_ < text_.size()) {
            const u8 c = text_[at_];
            if (c != ' ' && c != '\t' && c != '\n' && c != '\r') break;
            ++at_;
        }
    }

    bool step(u8 c)
    {
        switch (next_) {
            case Next::first_element:
                if (c == ']') return close(c);
                return value(c);
            case Next::value:
                return value(c);
            case Next::first_key:
                if (c == '}') return close(c);
                return key(c);
            case Next::key:
                return key(c);
            case Next::comma_or_end:
                if (c != ',') return close(c);
                ++at_;
                next_ = open_.back() ? Next::key : Next::value;
                return true;
            case Next::nothing:
                break;
        }
        return fail(JsonFault::syntax);
    }

    bool value(u8 c)
    {
        switch (c) {
            case '{':
            case '[':
                return open(c == '{');
            case '"': {
                JsonString s;
                return string(s) && told(visitor_.on_string(s)) && value_ended();
            }
            case 'n':
                return literal("null") && told(visitor_.on_null()) && value_ended();
            case 't':
                return literal("true") && told(visitor_.on_bool(true)) && value_ended();
            case 'f':
                return literal("false") && told(visitor_.on_bool(false)) && value_ended();
            default:
                if ((c == 'N' || c == 'I' || c == '-') && visitor_.takes_constants())
                    for (const std::string_view word : {"NaN", "Infinity", "-Infinity"})
                        if (text(text_.subspan(at_)).starts_with(word)) {
                            at_ += word.size();
                            return told(visitor_.on_constant(word)) && value_ended();
                        }
                return number() && value_ended();
        }
    }

    bool value_ended() noexcept
    {
        next_ = open_.empty() ? Next::nothing : Next::comma_or_end;
        return true;
    }

    bool open(bool is_object)
    {
        if (open_.size() >= depth_max_) return fail(JsonFault::too_deep);
        ++at_;
        open_.push_back(is_object);
        next_ = is_object ? Next::first_key : Next::first_element;
        return told(is_object ? visitor_.on_object_begin() : visitor_.on_array_begin());
    }

    bool close(u8 c)
    {
        const bool is_object = open_.back();
        if (c != (is_object ? u8{'}'} : u8{']'})) return fail(JsonFault::syntax);
        ++at_;
        open_.pop_back();
        return told(is_object ? visitor_.on_object_end() : visitor_.on_array_end()) && value_ended();
    }

    bool key(u8 c)
    {
        if (c != '"') return fail(JsonFault::syntax);
        JsonString name;
        if (!string(name) || !told(visitor_.on_key(name))) return false;
        skip_blanks();
        next_ = Next::value;
        return expect(':');
    }

    bool expect(u8 c) noexcept
    {
        if (at_ == text_.size()) return fail(JsonFault::truncated);
        if (text_[at_] != c) return fail(JsonFault::syntax);
        ++at_;
        return true;
    }

    bool literal(std::string_view word) noexcept
    {
        for (const char c : word)
            if (!expect(static_cast<u8>(c))) return false;
        return true;
    }

    bool digits() noexcept
    {
        if (at_ == text_.size()) return fail(JsonFault::truncated);
        if (!is_digit(text_[at_])) return fail(JsonFault::syntax);
        while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
        return true;
    }

    bool at_one_of(u8 a, u8 b) const noexcept
    {
        return at_ < text_.size() && (text_[at_] == a || text_[at_] == b);
    }

    bool number()
    {
        const std::size_t begin = at_;
        if (text_[at_] == '-') ++at_;
        if (at_one_of('0', '0'))
            ++at_;  // and no digit after it: what follows is no part of the number
        else if (!digits())
            return false;
        if (at_one_of('.', '.')) {
            ++at_;
            if (!digits()) return false;
        }
        if (at_one_of('e', 'E')) {
            ++at_;
            if (at_one_of('+', '-')) ++at_;
            if (!digits()) return false;
        }
        return told(visitor_.on_number(text(text_.subspan(begin, at_ - begin))));
    }

    /// Reads a string with its quotes. Without escapes, the text is a view of the input.
    bool string(JsonString& out)
    {
        ++at_;
        std::size_t plain_begin = at_;
        bool escaped = false;
        decoded_.clear();
        for (;;) {
            if (at_ == text_.size()) return fail(JsonFault::truncated);
            const u8 c = text_[at_];
            if (c == '"') break;
            if (c < 0x20 && controls_ == JsonControls::refused) return fail(JsonFault::control_character);
            if (c == '\\') {
                escaped = true;
                decoded_.append(text(text_.subspan(plain_begin, at_ - plain_begin)));
                if (!escape(out)) return false;
                plain_begin = at_;
            } else if (c < 0x80) {
                ++at_;
            } else {
                const auto point = utf8::decode(text_.subspan(at_));
                if (!point) return fail(JsonFault::utf8);
                at_ += point->length;
            }
        }
        out.text = text(text_.subspan(plain_begin, at_ - plain_begin));
        ++at_;
        if (escaped) {
            decoded_.append(out.text);
            out.text = decoded_;
        }
        return true;
    }

    bool escape(JsonString& out)
    {
        static constexpr std::string_view LETTERS = "\"\\/bfnrt", MEANINGS = "\"\\/\b\f\n\r\t";
        ++at_;
        if (at_ == text_.size()) return fail(JsonFault::truncated);
        if (text_[at_] == 'u') return unicode_escape(out);
        const std::size_t which = LETTERS.find(static_cast<char>(text_[at_]));
        if (which == LETTERS.npos) return fail(JsonFault::syntax);
        ++at_;
        decoded_.push_back(MEANINGS[which]);
        return true;
    }

    /// Reads an escape from its u on. The escapes of both halves of a surrogate pair make one code point.
    bool unicode_escape(JsonString& out)
    {
        u32 unit = 0;
        ++at_;
        if (!four_hex_digits(unit)) return false;
        if (unit >= 0xd800 && unit <= 0xdbff && at_ + 1 < text_.size() && text_[at_] == '\\' &&
            text_[at_ + 1] == 'u') {
            const std::size_t behind_first = at_;
            u32 second = 0;
            at_ += 2;
            if (!four_hex_digits(second)) return false;
            if (second >= 0xdc00 && second <= 0xdfff)
                unit = 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00);
            else
                at_ = behind_first;
        }
        if (!utf8::append(decoded_, unit)) {
            append_surrogate(decoded_, unit);
            out.lone_surrogate = true;
        }
        return true;
    }

    bool four_hex_digits(u32& unit) noexcept
    {
        for (int i = 0; i < 4; ++i, ++at_) {
            if (at_ == text_.size()) return fail(JsonFault::truncated);
            const u8 c = text_[at_];
            const u8 lower = c | 0x20;
            if (is_digit(c))
                unit = unit << 4 | (c - u32{'0'});
            else if (lower >= 'a' && lower <= 'f')
                unit = unit << 4 | (lower - u32{'a'} + 10);
            else
                return fail(JsonFault::syntax);
        }
        return true;
    }

    static std::string_view text(BytesView b) noexcept { return lariat::text(b); }

    BytesView text_;
    JsonVisitor& visitor_;
    std::size_t depth_max_;
    JsonControls controls_;
    std::size_t at_ = 0;
    Next next_ = Next::value;
    std::vector<bool> open_;  // true: an object
    std::string decoded_;     // of the string being read, if it has escapes
    JsonFault fault_ = JsonFault::none;
};

}  // namespace

JsonOutcome scan_json(BytesView text, JsonVisitor& visitor, std::size_t depth_max, JsonControls controls)
{
    return Scan(text, visitor, depth_max, controls).run();
}

}  // namespace lariat
