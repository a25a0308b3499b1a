// import: the allow-list, and how a module comes to be in an execution.
#include <algorithm>
#include <array>
#include <mutex>
#include <unordered_map>

#include "pvm/compiler/compiler.hpp"
#include "pvm/compiler/image.hpp"
#include "pvm/library/modules.hpp"
#include "pvm/objects/frames.hpp"
#include "pvm/objects/natives.hpp"
#include "pvm/syntax/parser.hpp"

namespace lariat::pvm {

namespace {

constexpr const NativeModule* NATIVE_MODULES[] = {&HOST_MODULE,   &SDK_MODULE,     &JSON_MODULE,
                                                  &BASE64_MODULE, &HASHLIB_MODULE, &CLASSES_MODULE,
                                                  &CHAIN_MODULE,  &CALLERS_MODULE, &ITERTOOLS_MODULE};

// Names of a module that few programs ask for stand in a module of their own, in its __all__, which is
// imported when one of them is asked for: so that importing the first costs no more for them.
struct LateNames {
    std::string_view of, in;
};
constexpr LateNames LATE_NAMES[] = {
    {"cowboy_sdk", "_sdk_guards"},   {"collections", "_user_containers"}, {"collections", "_user_strings"},
    {"enum", "_enum_checks"},        {"functools", "_dispatch"},          {"functools", "_orderings"},
    {"operator", "_operator_names"}, {"typing", "_typed_classes"},        {"typing", "_typing_functions"},
    {"typing", "_typing_more"},      {"typing", "_typing_collections"},   {"typing", "_typing_forms"},
    {"typing", "_typing_kinds"}};

struct LibraryModule {
    ModuleCode code;
    std::vector<std::string> names;  ///< that its statements bind, sorted
    std::vector<std::string> all;    ///< its __all__, sorted; without one the names that do not begin with _
};

// The name that a program knows: some modules are made of several.
std::string_view shown_name(std::string_view name)
{
    if (name == "enum_making") return "enum";
    if (name == "named_tuples") return "collections";
    if (name == "_mixins") return "collections.abc";
    for (const std::string_view part : {"_abstract", "_generic_aliases", "_typing_aliases", "_typing_uses"})
        if (name == part) return "typing";
    if (name == "_json_classes") return "json";
    if (name == "_sdk_tiers" || name == "_sdk_guards") return "cowboy_sdk";
    if (name == "_base64_more") return "base64";
    for (const LateNames& late : LATE_NAMES)
        if (name == late.in) return late.of;
    for (const std::string_view known :
         {"collections", "dataclasses", "enum", "functools", "operator", "string", "struct", "typing"})
        if (name == known) return known;
    return "__main__";
}

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

std::vector<std::string> names_for_star(const syntax::Module& tree, const std::vector<std::string>& bound)
{
    using namespace syntax;
    std::vector<std::string> names;
    for (const Stmt* s : tree.body) {
        if (s->kind != StmtKind::Assign) continue;
        const syntax::Expr& target = *as<Assign>(*s).targets[0];
        if (target.kind != ExprKind::Name || as<Name>(target).id != "__all__") continue;
        for (const syntax::Expr* e : as<syntax::List>(*as<Assign>(*s).value).elts)
            names.emplace_back(as<Constant>(*e).text);
    }
    if (names.empty())
        for (const std::string& name : bound)
            if (!name.starts_with('_')) names.push_back(name);
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
    module->code.module_name = shown_name(name);
    module->names = bound_names(*parsed.value().module);
    module->all = names_for_star(*parsed.value().module, module->names);
    ModuleDraft draft;
    Compiler(draft, *parsed.value().module, name, true).compile_module(*parsed.value().module);
    load(pack(draft), module->code);
    return *known.emplace(std::string(name), std::move(module)).first->second;
}

bool has(const std::vector<std::string>& sorted, std::string_view name)
{
    return std::binary_search(sorted.begin(), sorted.end(), name);
}

// Where a name of the module stands that is loaded late; null: nowhere. Whoever asks for a name that is
// nowhere pays for one look, however many modules there are.
const LateNames* late_names_with(std::string_view module, std::string_view name)
{
    struct Table {
        std::once_flag made;
        std::unordered_map<std::string_view, const LateNames*> places;
    };
    static std::array<Table, std::size(LATE_NAMES)> tables;
    const auto first = std::ranges::find(LATE_NAMES, module, &LateNames::of);
    if (first == std::end(LATE_NAMES)) return nullptr;
    Table& table = tables[static_cast<std::size_t>(first - std::begin(LATE_NAMES))];
    std::call_once(table.made, [&] {
        for (const LateNames& late : LATE_NAMES)
            if (late.of == module)
                for (const std::string& known : library(late.in).all) table.places.emplace(known, &late);
    });
    const auto at = table.places.find(name);
    return at == table.places.end() ? nullptr : at->second;
}

void add_late_names(std::string_view module, std::vector<std::string>& names)
{
    for (const LateNames& late : LATE_NAMES)
        if (late.of == module)
            for (const std::string& name : library(late.in).all)
                if (!name.starts_with('_')) names.push_back(name);
}

/// A function of a native module: what does not change is read once, the object belongs to the execution.
struct NativeEntry {
    const NativeSpec* spec;
    ModuleName name;
    const Signature* signature;
};

const std::vector<NativeEntry>& entries_of(std::size_t module)
{
    using All = std::array<std::vector<NativeEntry>, std::size(NATIVE_MODULES)>;
    static const All& all = *[] {
        All* out = new All;  // for the life of the process
        for (std::size_t i = 0; i < out->size(); ++i)
            for (const NativeSpec& spec : NATIVE_MODULES[i]->functions)
                (*out)[i].push_back({&spec, ModuleName(spec.name), read_signature(spec.parameters)});
        return out;
    }();
    return all[module];
}

Value import_native(Vm& vm, std::size_t module)
{
    const NativeModule& m = *NATIVE_MODULES[module];
    Dict* dict = new_dict(vm);
    for (const NativeEntry& entry : entries_of(module)) {
        Str* name = entry.name.in(vm);
        Native* n = vm.make<Native>(T.native, Kind::Native);
        n->spec = entry.spec;
        n->signature = entry.signature;
        n->self = ABSENT;
        n->owner = nullptr;
        dict_set_name(vm, dict, name, Value::object(n));
    }
    if (m.fill != nullptr) m.fill(vm, dict);
    if (pending(vm)) return ABSENT;
    return new_module(vm, m.name, dict);
}

// Is the function, of a library module, one that is built in in CPython?
bool is_built_in(std::string_view module, std::string_view function)
{
    if (module == "functools") return function == "reduce" || function == "cmp_to_key";
    if (module != "operator" && module != "_operator_names" && module != "struct") return false;
    return !function.starts_with('_');
}

Value import_library(Vm& vm, Str* name)
{
    const LibraryModule& known = library(name->view());
    const ModuleCode& module = known.code;
    Value* globals = static_cast<Value*>(vm.arena.take(module.globals.size() * sizeof(Value)));
    for (std::size_t i = 0; i < module.globals.size(); ++i) globals[i] = ABSENT;
    Deeper deeper(vm);
    if (deeper.too_deep()) return raise(vm, T.RecursionError, TOO_DEEP);
    Frame* frame = push_frame(vm, module.body, nullptr, globals);
    if (frame == nullptr || execute(vm, frame).absent()) return ABSENT;
    Dict* dict = new_dict(vm);
    for (std::size_t i = 0; i < module.globals.size(); ++i) {
        if (globals[i].absent()) continue;
        Str* global = module.globals[i];
        if (is(globals[i], Kind::Function) && is_built_in(name->view(), global->view()))
            globals[i].as_object()->cls = &T.native;
        // What it has imported for itself is no program's, but its place costs what it did.
        const bool own = has(known.names, global->view()) || has(known.all, global->view());
        dict_set_name(vm, dict, global, own ? globals[i] : ABSENT);
    }
    return new_module(vm, name->view(), dict);
}

/// A module of an author, which tests import: all of its names are theirs to see.
Value import_beside(Vm& vm, const ModuleCode& module, Str* name)
{
    Value* globals = static_cast<Value*>(vm.arena.take(module.globals.size() * sizeof(Value)));
    for (std::size_t i = 0; i < module.globals.size(); ++i) globals[i] = ABSENT;
    Deeper deeper(vm);
    if (deeper.too_deep()) return raise(vm, T.RecursionError, TOO_DEEP);
    Frame* frame = push_frame(vm, module.body, nullptr, globals);
    if (frame == nullptr || execute(vm, frame).absent()) return ABSENT;
    Dict* dict = new_dict(vm);
    for (std::size_t i = 0; i < module.globals.size(); ++i)
        if (globals[i].present()) dict_set_name(vm, dict, module.globals[i], globals[i]);
    return new_module(vm, name->view(), dict);
}

}  // namespace

void each_native(const std::function<void(std::string_view of, const NativeSpec&)>& visit)
{
    const auto of_class = [&](const Class& cls) {
        for (u32 i = 0; i < cls.dict->used; ++i) {
            Value v = cls.dict->entries[i].value;
            if (is(v, Kind::ClassMethod) || is(v, Kind::StaticMethod)) v = cast<Wrapper>(v)->function;
            if (is(v, Kind::Native)) visit(str_of(cls.name), *cast<Native>(v)->spec);
        }
    };
#define X(name, text, base, kind, derive) of_class(T.name);
    LARIAT_TYPES(X)
#undef X
    of_class(T.BaseException);
#define X(name, base) of_class(T.name);
    LARIAT_EXCEPTIONS(X)
#undef X
    each_builtin([&](std::string_view, Value v) {
        if (is(v, Kind::Native)) visit("", *cast<Native>(v)->spec);
    });
    for (const NativeModule* m : NATIVE_MODULES)
        for (const NativeSpec& spec : m->functions) visit(m->name, spec);
    for (const NativeSpec& spec : runtime_functions()) visit("cowboy_sdk.runtime", spec);
}

bool importable(std::string_view module)
{
    for (const std::string_view m :
         {"pvm_host", "cowboy_sdk", "json", "base64", "hashlib", "struct", "collections", "enum", "functools",
          "itertools", "operator", "string", "typing", "dataclasses"})
        if (m == module) return true;
    return false;
}

bool exports(std::string_view module, std::string_view name)
{
    for (const NativeModule* m : NATIVE_MODULES) {
        if (m->name != module) continue;
        const auto same = [&](const NativeSpec& f) { return f.name == name; };
        return std::any_of(m->functions.begin(), m->functions.end(), same) ||
               std::find(m->values.begin(), m->values.end(), name) != m->values.end() ||
               std::find(m->late.begin(), m->late.end(), name) != m->late.end() ||
               late_names_with(module, name) != nullptr;
    }
    return has(library(module).names, name) || late_names_with(module, name) != nullptr;
}

std::vector<std::string> exported(std::string_view module)
{
    for (const NativeModule* m : NATIVE_MODULES) {
        if (m->name != module) continue;
        std::vector<std::string> names(m->values.begin(), m->values.end());
        names.insert(names.end(), m->late.begin(), m->late.end());
        for (const NativeSpec& f : m->functions) names.emplace_back(f.name);
        add_late_names(module, names);
        std::sort(names.begin(), names.end());
        return names;
    }
    std::vector<std::string> names = library(module).all;
    add_late_names(module, names);
    std::sort(names.begin(), names.end());
    return names;
}

Str* ModuleName::in(Vm& vm) const
{
    if (known_ != nullptr) return known_;
    Str* s = vm.make<Str>(T.str, Kind::Str, text_.size());
    s->size = static_cast<u32>(text_.size());
    s->points = text_.size();
    std::memcpy(s->chars, text_.data(), text_.size());
    vm.charge(text_.size() * gas::BYTE);
    s->hash = hash_;
    return s;
}

void define(Vm& vm, Dict* module, std::string_view name, Value value)
{
    dict_set_name(vm, module, name_object(vm, name), value);
}

Value new_module(Vm& vm, std::string_view name, Dict* dict)
{
    Module* m = vm.make<Module>(T.module, Kind::Module);
    m->name = new_str(vm, name);
    m->dict = dict;
    return Value::object(m);
}

Value late_attribute(Vm& vm, Value module, Str* name)
{
    for (const NativeModule* m : NATIVE_MODULES) {
        if (m->name != str_of(cast<Module>(module)->name)) continue;
        if (std::find(m->late.begin(), m->late.end(), name->view()) == m->late.end()) continue;
        const Value from = import_module(vm, new_str_object(vm, m->late_from));
        if (from.absent()) return ABSENT;
        for (const std::string_view late : m->late) {
            Str* text = new_str_object(vm, late);
            dict_set_name(vm, cast<Module>(module)->dict, text,
                          dict_get_name(vm, cast<Module>(from)->dict, text));
        }
        return dict_get_name(vm, cast<Module>(module)->dict, name);
    }
    const LateNames* late = late_names_with(str_of(cast<Module>(module)->name), name->view());
    if (late == nullptr) return ABSENT;
    const Value from = import_module(vm, new_str_object(vm, late->in));
    if (from.absent()) return ABSENT;
    const Value found = dict_get_name(vm, cast<Module>(from)->dict, name);
    dict_set_name(vm, cast<Module>(module)->dict, name, found);
    return found;
}

Value import_module(Vm& vm, Str* name)
{
    const Value known = dict_get_name(vm, vm.modules, name);
    if (known.present()) {
        vm.charge(gas::IMPORT_AGAIN - 1);
        return known;
    }
    vm.charge(gas::IMPORT_FIRST - 1);
    for (std::size_t i = 0; i < std::size(NATIVE_MODULES); ++i) {
        if (NATIVE_MODULES[i]->name != name->view()) continue;
        const Value module = import_native(vm, i);
        dict_set_name(vm, vm.modules, name, module);
        return module;
    }
    if (const auto own = vm.program->beside.find(name->view()); own != vm.program->beside.end()) {
        const Value module = import_beside(vm, *own->second, name);
        if (module.present()) dict_set_name(vm, vm.modules, name, module);
        return module;
    }
    if (library_source(name->view()).empty()) {
        raise(vm, T.ModuleNotFoundError, cat("No module named '", name->view(), "'"));
        note_name(vm, Value::object(name), ABSENT);
        return ABSENT;
    }
    const Value module = import_library(vm, name);
    if (module.present()) dict_set_name(vm, vm.modules, name, module);
    return module;
}

}  // namespace lariat::pvm
