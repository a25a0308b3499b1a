// import: the allow-list, and how a module comes to be in an execution.
#include <algorithm>
#include <mutex>

#include "pvm/compiler/compiler.hpp"
#include "pvm/library/modules.hpp"
#include "pvm/syntax/parser.hpp"

namespace lariat::pvm {

namespace {

constexpr const NativeModule* NATIVE_MODULES[] = {&HOST_MODULE, &SDK_MODULE, &JSON_MODULE, &BASE64_MODULE,
                                                  &HASHLIB_MODULE};

struct LibraryModule {
    ModuleCode code;
    std::vector<std::string> names;  ///< that its statements bind, sorted
};

// Library modules bind at their first level only.
std::vector<std::string> bound_names(const syntax::Module& tree)
{
    using namespace syntax;
    std::vector<std::string> names;
    for (const Stmt* s : tree.body) {
        if (s->kind == StmtKind::FunctionDef) names.emplace_back(as<FunctionDef>(*s).name);
        if (s->kind == StmtKind::ClassDef) names.emplace_back(as<ClassDef>(*s).name);
        if (s->kind != StmtKind::Assign) continue;
        for (const syntax::Expr* target : as<Assign>(*s).targets)
            if (target->kind == ExprKind::Name) names.emplace_back(as<Name>(*target).id);
    }
    std::sort(names.begin(), names.end());
    return names;
}

// Compiled at first use and kept; the same bytes for every execution.
const LibraryModule& library(std::string_view name)
{
    static std::mutex lock;
    static std::map<std::string, std::unique_ptr<LibraryModule>, std::less<>> known;
    const std::lock_guard guard(lock);
    const auto at = known.find(name);
    if (at != known.end()) return *at->second;
    auto parsed = syntax::parse(library_source(name), Limits{});
    LARIAT_ASSERT(parsed.ok());
    auto module = std::make_unique<LibraryModule>();
    module->code.source_name = name;
    module->names = bound_names(*parsed.value().module);
    Compiler(module->code, *parsed.value().module, true).compile_module(*parsed.value().module);
    return *known.emplace(std::string(name), std::move(module)).first->second;
}

Native* bound_native(Vm& vm, const NativeSpec& spec)
{
    // Signatures are read once; the objects belong to the execution.
    static std::mutex lock;
    static auto& known =
        *new std::unordered_map<const NativeSpec*, const Signature*>;  // for the life of the process
    const std::lock_guard guard(lock);
    const Signature*& signature = known[&spec];
    if (signature == nullptr) signature = read_signature(spec.parameters);
    Native* n = vm.make<Native>(T.native, Kind::Native);
    n->spec = &spec;
    n->signature = signature;
    n->self = ABSENT;
    return n;
}

Value import_library(Vm& vm, Str* name)
{
    const ModuleCode& module = library(name->view()).code;
    Value* globals = static_cast<Value*>(vm.arena.take(module.globals.size() * sizeof(Value)));
    for (std::size_t i = 0; i < module.globals.size(); ++i) globals[i] = ABSENT;
    Deeper deeper(vm);
    if (deeper.too_deep()) return raise(vm, T.RecursionError, "maximum recursion depth exceeded");
    Frame* frame = push_frame(vm, module.body, nullptr, globals);
    if (frame == nullptr || execute(vm, frame).absent()) return ABSENT;
    Dict* dict = new_dict(vm);
    for (std::size_t i = 0; i < module.globals.size(); ++i)
        if (globals[i].present()) dict_set_name(vm, dict, module.globals[i], globals[i]);
    return new_module(vm, name->view(), dict);
}

}  // namespace

bool importable(std::string_view module)
{
    for (const std::string_view m :
         {"pvm_host", "cowboy_sdk", "json", "base64", "hashlib", "struct", "collections", "enum", "functools",
          "itertools", "operator", "string", "typing", "dataclasses"})
        if (m == module) return true;
    return false;
}

bool built(std::string_view module)
{
    for (const NativeModule* m : NATIVE_MODULES)
        if (m->name == module) return true;
    return !library_source(module).empty();
}

bool exports(std::string_view module, std::string_view name)
{
    for (const NativeModule* m : NATIVE_MODULES) {
        if (m->name != module) continue;
        const auto same = [&](const NativeSpec& f) { return f.name == name; };
        return std::any_of(m->functions.begin(), m->functions.end(), same) ||
               std::find(m->values.begin(), m->values.end(), name) != m->values.end();
    }
    const std::vector<std::string>& names = library(module).names;
    return std::binary_search(names.begin(), names.end(), name);
}

void define(Vm& vm, Dict* module, std::string_view name, Value value)
{
    Str* known = find_static_name(name);
    dict_set_name(vm, module, known != nullptr ? known : new_str_object(vm, name), value);
}

Value new_module(Vm& vm, std::string_view name, Dict* dict)
{
    Module* m = vm.make<Module>(T.module, Kind::Module);
    m->name = new_str(vm, name);
    m->dict = dict;
    return Value::object(m);
}

Value import_module(Vm& vm, Str* name)
{
    const Value known = dict_get_name(vm, vm.modules, name);
    if (known.present()) {
        vm.charge(gas::IMPORT_AGAIN - 1);
        return known;
    }
    vm.charge(gas::IMPORT_FIRST - 1);
    for (const NativeModule* m : NATIVE_MODULES) {
        if (m->name != name->view()) continue;
        Dict* dict = new_dict(vm);
        for (const NativeSpec& spec : m->functions) {
            Str* text = find_static_name(spec.name);
            dict_set_name(vm, dict, text != nullptr ? text : new_str_object(vm, spec.name),
                          Value::object(bound_native(vm, spec)));
        }
        if (m->fill != nullptr) m->fill(vm, dict);
        const Value module = new_module(vm, m->name, dict);
        dict_set_name(vm, vm.modules, name, module);
        return module;
    }
    if (library_source(name->view()).empty())
        return raise(vm, T.ModuleNotFoundError, cat("No module named '", name->view(), "'"));
    const Value module = import_library(vm, name);
    if (module.present()) dict_set_name(vm, vm.modules, name, module);
    return module;
}

}  // namespace lariat::pvm
