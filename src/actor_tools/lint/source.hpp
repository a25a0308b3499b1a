// Facts about the source of an actor that the checks share: its class, its handlers, and the host's names in
// it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "pvm/syntax/ast.hpp"

namespace lariat::actor_tools::lint {

namespace syntax = pvm::syntax;

/// A name of pvm_host, cowboy_sdk or cowboy_sdk.runtime.
struct HostName {
    std::string module, name;

    bool is(std::string_view wanted) const { return module != "" && name == wanted; }
};

class Source {
public:
    using Functions = std::map<std::string, const syntax::FunctionDef*, std::less<>>;

    /// The tree must outlive this.
    explicit Source(const syntax::Module& module);

    const syntax::Module& tree;
    std::string actor_class;                      ///< empty: the module's functions are the handlers
    std::set<std::string, std::less<>> handlers;  ///< as the VM judges it; with names that begin with `_`
    Functions methods;                            ///< of the actor's class and its bases in the module
    Functions functions;                          ///< of the module
    std::map<std::string, std::string> modules;   ///< a local name of a module of the host, and the module
    std::map<std::string, HostName> imported;     ///< a local name of something imported from one

    /// Can it be called from outside? `deploy` and `getGasBid` cannot.
    bool is_callable(std::string_view handler) const;
    /// The handler with this name; null when `def` did not make it.
    const syntax::FunctionDef* handler(std::string_view name) const;
    /// The name that an expression has in a module of the host, whether or not the module has such a name.
    std::optional<HostName> host_name(const syntax::Expr& e) const;
    /// The same where the expression names a module of the host.
    std::optional<std::string> host_module(const syntax::Expr& e) const;

private:
    void read_imports();
    void read_methods();
};

bool is_name(const syntax::Expr& e, std::string_view name);
/// `self.NAME`
bool is_self_attribute(const syntax::Expr& e, std::string_view name);
/// The text of a str constant.
std::optional<std::string_view> text_constant(const syntax::Expr* e);
/// An argument by position or by name; null where it is not given, or could be in `*args` or `**kwargs`.
const syntax::Expr* argument(const syntax::Call& call, std::size_t position, std::string_view name);

}  // namespace lariat::actor_tools::lint
