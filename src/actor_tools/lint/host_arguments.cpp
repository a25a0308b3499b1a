// Warns of host calls whose arguments do not fit: a TypeError once the line runs.
#include "actor_tools/lint/checks.hpp"
#include "actor_tools/lint/walk.hpp"
#include "actor_tools/nearest.hpp"
#include "pvm/objects/natives.hpp"

namespace lariat::actor_tools::lint {

using namespace pvm::syntax;

namespace {

struct Parameter {
    std::string name;
    bool required = true;
    bool by_name_only = false;
};
using Parameters = std::vector<Parameter>;

/// Reads NativeSpec::parameters: "a,b=,*,c=".
Parameters read_parameters(std::string_view text)
{
    Parameters out;
    bool by_name_only = false;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view one = text.substr(0, comma);
        text.remove_prefix(std::min(comma + 1, text.size()));
        if (one == "*")
            by_name_only = true;
        else
            out.push_back({std::string(one.substr(0, one.find('='))), !one.ends_with('='), by_name_only});
    }
    return out;
}

using Signatures = std::map<std::string, Parameters, std::less<>>;

const Signatures& signatures()
{
    static const Signatures known = [] {
        Signatures all;
        pvm::each_native([&](std::string_view of, const pvm::NativeSpec& spec) {
            if (of == "pvm_host" || of == "cowboy_sdk" || of == "cowboy_sdk.runtime")
                all.emplace(std::string(of) + "." + spec.name, read_parameters(spec.parameters));
        });
        // Written in Python, in library/python.
        all.emplace("cowboy_sdk.TxFeeParams",
                    read_parameters("max_fee_per_cycle,max_priority_fee_per_cycle,max_fee_per_cell=,"
                                    "max_priority_fee_per_cell="));
        all.emplace("cowboy_sdk.only_self", read_parameters("handler"));
        all.emplace("cowboy_sdk.only_owner", read_parameters("handler"));
        return all;
    }();
    return known;
}

std::string shown(const std::string& name, const Parameters& parameters)
{
    std::string out;
    bool starred = false;
    for (const Parameter& p : parameters) {
        if (!out.empty()) out += ", ";
        if (p.by_name_only && !starred) out += "*, ";
        starred = starred || p.by_name_only;
        out += p.name + (p.required ? "" : "=…");
    }
    return name + "(" + out + ")";
}

class HostCalls : public Walk {
public:
    HostCalls(const Source& source, Warnings& out) : source_(source), out_(out) {}

protected:
    bool enter(const Expr& e) override
    {
        if (e.kind != ExprKind::Call) return true;
        const auto called = source_.host_name(*as<Call>(e).func);
        if (!called) return true;
        const auto at = signatures().find(called->module + "." + called->name);
        if (at == signatures().end()) return true;
        const std::string wrong = what_is_wrong(as<Call>(e), called->name, at->second);
        if (!wrong.empty())
            out_.push_back(
                {e.line, e.column, called->name + "(): " + wrong, shown(called->name, at->second)});
        return true;
    }

private:
    static std::string what_is_wrong(const Call& call, std::string_view name, const Parameters& parameters)
    {
        std::set<std::string, std::less<>> given;
        std::size_t position = 0;
        bool open = false;  // *args or **kwargs may hold any of the others
        for (const Expr* argument : call.args) {
            if (argument->kind == ExprKind::Starred) {
                open = true;
                break;
            }
            if (position == parameters.size() || parameters[position].by_name_only) {
                const std::size_t most = position;
                return "takes at most " + std::to_string(most) + (most == 1 ? " argument" : " arguments") +
                       " by position, " + std::to_string(call.args.size()) + " are given";
            }
            given.insert(parameters[position++].name);
        }
        for (const Keyword* k : call.keywords) {
            if (k->arg.empty()) {
                open = true;
                continue;
            }
            const auto is_this = [&](const Parameter& p) { return p.name == k->arg; };
            if (std::none_of(parameters.begin(), parameters.end(), is_this))
                return "takes no argument '" + std::string(k->arg) + "'";
            if (!given.emplace(k->arg).second) return "argument '" + std::string(k->arg) + "' is given twice";
        }
        if (open) return {};
        if (name == "cancel_timer" && given.empty()) return "argument 'timer_id' is missing";
        for (const Parameter& p : parameters)
            if (p.required && !given.contains(p.name)) return "argument '" + p.name + "' is missing";
        return {};
    }

    const Source& source_;
    Warnings& out_;
};

}  // namespace

void find_wrong_host_arguments(const Source& source, Warnings& out)
{
    HostCalls(source, out).statements(source.tree.body);
}

}  // namespace lariat::actor_tools::lint
