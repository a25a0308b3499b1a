// Writes tracebacks as Python prints them: the frames of an uncaught exception, its causes, its notes, the
// tree of a group; and the frames of an execution that a limit has ended.
#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "base/utf8.hpp"
#include "pvm/objects/groups.hpp"
#include "pvm/objects/vm.hpp"

namespace lariat::pvm {

namespace {

constexpr u32 GROUP_DEPTH_MAX = 10, GROUP_WIDTH_MAX = 15, SAME_LINES_MAX = 3;

/// Calls `line` for each frame, outermost first; a frame repeated more than three times is counted.
class FrameLines {
public:
    explicit FrameLines(std::function<void(std::string_view)> line) : line_(std::move(line)) {}
    void add(const Code* code, u64 line)
    {
        if (code == code_ && line == at_) {
            ++same_;
        } else {
            finish();
            same_ = 1;
        }
        code_ = code;
        at_ = line;
        if (same_ <= SAME_LINES_MAX)
            line_(cat("  File \"", code->owner->source_name, "\", line ", number(line), ", in ",
                      code->name->view()));
    }

    /// To be called after the last frame.
    void finish() const
    {
        if (same_ > SAME_LINES_MAX)
            line_(cat("  [Previous line repeated ", number(same_ - SAME_LINES_MAX), " more time",
                      same_ == SAME_LINES_MAX + 1 ? "]" : "s]"));
    }

private:
    std::function<void(std::string_view)> line_;
    const Code* code_ = nullptr;
    u64 at_ = 0;
    u32 same_ = 0;
};

std::string text_of(Vm& vm, Value v, std::string_view otherwise)
{
    std::string text;
    const Value saved = std::exchange(vm.pending, ABSENT);
    if (!str_to(vm, v, text)) text = otherwise;
    vm.pending = saved;
    return text;
}

class Writer {
public:
    Writer(Vm& vm, std::string& out) : vm_(vm), out_(out) {}

    /// The exception, after what it came from.
    void exception(Value last)
    {
        struct Link {
            Value exception;
            std::string_view before;  ///< what stands between it and the one that it came from
        };
        std::vector<Link> chain;
        for (Value e = last; e.present();) {
            vm_.charge(gas::ITEM);
            seen_.insert(e.as_object());
            const Exception* x = cast<Exception>(e);
            const bool caused = unseen(x->cause);
            const bool during = !caused && !x->suppress && unseen(x->context);
            chain.push_back(
                {e, caused   ? "The above exception was the direct cause of the following exception:"
                    : during ? "During handling of the above exception, another exception occurred:"
                             : ""});
            e = caused ? x->cause : during ? x->context : ABSENT;
        }
        for (std::size_t i = chain.size(); i-- > 0;) {
            if (!chain[i].before.empty()) {
                line("");
                line(chain[i].before);
                line("");
            }
            one(chain[i].exception);
        }
    }

private:
    bool unseen(Value e) const
    {
        return e.present() && is(e, Kind::Exception) && !seen_.contains(e.as_object());
    }
    std::string indent() const { return std::string(2 * depth_, ' '); }
    void raw(std::string_view text)
    {
        vm_.charge(text.size() + 1);
        out_ += text;
        out_ += '\n';
    }
    /// Behind the margin of the group that this is written in.
    void line(std::string_view text, char margin = '|')
    {
        if (depth_ == 0)
            raw(text);
        else
            raw(cat(indent(), std::string(1, margin), " ", text));
    }
    void lines(std::string_view text)
    {
        for (std::size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1))
            line(text.substr(0, end));
        line(text);
    }

    void one(Value e)
    {
        if (!is_group(e)) {
            if (cast<Exception>(e)->trace != nullptr) line("Traceback (most recent call last):");
            frames(e);
            said(e);
        } else if (depth_ > GROUP_DEPTH_MAX) {
            line(cat("... (max_group_depth is ", number(GROUP_DEPTH_MAX), ")"));
        } else {
            group(e);
        }
    }

    void group(Value e)
    {
        const u32 outer = depth_;
        depth_ = std::max(depth_, 1u);
        if (cast<Exception>(e)->trace != nullptr)
            line("Exception Group Traceback (most recent call last):", outer == 0 ? '+' : '|');
        frames(e);
        said(e);
        const Tuple* members = group_exceptions(e);
        const u32 shown = std::min(members->size, GROUP_WIDTH_MAX + 1);
        for (u32 i = 0; i < shown; ++i) {
            const bool rest = i == GROUP_WIDTH_MAX;
            closed_ = false;
            raw(cat(indent(), i == 0 ? "+-" : "  ", "+---------------- ", rest ? "..." : number(i + 1),
                    " ----------------"));
            ++depth_;
            const u32 more = members->size - GROUP_WIDTH_MAX;
            if (rest)
                line(cat("and ", number(more), " more exception", more == 1 ? "" : "s"));
            else
                exception(members->items[i]);
            if (i + 1 == shown && !closed_) {
                raw(cat(indent(), "+------------------------------------"));
                closed_ = true;  // also of the groups around whose last this was
            }
            --depth_;
        }
        depth_ = outer;
    }

    void frames(Value e)
    {
        FrameLines lines([this](std::string_view text) { line(text); });
        for (const TraceLine* t = cast<Exception>(e)->trace; t != nullptr; t = t->next) {
            vm_.charge(gas::ITEM);
            lines.add(t->code, t->line);
        }
        lines.finish();
    }

    /// "ValueError: too much", and its notes.
    void said(Value e)
    {
        const Class* cls = type_of(e);
        const std::string_view module = str_of(cls->module);
        std::string text(str_of(cls->qualname));
        if (module != "builtins" && module != "__main__") text = cat(module, ".", text);
        const std::string own = text_of(vm_, e, "<exception str() failed>");
        lines(own.empty() ? text : cat(text, ": ", own));
        Dict* attributes = own_attributes(e);
        const Value notes = attributes == nullptr ? ABSENT : dict_get_name(vm_, attributes, N.notes);
        if (is(notes, Kind::List) || is(notes, Kind::Tuple))
            for (u32 i = 0; i < notes.as_object()->size; ++i)
                lines(text_of(
                    vm_, is(notes, Kind::List) ? cast<List>(notes)->items[i] : cast<Tuple>(notes)->items[i],
                    "<note str() failed>"));
        else if (is_str(notes))  // a sequence too, of characters
            for (std::string_view rest = str_of(notes); !rest.empty();) {
                const std::size_t size = utf8::decode(view(rest))->length;
                lines(rest.substr(0, size));
                rest.remove_prefix(size);
            }
        else if (notes.present() && !(notes == NONE))
            lines(text_of(vm_, notes, "<__notes__ repr() failed>"));
    }

    Vm& vm_;
    std::string& out_;
    std::set<const Object*> seen_;  // asked, never walked
    u32 depth_ = 0;                 // of groups
    bool closed_ = false;
};

}  // namespace

void describe_traceback(Vm& vm, Value exception, std::string& out)
{
    Writer(vm, out).exception(exception);
}

void describe_exception(Vm& vm, Value exception, std::string& out)
{
    out = text_of(vm, exception, "<exception str() failed>");
}

void Vm::keep_trail() noexcept
{
    std::vector<const Frame*> frames_inside_out;
    for (const Frame* f = frame; f != nullptr; f = f->prev) frames_inside_out.push_back(f);
    FrameLines lines([this](std::string_view text) { halt_trail += cat(text, "\n"); });
    for (std::size_t i = frames_inside_out.size(); i-- > 0;) {
        const Code* code = frames_inside_out[i]->code;
        // The instruction before the one that comes next; of a frame that has not begun the first.
        const auto next = frames_inside_out[i]->ip - code->instructions.data();
        const auto at = std::clamp<std::ptrdiff_t>(next - 1, 0, std::ssize(code->lines) - 1);
        lines.add(code, code->lines[static_cast<std::size_t>(at)]);
    }
    lines.finish();
}

}  // namespace lariat::pvm
