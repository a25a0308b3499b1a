// Warns of names that the host's modules do not have: an AttributeError once the line runs.
#include "actor_tools/lint/checks.hpp"
#include "actor_tools/lint/walk.hpp"
#include "actor_tools/nearest.hpp"
#include "pvm/compiler/compiler.hpp"
#include "pvm/library/modules.hpp"

namespace lariat::actor_tools::lint {

using namespace pvm::syntax;

namespace {

struct Replacement {
    std::string_view name, instead;
};

/// Names that authors of contracts try, with their replacements.
constexpr Replacement REPLACEMENTS[] = {
    {"sender", "pvm_host.context()[\"sender\"]"},
    {"caller", "pvm_host.context()[\"sender\"]"},
    {"msg_sender", "pvm_host.context()[\"sender\"]"},
    {"get_sender", "pvm_host.context()[\"sender\"]"},
    {"timestamp", "pvm_host.context()[\"timestamp_ms\"]"},
    {"now", "pvm_host.context()[\"timestamp_ms\"]"},
    {"time", "pvm_host.context()[\"timestamp_ms\"]"},
    {"address", "pvm_host.context()[\"actor_addr\"], or self.address"},
    {"self_address", "pvm_host.context()[\"actor_addr\"], or self.address"},
    {"height", "pvm_host.block_height()"},
    {"log", "pvm_host.emit_event(topic, data)"},
    {"emit", "pvm_host.emit_event(topic, data)"},
    {"event", "pvm_host.emit_event(topic, data)"},
    {"send", "pvm_host.transfer(to, amount), or pvm_host.send_message(target, payload)"},
    {"call", "pvm_host.send_message(target, payload): calls are not synchronous"},
    {"call_actor", "pvm_host.send_message(target, payload): calls are not synchronous"},
    {"storage", "self.storage, or pvm_host.get_state(key)"},
    {"get_storage", "pvm_host.get_state(key), or self.storage"},
    {"set_storage", "pvm_host.set_state(key, value), or self.storage"},
    {"random", "pvm_host.randomness(domain)"},
    {"hash", "pvm_host.keccak256(data)"},
    {"sha256", "hashlib.sha256(data).digest()"},
};

constexpr std::string_view CONTEXT_KEYS[] = {"block_height", "block_hash", "tx_hash", "sender",
                                             "timestamp_ms", "actor_addr", "msg_id",  "nonce",
                                             "timer_id",     "fire_seq",   "trigger"};
constexpr std::string_view DICT_METHODS[] = {"get", "items",      "keys",   "values",  "copy",
                                             "pop", "setdefault", "update", "popitem", "clear"};

std::vector<std::string> names_of(std::string_view module)
{
    if (module != "cowboy_sdk.runtime") return pvm::exported(module);
    std::vector<std::string> names;
    for (const pvm::NativeSpec& spec : pvm::runtime_functions()) names.emplace_back(spec.name);
    return names;
}

class HostNames : public Walk {
public:
    HostNames(const Source& source, Warnings& out) : source_(source), out_(out) {}

protected:
    bool enter(const Expr& e) override
    {
        if (e.kind == ExprKind::Attribute) {
            const auto& a = as<Attribute>(e);
            if (const auto module = source_.host_module(*a.value)) look_up(*module, a);
            if (is_context(*a.value) && !among(DICT_METHODS, a.attr))
                warn(e, "context() is a dict and has no attribute '" + std::string(a.attr) + "'",
                     among(CONTEXT_KEYS, a.attr) ? "context()[\"" + std::string(a.attr) + "\"]"
                                                 : key_hint(a.attr));
        }
        if (e.kind == ExprKind::Subscript && is_context(*as<Subscript>(e).value))
            if (const auto key = text_constant(as<Subscript>(e).slice); key && !among(CONTEXT_KEYS, *key))
                warn(e, "context() has no key '" + std::string(*key) + "'", key_hint(*key));
        return true;
    }

private:
    template <std::size_t N>
    static bool among(const std::string_view (&names)[N], std::string_view name)
    {
        return std::find(std::begin(names), std::end(names), name) != std::end(names);
    }

    static std::string key_hint(std::string_view wrong)
    {
        for (const std::string_view caller : {"caller", "from", "origin", "signer"})
            if (wrong == caller) return "context()[\"sender\"]";
        for (const std::string_view time : {"timestamp", "time", "now", "block_timestamp"})
            if (wrong == time) return "context()[\"timestamp_ms\"]";
        if (wrong == "value" || wrong == "amount")
            return "no money comes with a call: a transfer is a transaction of its own";
        const std::string meant = nearest(wrong, CONTEXT_KEYS);
        return meant.empty() ? "" : "context()[\"" + meant + "\"]";
    }

    bool is_context(const Expr& e) const
    {
        if (e.kind != ExprKind::Call) return false;
        const auto name = source_.host_name(*as<Call>(e).func);
        return name && name->name == "context";
    }

    void look_up(const std::string& module, const Attribute& a)
    {
        if (a.attr.starts_with("__")) return;
        const std::vector<std::string> names = names_of(module);
        if (std::find(names.begin(), names.end(), a.attr) != names.end()) return;
        warn(a, "module '" + module + "' has no name '" + std::string(a.attr) + "'",
             name_hint(names, a.attr));
    }

    static std::string name_hint(const std::vector<std::string>& names, std::string_view wrong)
    {
        for (const Replacement& r : REPLACEMENTS)
            if (r.name == wrong) return std::string(r.instead);
        const std::string meant = nearest(wrong, names);
        return meant.empty() ? "" : "did you mean '" + meant + "'?";
    }

    void warn(const Expr& e, std::string text, std::string hint)
    {
        out_.push_back({e.line, e.column, std::move(text), std::move(hint)});
    }

    const Source& source_;
    Warnings& out_;
};

}  // namespace

void find_unknown_host_names(const Source& source, Warnings& out)
{
    HostNames(source, out).statements(source.tree.body);
}

}  // namespace lariat::actor_tools::lint
