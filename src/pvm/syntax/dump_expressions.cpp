// Prints expressions and constants in the words of CPython's ast.dump.
#include <algorithm>

#include "pvm/syntax/dumper.hpp"
#include "pvm/syntax/source_text.hpp"

namespace lariat::pvm::syntax {

namespace {

constexpr const char* EXPR_NAMES[] = {
    "BoolOp",  "NamedExpr", "BinOp",          "UnaryOp",   "Lambda",       "IfExp",     "Dict",
    "Set",     "ListComp",  "SetComp",        "DictComp",  "GeneratorExp", "Yield",     "YieldFrom",
    "Compare", "Call",      "FormattedValue", "JoinedStr", "Constant",     "Attribute", "Subscript",
    "Starred", "Name",      "List",           "Tuple",     "Slice",
};
constexpr const char* UNARY_NAMES[] = {"Invert", "Not", "UAdd", "USub"};
constexpr const char* CONTEXT_NAMES[] = {"Load", "Store", "Del"};

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

}  // namespace

void Dumper::context(ExprContext ctx)
{
    word("ctx", name_of(CONTEXT_NAMES, ctx));
}

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

}  // namespace lariat::pvm::syntax
