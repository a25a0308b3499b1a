// Prints statements and patterns in the words of CPython's ast.dump.
#include "pvm/syntax/dump.hpp"

#include "pvm/syntax/dumper.hpp"

namespace lariat::pvm::syntax {

namespace {

constexpr const char* STMT_NAMES[] = {
    "FunctionDef", "ClassDef",   "Return", "Delete",   "Assign", "AugAssign", "AnnAssign", "For",
    "While",       "If",         "With",   "Match",    "Raise",  "Try",       "TryStar",   "Assert",
    "Import",      "ImportFrom", "Global", "Nonlocal", "Expr",   "Pass",      "Break",     "Continue",
};
constexpr const char* PATTERN_NAMES[] = {
    "MatchValue", "MatchSingleton", "MatchSequence", "MatchMapping",
    "MatchClass", "MatchStar",      "MatchAs",       "MatchOr",
};

}  // namespace

void Dumper::dump(const Stmt& stmt)
{
    write(name_of(STMT_NAMES, stmt.kind), [&] { fields(stmt); });
}

void Dumper::fields(const Stmt& stmt)
{
    switch (stmt.kind) {
        case StmtKind::FunctionDef:
            identifier("name", as<FunctionDef>(stmt).name);
            field("args", &as<FunctionDef>(stmt).args);
            field("body", as<FunctionDef>(stmt).body);
            field("decorator_list", as<FunctionDef>(stmt).decorator_list);
            return field("returns", as<FunctionDef>(stmt).returns);
        case StmtKind::ClassDef:
            identifier("name", as<ClassDef>(stmt).name);
            field("bases", as<ClassDef>(stmt).bases);
            field("keywords", as<ClassDef>(stmt).keywords);
            field("body", as<ClassDef>(stmt).body);
            return field("decorator_list", as<ClassDef>(stmt).decorator_list);
        case StmtKind::Return:
            return field("value", as<Return>(stmt).value);
        case StmtKind::Delete:
            return field("targets", as<Delete>(stmt).targets);
        case StmtKind::Assign:
            field("targets", as<Assign>(stmt).targets);
            return field("value", as<Assign>(stmt).value);
        case StmtKind::AugAssign:
            field("target", as<AugAssign>(stmt).target);
            word("op", name_of(OPERATOR_NAMES, as<AugAssign>(stmt).op));
            return field("value", as<AugAssign>(stmt).value);
        case StmtKind::AnnAssign:
            field("target", as<AnnAssign>(stmt).target);
            field("annotation", as<AnnAssign>(stmt).annotation);
            field("value", as<AnnAssign>(stmt).value);
            return number("simple", as<AnnAssign>(stmt).simple ? 1 : 0);
        case StmtKind::For:
            field("target", as<For>(stmt).target);
            field("iter", as<For>(stmt).iter);
            field("body", as<For>(stmt).body);
            return field("orelse", as<For>(stmt).orelse);
        case StmtKind::While:
            field("test", as<While>(stmt).test);
            field("body", as<While>(stmt).body);
            return field("orelse", as<While>(stmt).orelse);
        case StmtKind::If:
            field("test", as<If>(stmt).test);
            field("body", as<If>(stmt).body);
            return field("orelse", as<If>(stmt).orelse);
        case StmtKind::With:
            field("items", as<With>(stmt).items);
            return field("body", as<With>(stmt).body);
        case StmtKind::Match:
            field("subject", as<Match>(stmt).subject);
            return field("cases", as<Match>(stmt).cases);
        case StmtKind::Raise:
            field("exc", as<Raise>(stmt).exc);
            return field("cause", as<Raise>(stmt).cause);
        case StmtKind::Try:
            return try_fields(as<Try>(stmt));
        case StmtKind::TryStar:
            return try_fields(as<TryStar>(stmt));
        case StmtKind::Assert:
            field("test", as<Assert>(stmt).test);
            return field("msg", as<Assert>(stmt).msg);
        case StmtKind::Import:
            return field("names", as<Import>(stmt).names);
        case StmtKind::ImportFrom:
            identifier("module", as<ImportFrom>(stmt).module);
            field("names", as<ImportFrom>(stmt).names);
            return number("level", as<ImportFrom>(stmt).level);
        case StmtKind::Global:
            return field("names", as<Global>(stmt).names);
        case StmtKind::Nonlocal:
            return field("names", as<Nonlocal>(stmt).names);
        case StmtKind::Expr:
            return field("value", as<ExprStmt>(stmt).value);
        case StmtKind::Pass:
        case StmtKind::Break:
        case StmtKind::Continue:
            return;
    }
}

void Dumper::dump(const Pattern& pattern)
{
    write(name_of(PATTERN_NAMES, pattern.kind), [&] {
        switch (pattern.kind) {
            case PatternKind::MatchValue:
                return field("value", as<MatchValue>(pattern).value);
            case PatternKind::MatchSingleton:
                return singleton(as<MatchSingleton>(pattern).value);
            case PatternKind::MatchSequence:
                return field("patterns", as<MatchSequence>(pattern).patterns);
            case PatternKind::MatchMapping:
                field("keys", as<MatchMapping>(pattern).keys);
                field("patterns", as<MatchMapping>(pattern).patterns);
                return identifier("rest", as<MatchMapping>(pattern).rest);
            case PatternKind::MatchClass:
                field("cls", as<MatchClass>(pattern).cls);
                field("patterns", as<MatchClass>(pattern).patterns);
                field("kwd_attrs", as<MatchClass>(pattern).kwd_attrs);
                return field("kwd_patterns", as<MatchClass>(pattern).kwd_patterns);
            case PatternKind::MatchStar:
                return identifier("name", as<MatchStar>(pattern).name);
            case PatternKind::MatchAs:
                field("pattern", as<MatchAs>(pattern).pattern);
                return identifier("name", as<MatchAs>(pattern).name);
            case PatternKind::MatchOr:
                return field("patterns", as<MatchOr>(pattern).patterns);
        }
    });
}

void Dumper::dump(const Arg& arg)
{
    write("arg", [&] {
        identifier("arg", arg.arg);
        field("annotation", arg.annotation);
    });
}

void Dumper::dump(const Arguments& arguments)
{
    write("arguments", [&] {
        field("posonlyargs", arguments.posonlyargs);
        field("args", arguments.args);
        field("vararg", arguments.vararg);
        field("kwonlyargs", arguments.kwonlyargs);
        field("kw_defaults", arguments.kw_defaults);
        field("kwarg", arguments.kwarg);
        field("defaults", arguments.defaults);
    });
}

void Dumper::dump(const Keyword& keyword)
{
    write("keyword", [&] {
        identifier("arg", keyword.arg);
        field("value", keyword.value);
    });
}

void Dumper::dump(const Alias& alias)
{
    write("alias", [&] {
        identifier("name", alias.name);
        identifier("asname", alias.asname);
    });
}

void Dumper::dump(const WithItem& with_item)
{
    write("withitem", [&] {
        field("context_expr", with_item.context_expr);
        field("optional_vars", with_item.optional_vars);
    });
}

void Dumper::dump(const ExceptHandler& handler)
{
    write("ExceptHandler", [&] {
        field("type", handler.type);
        identifier("name", handler.name);
        field("body", handler.body);
    });
}

void Dumper::dump(const MatchCase& match_case)
{
    write("match_case", [&] {
        field("pattern", match_case.pattern);
        field("guard", match_case.guard);
        field("body", match_case.body);
    });
}

void Dumper::dump(const Comprehension& comprehension)
{
    write("comprehension", [&] {
        field("target", comprehension.target);
        field("iter", comprehension.iter);
        field("ifs", comprehension.ifs);
        number("is_async", 0);
    });
}

std::string dump(const Module& module)
{
    Dumper dumper;
    dumper.write("Module", [&] {
        dumper.field("body", module.body);
        dumper.field("type_ignores", Sequence<Stmt*>{});
    });
    return std::move(dumper.text);
}

}  // namespace lariat::pvm::syntax
