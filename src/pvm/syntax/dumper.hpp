// The state behind dump(): text so far, and how a node and its fields are written.
#pragma once

#include <string>
#include <type_traits>

#include "pvm/syntax/ast.hpp"

namespace lariat::pvm::syntax {

inline constexpr const char* OPERATOR_NAMES[] = {
    "Add",    "Sub",    "Mult",  "MatMult", "Div",    "Mod",      "Pow",
    "LShift", "RShift", "BitOr", "BitXor",  "BitAnd", "FloorDiv",
};
inline constexpr const char* COMPARE_NAMES[] = {"Eq",  "NotEq", "Lt",    "LtE", "Gt",
                                                "GtE", "Is",    "IsNot", "In",  "NotIn"};

template <class Enum, std::size_t N>
const char* name_of(const char* const (&names)[N], Enum value)
{
    return names[static_cast<std::size_t>(value)];
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
    void context(ExprContext ctx);
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

}  // namespace lariat::pvm::syntax
