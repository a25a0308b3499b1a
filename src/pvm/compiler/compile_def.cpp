// Functions, lambdas, classes and the module itself.
#include "pvm/compiler/compiler.hpp"

namespace lariat::pvm {

using namespace syntax;

std::string Compiler::qualified(std::string_view name, const Position& where)
{
    const Scope& scope = *unit_->scope;
    if (scope.kind == Scope::Kind::module) return std::string(name);
    const Symbol* s = unit_->scope->find(scopes_.mangle(scope, name));
    if (s != nullptr && s->declared_global) return std::string(name);
    const std::string outer(unit_->code->qualname->view());
    const bool function = scope.kind == Scope::Kind::function && !scope.comprehension;
    std::string all = outer + (function ? ".<locals>." : ".") + std::string(name);
    if (all.size() > QUALIFIED_NAME_BYTES_MAX)
        refuse(where, "qualified name is too long: " + std::to_string(all.size()) + " bytes, the limit is " +
                          std::to_string(QUALIFIED_NAME_BYTES_MAX));
    qualified_bytes_ += all.size();
    if (qualified_bytes_ > QUALIFIED_BYTES_MAX)
        refuse(where, "qualified names are too long: " + std::to_string(qualified_bytes_) +
                          " bytes in all, the limit is " + std::to_string(QUALIFIED_BYTES_MAX));
    return all;
}

void Compiler::parameters(CodeDraft& code, Scope& scope, const Arguments& a)
{
    const auto add = [&](const syntax::Arg* p) {
        code.variables.push_back(intern(scopes_.mangle(scope, p->arg)));
    };
    for (const auto* p : a.posonlyargs) add(p);
    for (const auto* p : a.args) add(p);
    for (const auto* p : a.kwonlyargs) add(p);
    if (a.vararg != nullptr) add(a.vararg);
    if (a.kwarg != nullptr) add(a.kwarg);
    code.positional_only = static_cast<u32>(a.posonlyargs.size());
    code.positional = static_cast<u32>(a.posonlyargs.size() + a.args.size());
    code.keyword_only = static_cast<u32>(a.kwonlyargs.size());
    code.star = a.vararg != nullptr;
    code.double_star = a.kwarg != nullptr;
}

u8 Compiler::default_values(const Arguments& a)
{
    u8 flags = 0;
    if (!a.defaults.empty()) {
        display(Op::BUILD_TUPLE, a.defaults);
        flags |= 1;
    }
    if (std::any_of(a.kw_defaults.begin(), a.kw_defaults.end(), [](const Expr* e) { return e != nullptr; })) {
        emit(Op::BUILD_MAP, 0);
        for (std::size_t i = 0; i < a.kw_defaults.size(); ++i) {
            if (a.kw_defaults[i] == nullptr) continue;
            load_constant(make_text(scopes_.mangle(*unit_->scope, a.kwonlyargs[i]->arg)));
            expression(*a.kw_defaults[i]);
            emit(Op::MAP_ADD, 1);
        }
        flags |= 2;
    }
    return flags;
}

void Compiler::decorators(std::span<Expr* const> list)
{
    for (const Expr* d : list) expression(*d);
}

namespace {

const Constant* docstring(std::span<Stmt* const> body)
{
    if (body.empty() || body[0]->kind != StmtKind::Expr) return nullptr;
    const Expr& e = *as<ExprStmt>(*body[0]).value;
    if (e.kind != ExprKind::Constant || as<Constant>(e).value != ConstantKind::Str) return nullptr;
    return &as<Constant>(e);
}

}  // namespace

void Compiler::function(const FunctionDef& f)
{
    decorators(f.decorator_list);
    at(f);
    const u8 flags = default_values(f.args);
    Scope& scope = scopes_.of(static_cast<const Stmt*>(&f));
    CodeDraft* code = new_code(f.name, qualified(f.name, f), f.line);
    parameters(*code, scope, f.args);
    annotations(*code, f.args, f.returns);
    if (const Constant* doc = docstring(f.body)) code->doc = make_text(doc->text);
    Unit unit;
    begin(unit, scope, code);
    body(f.body);
    load_constant(NONE);
    emit(Op::RETURN);
    finish();
    at(f);
    make_function(scope, code, flags);
    for (std::size_t i = 0; i < f.decorator_list.size(); ++i) emit(Op::CALL, 1);
    store_name(f.name);
}

void Compiler::lambda(const Lambda& l)
{
    const u8 flags = default_values(l.args);
    Scope& scope = scopes_.of(static_cast<const Expr*>(&l));
    CodeDraft* code = new_code("<lambda>", qualified("<lambda>", l), l.line);
    parameters(*code, scope, l.args);
    Unit unit;
    begin(unit, scope, code);
    expression(*l.body);
    emit(Op::RETURN);
    finish();
    make_function(scope, code, flags);
}

void Compiler::class_definition(const ClassDef& c)
{
    decorators(c.decorator_list);
    at(c);
    Scope& scope = scopes_.of(static_cast<const Stmt*>(&c));
    const std::string qualname = qualified(c.name, c);
    CodeDraft* code = new_code(c.name, qualname, c.line);
    Unit unit;
    begin(unit, scope, code);
    load_constant(make_text(qualname));
    emit(Op::STORE_NAME, name_constant("__qualname__"));
    if (const Constant* doc = docstring(c.body)) {
        load_constant(make_text(doc->text));
        emit(Op::STORE_NAME, name_constant("__doc__"));
    }
    begin_annotations();
    body(c.body);
    if (scope.class_cell) {
        code->class_cell = static_cast<i32>(unit.cells.at(CLASS_CELL));
        emit(Op::LOAD_CELL, unit.cells.at(CLASS_CELL));
        emit(Op::STORE_NAME, name_constant("__classcell__"));
    }
    load_constant(NONE);
    emit(Op::RETURN);
    finish();
    at(c);
    make_function(scope, code, 0);
    display(Op::BUILD_TUPLE, c.bases);
    u8 keywords = 0;
    if (!c.keywords.empty()) {
        emit(Op::BUILD_MAP, 0);
        for (const Keyword* k : c.keywords) {
            if (!k->arg.empty()) load_constant(make_text(k->arg));
            expression(*k->value);
            if (!k->arg.empty())
                emit(Op::MAP_ADD, 1);
            else
                emit(Op::DICT_UPDATE);
        }
        keywords = 1;
    }
    emit(Op::BUILD_CLASS, constant(Value::object(intern(c.name))), keywords);
    for (std::size_t i = 0; i < c.decorator_list.size(); ++i) emit(Op::CALL, 1);
    store_name(c.name);
}

void Compiler::compile_module(const syntax::Module& tree)
{
    CodeDraft* code = new_code("<module>", "<module>", 1);
    Unit unit;
    begin(unit, scopes_.module(), code);
    // Every name that the module binds has its slot, also for a `from` import by name.
    for (const Symbol& s : scopes_.module().symbols) global_slot(s.name);
    if (docstring(tree.body) != nullptr) {
        load_constant(make_text(docstring(tree.body)->text));
        store_name("__doc__");
    }
    begin_annotations();
    body(tree.body);
    load_constant(NONE);
    emit(Op::RETURN);
    finish();
    module_.body = code;
}

}  // namespace lariat::pvm
