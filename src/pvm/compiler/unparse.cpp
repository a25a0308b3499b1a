// Expressions as text again, with the brackets that their operators need and no others.
#include "pvm/compiler/unparse.hpp"

#include "pvm/numbers/bigint.hpp"
#include "pvm/objects/ops.hpp"

namespace lariat::pvm {

using namespace syntax;

namespace {

// How tightly an expression holds together; one that holds less tightly than its place asks for has brackets.
enum Tightness : int {
    TUPLE,
    TEST,
    OR,
    AND,
    NOT,
    COMPARISON,
    BIT_OR,
    BIT_XOR,
    BIT_AND,
    SHIFT,
    ARITHMETIC,
    TERM,
    FACTOR,
    POWER,
    ATOM
};
constexpr Tightness tighter(Tightness t)
{
    return static_cast<Tightness>(t + 1);
}

struct BinaryText {
    std::string_view text;
    Tightness tightness;
};
constexpr BinaryText BINARY[] = {{" + ", ARITHMETIC}, {" - ", ARITHMETIC}, {" * ", TERM},    {" @ ", TERM},
                                 {" / ", TERM},       {" % ", TERM},       {" ** ", POWER},  {" << ", SHIFT},
                                 {" >> ", SHIFT},     {" | ", BIT_OR},     {" ^ ", BIT_XOR}, {" & ", BIT_AND},
                                 {" // ", TERM}};
constexpr std::string_view COMPARISONS[] = {" == ", " != ", " < ",      " <= ", " > ",
                                            " >= ", " is ", " is not ", " in ", " not in "};

class Unparser {
public:
    std::string out;

    void expression(const syntax::Expr& e, Tightness place)
    {
        switch (e.kind) {
            case ExprKind::BoolOp:
                return either(as<BoolOp>(e), place);
            case ExprKind::NamedExpr:
                return in_brackets(TUPLE, ATOM, [&] {
                    expression(*as<NamedExpr>(e).target, ATOM);
                    out += " := ";
                    expression(*as<NamedExpr>(e).value, ATOM);
                });
            case ExprKind::BinOp:
                return binary(as<syntax::BinOp>(e), place);
            case ExprKind::UnaryOp:
                return unary(as<UnaryOp>(e), place);
            case ExprKind::Lambda:
                return in_brackets(TEST, place, [&] {
                    out += "lambda";
                    parameters(as<Lambda>(e).args);
                    out += ": ";
                    expression(*as<Lambda>(e).body, TEST);
                });
            case ExprKind::IfExp:
                return in_brackets(TEST, place, [&] {
                    expression(*as<IfExp>(e).body, tighter(TEST));
                    out += " if ";
                    expression(*as<IfExp>(e).test, tighter(TEST));
                    out += " else ";
                    expression(*as<IfExp>(e).orelse, TEST);
                });
            case ExprKind::Dict:
                return dict(as<syntax::Dict>(e));
            case ExprKind::Set:
                return enclosed("{", as<syntax::Set>(e).elts, "}");
            case ExprKind::List:
                return enclosed("[", as<syntax::List>(e).elts, "]");
            case ExprKind::ListComp:
                return comprehension("[", as<ListComp>(e).elt, nullptr, as<ListComp>(e).generators, "]");
            case ExprKind::SetComp:
                return comprehension("{", as<SetComp>(e).elt, nullptr, as<SetComp>(e).generators, "}");
            case ExprKind::GeneratorExp:
                return comprehension("(", as<GeneratorExp>(e).elt, nullptr, as<GeneratorExp>(e).generators,
                                     ")");
            case ExprKind::DictComp:
                return comprehension("{", as<DictComp>(e).key, as<DictComp>(e).value,
                                     as<DictComp>(e).generators, "}");
            case ExprKind::Yield:
                out += "(yield";
                if (as<Yield>(e).value != nullptr) {
                    out += " ";
                    expression(*as<Yield>(e).value, TUPLE);
                }
                out += ")";
                return;
            case ExprKind::YieldFrom:
                out += "(yield from ";
                expression(*as<YieldFrom>(e).value, TEST);
                out += ")";
                return;
            case ExprKind::Compare:
                return compare(as<Compare>(e), place);
            case ExprKind::Call:
                return call(as<syntax::Call>(e));
            case ExprKind::FormattedValue:
            case ExprKind::JoinedStr:
                return joined(e);
            case ExprKind::Constant:
                return constant(as<Constant>(e));
            case ExprKind::Attribute:
                return attribute(as<syntax::Attribute>(e));
            case ExprKind::Subscript:
                expression(*as<Subscript>(e).value, ATOM);
                out += "[";
                expression(*as<Subscript>(e).slice, TUPLE);
                out += "]";
                return;
            case ExprKind::Starred:
                out += "*";
                return expression(*as<Starred>(e).value, BIT_OR);
            case ExprKind::Name:
                out += as<Name>(e).id;
                return;
            case ExprKind::Tuple:
                return tuple(as<syntax::Tuple>(e).elts, place);
            case ExprKind::Slice:
                return slice(as<syntax::Slice>(e));
        }
    }

private:
    template <class Body>
    void in_brackets(Tightness own, Tightness place, const Body& body)
    {
        if (place > own) out += "(";
        body();
        if (place > own) out += ")";
    }

    void list(std::span<syntax::Expr* const> items)
    {
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (i != 0) out += ", ";
            expression(*items[i], TEST);
        }
    }

    void enclosed(std::string_view before, std::span<syntax::Expr* const> items, std::string_view behind)
    {
        out += before;
        list(items);
        out += behind;
    }

    void tuple(std::span<syntax::Expr* const> items, Tightness place)
    {
        if (items.empty()) {
            out += "()";
            return;
        }
        in_brackets(TUPLE, place, [&] {
            list(items);
            if (items.size() == 1) out += ",";
        });
    }

    void dict(const syntax::Dict& e)
    {
        out += "{";
        for (std::size_t i = 0; i < e.values.size(); ++i) {
            if (i != 0) out += ", ";
            if (e.keys[i] == nullptr) {
                out += "**";
                expression(*e.values[i], BIT_OR);
                continue;
            }
            expression(*e.keys[i], TEST);
            out += ": ";
            expression(*e.values[i], TEST);
        }
        out += "}";
    }

    void comprehension(std::string_view before, const syntax::Expr* first, const syntax::Expr* second,
                       std::span<const Comprehension> generators, std::string_view behind)
    {
        out += before;
        expression(*first, TEST);
        if (second != nullptr) {
            out += ": ";
            expression(*second, TEST);
        }
        for (const Comprehension& g : generators) {
            out += " for ";
            expression(*g.target, TUPLE);
            out += " in ";
            expression(*g.iter, tighter(TEST));
            for (const syntax::Expr* test : g.ifs) {
                out += " if ";
                expression(*test, tighter(TEST));
            }
        }
        out += behind;
    }

    void either(const BoolOp& e, Tightness place)
    {
        const Tightness own = e.op == BoolOperator::And ? AND : OR;
        in_brackets(own, place, [&] {
            for (std::size_t i = 0; i < e.values.size(); ++i) {
                if (i != 0) out += own == AND ? " and " : " or ";
                expression(*e.values[i], tighter(own));
            }
        });
    }

    void binary(const syntax::BinOp& e, Tightness place)
    {
        const auto [text, own] = BINARY[static_cast<std::size_t>(e.op)];
        const bool from_right = own == POWER;
        in_brackets(own, place, [&] {
            expression(*e.left, from_right ? tighter(own) : own);
            out += text;
            expression(*e.right, from_right ? own : tighter(own));
        });
    }

    void unary(const UnaryOp& e, Tightness place)
    {
        const Tightness own = e.op == UnaryOperator::Not ? NOT : FACTOR;
        constexpr std::string_view TEXTS[] = {"~", "not ", "+", "-"};
        in_brackets(own, place, [&] {
            out += TEXTS[static_cast<std::size_t>(e.op)];
            expression(*e.operand, own);
        });
    }

    void compare(const Compare& e, Tightness place)
    {
        in_brackets(COMPARISON, place, [&] {
            expression(*e.left, tighter(COMPARISON));
            for (std::size_t i = 0; i < e.ops.size(); ++i) {
                out += COMPARISONS[static_cast<std::size_t>(e.ops[i])];
                expression(*e.comparators[i], tighter(COMPARISON));
            }
        });
    }

    void call(const syntax::Call& e)
    {
        expression(*e.func, ATOM);
        if (e.args.size() == 1 && e.keywords.empty() && e.args[0]->kind == ExprKind::GeneratorExp)
            return expression(*e.args[0], ATOM);
        out += "(";
        list(e.args);
        for (std::size_t i = 0; i < e.keywords.size(); ++i) {
            if (i != 0 || !e.args.empty()) out += ", ";
            if (e.keywords[i]->arg.empty())
                out += "**";
            else
                (out += e.keywords[i]->arg) += "=";
            expression(*e.keywords[i]->value, TEST);
        }
        out += ")";
    }

    void attribute(const syntax::Attribute& e)
    {
        expression(*e.value, ATOM);
        const bool number =
            e.value->kind == ExprKind::Constant && as<Constant>(*e.value).value == ConstantKind::Int;
        (out += number ? " ." : ".") += e.attr;
    }

    void slice(const syntax::Slice& e)
    {
        if (e.lower != nullptr) expression(*e.lower, TEST);
        out += ":";
        if (e.upper != nullptr) expression(*e.upper, TEST);
        if (e.step == nullptr) return;
        out += ":";
        expression(*e.step, TEST);
    }

    void parameters(const Arguments& a)
    {
        std::string_view between = a.posonlyargs.empty() && a.args.empty() ? "" : " ";
        const std::size_t without = a.posonlyargs.size() + a.args.size() - a.defaults.size();
        std::size_t at = 0;
        const auto add = [&](std::string_view stars, std::string_view name, const syntax::Expr* value) {
            ((out += between) += stars) += name;
            between = ", ";
            if (value == nullptr) return;
            out += "=";
            expression(*value, TEST);
        };
        const auto positional = [&](const Arg* p) {
            add("", p->arg, at >= without ? a.defaults[at - without] : nullptr);
            ++at;
        };
        for (const Arg* p : a.posonlyargs) positional(p);
        if (!a.posonlyargs.empty()) add("", "/", nullptr);
        for (const Arg* p : a.args) positional(p);
        if (a.vararg != nullptr || !a.kwonlyargs.empty())
            add("*", a.vararg != nullptr ? a.vararg->arg : "", nullptr);
        for (std::size_t i = 0; i < a.kwonlyargs.size(); ++i) add("", a.kwonlyargs[i]->arg, a.kw_defaults[i]);
        if (a.kwarg != nullptr) add("**", a.kwarg->arg, nullptr);
    }

    void constant(const Constant& c)
    {
        switch (c.value) {
            case ConstantKind::None:
                out += "None";
                return;
            case ConstantKind::True:
                out += "True";
                return;
            case ConstantKind::False:
                out += "False";
                return;
            case ConstantKind::Ellipsis:
                out += "...";
                return;
            case ConstantKind::Str:
                if (c.u_prefix) out += "u";
                return repr_text(c.text, out, false);
            case ConstantKind::Bytes:
                out += "b";
                return repr_bytes({reinterpret_cast<const u8*>(c.text.data()), c.text.size()}, false, out);
            case ConstantKind::Int:
                out += bigint::to_text({false, c.magnitude});
        }
    }

    // The text between the quotes of an f-string.
    std::string inside(const syntax::Expr& e)
    {
        std::string text;
        if (e.kind == ExprKind::Constant) {
            for (const char c : as<Constant>(e).text) text.append(c == '{' || c == '}' ? 2 : 1, c);
        } else if (e.kind == ExprKind::FormattedValue) {
            const auto& value = as<FormattedValue>(e);
            Unparser inner;
            inner.expression(*value.value, tighter(TEST));
            text = (inner.out.starts_with('{') ? "{ " : "{") + inner.out;
            if (value.conversion != 0) text += {'!', value.conversion};
            if (value.format_spec != nullptr) text += ":" + inside(*value.format_spec);
            text += "}";
        } else {
            for (const syntax::Expr* part : as<JoinedStr>(e).values) text += inside(*part);
        }
        return text;
    }

    void joined(const syntax::Expr& e)
    {
        out += "f";
        repr_text(inside(e), out, false);
    }
};

}  // namespace

std::string unparse(const syntax::Expr& e)
{
    Unparser text;
    text.expression(e, TEST);
    return std::move(text.out);
}

}  // namespace lariat::pvm
