// Prints a syntax tree in the words of CPython's ast.dump.
#include "pvm/syntax/dump.hpp"

#include <algorithm>

#include "pvm/syntax/source_text.hpp"

namespace lariat::pvm::syntax {

namespace {

constexpr const char* STMT_NAMES[] = {
    "FunctionDef", "ClassDef",   "Return", "Delete",   "Assign", "AugAssign", "AnnAssign", "For",
    "While",       "If",         "With",   "Match",    "Raise",  "Try",       "TryStar",   "Assert",
    "Import",      "ImportFrom", "Global", "Nonlocal", "Expr",   "Pass",      "Break",     "Continue",
};
constexpr const char* EXPR_NAMES[] = {
    "BoolOp",  "NamedExpr", "BinOp",          "UnaryOp",   "Lambda",       "IfExp",     "Dict",
    "Set",     "ListComp",  "SetComp",        "DictComp",  "GeneratorExp", "Yield",     "YieldFrom",
    "Compare", "Call",      "FormattedValue", "JoinedStr", "Constant",     "Attribute", "Subscript",
    "Starred", "Name",      "List",           "Tuple",     "Slice",
};
constexpr const char* PATTERN_NAMES[] = {
    "MatchValue", "MatchSingleton", "MatchSequence", "MatchMapping",
    "MatchClass", "MatchStar",      "MatchAs",       "MatchOr",
};
constexpr const char* OPERATOR_NAMES[] = {
    "Add",    "Sub",    "Mult",  "MatMult", "Div",    "Mod",      "Pow",
    "LShift", "RShift", "BitOr", "BitXor",  "BitAnd", "FloorDiv",
};
constexpr const char* UNARY_NAMES[] = {"Invert", "Not", "UAdd", "USub"};
constexpr const char* COMPARE_NAMES[] = {"Eq",  "NotEq", "Lt",    "LtE", "Gt",
                                         "GtE", "Is",    "IsNot", "In",  "NotIn"};
constexpr const char* CONTEXT_NAMES[] = {"Load", "Store", "Del"};

template <class Enum, std::size_t N>
const char* name_of(const char* const (&names)[N], Enum value)
{
    return names[static_cast<std::size_t>(value)];
}

std::string decimal(Sequence<const u64> magnitude)
{
    constexpr u64 CHUNK = 10'000'000'000'000'000'000u;
    std::vector<u64> limbs(magnitude.begin(), magnitude.end());
    std::string reversed;
    while (!limbs.empty()) {
        u128 rest = 0;
        for (std::size_t i = limbs.size(); i-- > 0;) {
            rest = rest << 64 | limbs[i];
            limbs[i] = static_cast<u64>(rest / CHUNK);
            rest %= CHUNK;
        }
        while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
        u64 chunk = static_cast<u64>(rest);
        for (int digit = 0; digit < 19; ++digit, chunk /= 10) reversed += static_cast<char>('0' + chunk % 10);
    }
    while (!reversed.empty() && reversed.back() == '0') reversed.pop_back();
    std::reverse(reversed.begin(), reversed.end());
    return reversed.empty() ? "0" : reversed;
}

u32 code_point(std::string_view text, std::size_t& at)
{
    const u32 width = utf8_width(text[at]);
    const u32 first = static_cast<u8>(text[at++]);
    u32 value = width == 1 ? first : first & (0x7Fu >> width);
    for (u32 i = 1; i < width; ++i) value = value << 6 | (static_cast<u8>(text[at++]) & 0x3F);
    return value;
}

void append_hex(std::string& to, char letter, u32 value, u32 digits)
{
    to += '\\';
    to += letter;
    for (u32 i = digits; i-- > 0;) to += "0123456789abcdef"[value >> 4 * i & 15];
}

class Dumper {
public:
    std::string text;

    /// One node: its name, then its fields; fields that are absent are left out.
    template <class Fields>
    void write(const char* name, Fields fields)
    {
        text += name;
        text += '(';
        first_ = true;
        fields();
        first_ = false;
        text += ')';
    }

    void key(const char* name)
    {
        if (!first_) text += ", ";
        first_ = false;
        text += name;
        text += '=';
    }
    void word(const char* name, const char* value)
    {
        key(name);
        text += value;
        text += "()";
    }
    void identifier(const char* name, Identifier value)
    {
        if (value.empty()) return;
        key(name);
        text += '\'';
        text += value;
        text += '\'';
    }
    template <class T>
    void field(const char* name, const T* value)
    {
        if (value == nullptr) return;
        key(name);
        dump(*value);
    }
    template <class T>
    void field(const char* name, Sequence<T> items)
    {
        key(name);
        text += '[';
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (i > 0) text += ", ";
            item(items[i]);
        }
        text += ']';
    }

    void dump(const Stmt& stmt);
    void dump(const Expr& expr);
    void dump(const Pattern& pattern);
    void dump(const Arg& arg);
    void dump(const Arguments& arguments);
    void dump(const Keyword& keyword);
    void dump(const Alias& alias);
    void dump(const WithItem& with_item);
    void dump(const ExceptHandler& handler);
    void dump(const MatchCase& match_case);
    void dump(const Comprehension& comprehension);

private:
    template <class T>
    void item(T* value)
    {
        if (value == nullptr) {
            text += "None";
        } else {
            dump(*value);
        }
    }
    template <class T>
        requires std::is_class_v<T>
    void item(const T& value)
    {
        if constexpr (std::is_same_v<T, Identifier>) {
            text += '\'';
            text += value;
            text += '\'';
        } else {
            dump(value);
        }
    }
    void item(CompareOperator op)
    {
        text += name_of(COMPARE_NAMES, op);
        text += "()";
    }
    void context(ExprContext ctx) { word("ctx", name_of(CONTEXT_NAMES, ctx)); }
    void constant(const Constant& constant);
    void singleton(ConstantKind value);
    void quoted(std::string_view value, bool bytes);
    void fields(const Expr& expr);
    void fields(const Stmt& stmt);
    template <class T>
    void try_fields(const T& stmt)
    {
        field("body", stmt.body);
        field("handlers", stmt.handlers);
        field("orelse", stmt.orelse);
        field("finalbody", stmt.finalbody);
    }
    void number(const char* name, u32 value)
    {
        key(name);
        text += std::to_string(value);
    }

    bool first_ = true;
};

void Dumper::quoted(std::string_view value, bool bytes)
{
    const bool has_single = value.find('\'') != std::string_view::npos;
    const char quote = has_single && value.find('"') == std::string_view::npos ? '"' : '\'';
    if (bytes) text += 'b';
    text += quote;
    for (std::size_t at = 0; at < value.size();) {
        const u32 c = bytes ? static_cast<u8>(value[at++]) : code_point(value, at);
        if (c == static_cast<u8>(quote) || c == '\\') {
            text += '\\';
            text += static_cast<char>(c);
        } else if (c == '\n') {
            text += "\\n";
        } else if (c == '\r') {
            text += "\\r";
        } else if (c == '\t') {
            text += "\\t";
        } else if (c >= 0x20 && c < 0x7F) {
            text += static_cast<char>(c);
        } else if (c <= 0xFF) {
            append_hex(text, 'x', c, 2);
        } else if (c <= 0xFFFF) {
            append_hex(text, 'u', c, 4);
        } else {
            append_hex(text, 'U', c, 8);
        }
    }
    text += quote;
}

void Dumper::singleton(ConstantKind value)
{
    key("value");
    text += value == ConstantKind::None    ? "None"
            : value == ConstantKind::True  ? "True"
            : value == ConstantKind::False ? "False"
                                           : "Ellipsis";
}

void Dumper::constant(const Constant& constant)
{
    switch (constant.value) {
        case ConstantKind::Int:
            key("value");
            text += decimal(constant.magnitude);
            return;
        case ConstantKind::Str:
        case ConstantKind::Bytes:
            key("value");
            quoted(constant.text, constant.value == ConstantKind::Bytes);
            if (constant.u_prefix) identifier("kind", "u");
            return;
        default:
            return singleton(constant.value);
    }
}

void Dumper::dump(const Expr& expr)
{
    write(name_of(EXPR_NAMES, expr.kind), [&] { fields(expr); });
}

void Dumper::fields(const Expr& expr)
{
    switch (expr.kind) {
        case ExprKind::BoolOp:
            word("op", as<BoolOp>(expr).op == BoolOperator::And ? "And" : "Or");
            return field("values", as<BoolOp>(expr).values);
        case ExprKind::NamedExpr:
            field("target", as<NamedExpr>(expr).target);
            return field("value", as<NamedExpr>(expr).value);
        case ExprKind::BinOp:
            field("left", as<BinOp>(expr).left);
            word("op", name_of(OPERATOR_NAMES, as<BinOp>(expr).op));
            return field("right", as<BinOp>(expr).right);
        case ExprKind::UnaryOp:
            word("op", name_of(UNARY_NAMES, as<UnaryOp>(expr).op));
            return field("operand", as<UnaryOp>(expr).operand);
        case ExprKind::Lambda:
            field("args", &as<Lambda>(expr).args);
            return field("body", as<Lambda>(expr).body);
        case ExprKind::IfExp:
            field("test", as<IfExp>(expr).test);
            field("body", as<IfExp>(expr).body);
            return field("orelse", as<IfExp>(expr).orelse);
        case ExprKind::Dict:
            field("keys", as<Dict>(expr).keys);
            return field("values", as<Dict>(expr).values);
        case ExprKind::Set:
            return field("elts", as<Set>(expr).elts);
        case ExprKind::ListComp:
            field("elt", as<ListComp>(expr).elt);
            return field("generators", as<ListComp>(expr).generators);
        case ExprKind::SetComp:
            field("elt", as<SetComp>(expr).elt);
            return field("generators", as<SetComp>(expr).generators);
        case ExprKind::DictComp:
            field("key", as<DictComp>(expr).key);
            field("value", as<DictComp>(expr).value);
            return field("generators", as<DictComp>(expr).generators);
        case ExprKind::GeneratorExp:
            field("elt", as<GeneratorExp>(expr).elt);
            return field("generators", as<GeneratorExp>(expr).generators);
        case ExprKind::Yield:
            return field("value", as<Yield>(expr).value);
        case ExprKind::YieldFrom:
            return field("value", as<YieldFrom>(expr).value);
        case ExprKind::Compare:
            field("left", as<Compare>(expr).left);
            field("ops", as<Compare>(expr).ops);
            return field("comparators", as<Compare>(expr).comparators);
        case ExprKind::Call:
            field("func", as<Call>(expr).func);
            field("args", as<Call>(expr).args);
            return field("keywords", as<Call>(expr).keywords);
        case ExprKind::FormattedValue: {
            const auto& value = as<FormattedValue>(expr);
            field("value", value.value);
            key("conversion");
            text += value.conversion == 0 ? "-1" : std::to_string(value.conversion);
            return field("format_spec", value.format_spec);
        }
        case ExprKind::JoinedStr:
            return field("values", as<JoinedStr>(expr).values);
        case ExprKind::Constant:
            return constant(as<Constant>(expr));
        case ExprKind::Attribute:
            field("value", as<Attribute>(expr).value);
            identifier("attr", as<Attribute>(expr).attr);
            return context(as<Attribute>(expr).ctx);
        case ExprKind::Subscript:
            field("value", as<Subscript>(expr).value);
            field("slice", as<Subscript>(expr).slice);
            return context(as<Subscript>(expr).ctx);
        case ExprKind::Starred:
            field("value", as<Starred>(expr).value);
            return context(as<Starred>(expr).ctx);
        case ExprKind::Name:
            identifier("id", as<Name>(expr).id);
            return context(as<Name>(expr).ctx);
        case ExprKind::List:
            field("elts", as<List>(expr).elts);
            return context(as<List>(expr).ctx);
        case ExprKind::Tuple:
            field("elts", as<Tuple>(expr).elts);
            return context(as<Tuple>(expr).ctx);
        case ExprKind::Slice:
            field("lower", as<Slice>(expr).lower);
            field("upper", as<Slice>(expr).upper);
            return field("step", as<Slice>(expr).step);
    }
}

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

}  // namespace

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
