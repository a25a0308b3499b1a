// Case and classes of characters of text that is not all ASCII.
#include "pvm/objects/str_wide_case.hpp"

#include "base/utf8.hpp"
#include "pvm/objects/unicode.hpp"

namespace lariat::pvm::wide {

namespace {

using namespace unicode;

constexpr u32 SIGMA = 0x3a3, SMALL_SIGMA = 0x3c3, FINAL_SIGMA = 0x3c2;

template <class F>
void each_point(std::string_view text, F&& f)
{
    while (!text.empty()) {
        const auto point = utf8::decode(view(text));
        f(point->value);
        text.remove_prefix(point->length);
    }
}

/// Goes through a text from the front and makes another, character by character. A sigma at the end of a word
/// is another letter than one within: what stands before it is remembered, what follows is looked at, which
/// for all of them together is the text once, as one sigma ends the looking of another.
class Lowering {
public:
    explicit Lowering(std::string_view text) : rest_(text) {}

    bool next()
    {
        if (rest_.empty()) return false;
        const u32 of = classes(point_);
        if ((of & IGNORABLE) == 0) cased_before_ = (of & CASED) != 0;
        const auto point = utf8::decode(view(rest_));
        point_ = point->value;
        rest_.remove_prefix(point->length);
        return true;
    }
    u32 point() const { return point_; }
    void append_lower(std::string& out)
    {
        if (point_ == SIGMA)
            utf8::append(out, cased_before_ && !cased_behind() ? FINAL_SIGMA : SMALL_SIGMA);
        else
            unicode::append_lower(out, point_);
    }

private:
    /// Whether the next character that is not ignorable is cased.
    bool cased_behind() const
    {
        for (std::string_view behind = rest_; !behind.empty();) {
            const auto point = utf8::decode(view(behind));
            const u32 of = classes(point->value);
            if ((of & IGNORABLE) == 0) return (of & CASED) != 0;
            behind.remove_prefix(point->length);
        }
        return false;
    }

    std::string_view rest_;
    u32 point_ = 0;  // which is in no class, before the first
    bool cased_before_ = false;
};

}  // namespace

std::string upper(std::string_view text)
{
    std::string out;
    each_point(text, [&](u32 point) { append_upper(out, point); });
    return out;
}

std::string lower(std::string_view text)
{
    std::string out;
    for (Lowering l(text); l.next();) l.append_lower(out);
    return out;
}

std::string folded(std::string_view text)
{
    std::string out;
    each_point(text, [&](u32 point) { append_folded(out, point); });
    return out;
}

std::string swapped(std::string_view text)
{
    std::string out;
    for (Lowering l(text); l.next();) {
        const u32 of = classes(l.point());
        if ((of & UPPER) != 0)
            l.append_lower(out);
        else if ((of & LOWER) != 0)
            append_upper(out, l.point());
        else
            utf8::append(out, l.point());
    }
    return out;
}

std::string titled(std::string_view text, bool first_alone)
{
    std::string out;
    bool inside = false;
    for (Lowering l(text); l.next();) {
        if (inside)
            l.append_lower(out);
        else
            append_title(out, l.point());
        inside = first_alone || (classes(l.point()) & CASED) != 0;
    }
    return out;
}

bool all(std::string_view text, u32 wanted)
{
    bool yes = !text.empty();
    each_point(text, [&](u32 point) { yes = yes && (classes(point) & wanted) != 0; });
    return yes;
}

bool identifier(std::string_view text)
{
    const auto first = utf8::decode(view(text));
    return first && (classes(first->value) & STARTS_NAME) != 0 && all(text, IN_NAME);
}

bool in_case(std::string_view text, bool want_upper)
{
    bool any = false, other = false;
    each_point(text, [&](u32 point) {
        const u32 of = classes(point);
        any = any || (of & (want_upper ? UPPER : LOWER)) != 0;
        other = other || (of & (TITLE | (want_upper ? LOWER : UPPER))) != 0;
    });
    return any && !other;
}

bool is_titled(std::string_view text)
{
    bool any = false, wrong = false, inside = false;
    each_point(text, [&](u32 point) {
        const u32 of = classes(point);
        wrong = wrong || ((of & (UPPER | TITLE)) != 0 ? inside : (of & LOWER) != 0 && !inside);
        inside = (of & CASED) != 0;
        any = any || inside;
    });
    return any && !wrong;
}

}  // namespace lariat::pvm::wide
