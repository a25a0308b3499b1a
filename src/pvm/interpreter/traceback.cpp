// What Python prints of an exception that nobody caught: the frames, what it came from, its notes, and the
// tree of a group.
#include <algorithm>
#include <set>
#include <utility>

#include "base/utf8.hpp"
#include "pvm/interpreter/vm.hpp"
#include "pvm/objects/groups.hpp"

namespace lariat::pvm {

namespace {

constexpr u32 GROUP_DEPTH_MAX = 10, GROUP_WIDTH_MAX = 15, SAME_LINES_MAX = 3;

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
        const TraceLine* before = nullptr;
        u32 same = 0;
        const auto end_of_repetition = [&] {
            if (same > SAME_LINES_MAX)
                line(cat("  [Previous line repeated ", number(same - SAME_LINES_MAX), " more time",
                         same == SAME_LINES_MAX + 1 ? "]" : "s]"));
        };
        for (const TraceLine* t = cast<Exception>(e)->trace; t != nullptr; before = t, t = t->next) {
            if (before != nullptr && before->line == t->line && before->code == t->code) {
                ++same;
            } else {
                end_of_repetition();
                same = 1;
            }
            vm_.charge(gas::ITEM);
            if (same <= SAME_LINES_MAX)
                line(cat("  File \"", t->code->owner->source_name, "\", line ", number(t->line), ", in ",
                         t->code->name->view()));
        }
        end_of_repetition();
    }

    /// "ValueError: too much", and its notes.
    void said(Value e)
    {
        const Class* cls = type_of(e);
        const std::string_view module = str_of(cls->module);
        std::string text(str_of(cls->qualname));
        if (module != "builtins" && module != "__main__") text = cat(module, ".", text);
        const std::string own = text_of(e, "<exception str() failed>");
        lines(own.empty() ? text : cat(text, ": ", own));
        Dict* attributes = own_attributes(e);
        const Value notes = attributes == nullptr ? ABSENT : dict_get_name(vm_, attributes, N.notes);
        if (is(notes, Kind::List) || is(notes, Kind::Tuple))
            for (u32 i = 0; i < notes.as_object()->size; ++i)
                lines(text_of(
                    is(notes, Kind::List) ? cast<List>(notes)->items[i] : cast<Tuple>(notes)->items[i],
                    "<note str() failed>"));
        else if (is_str(notes))  // a sequence too, of characters
            for (std::string_view rest = str_of(notes); !rest.empty();) {
                const std::size_t size = utf8::decode(view(rest))->length;
                lines(rest.substr(0, size));
                rest.remove_prefix(size);
            }
        else if (notes.present() && !(notes == NONE))
            lines(text_of(notes, "<__notes__ repr() failed>"));
    }

    std::string text_of(Value v, std::string_view otherwise)
    {
        std::string text;
        const Value saved = std::exchange(vm_.pending, ABSENT);
        if (!str_to(vm_, v, text)) text = otherwise;
        vm_.pending = saved;
        return text;
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

}  // namespace lariat::pvm
