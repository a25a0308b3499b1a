// Checks of patterns: what they bind, and what can never be reached.
#include <algorithm>

#include "pvm/syntax/checker.hpp"

namespace lariat::pvm::syntax {

namespace {

/// Why a pattern matches everything; empty: it does not.
std::string irrefutable(const Pattern& pattern)
{
    if (pattern.kind == PatternKind::MatchOr) return irrefutable(*as<MatchOr>(pattern).patterns.back());
    if (pattern.kind != PatternKind::MatchAs) return {};
    const auto& match_as = as<MatchAs>(pattern);
    if (match_as.pattern != nullptr) return irrefutable(*match_as.pattern);
    return match_as.name.empty() ? "wildcard" : "name capture '" + std::string(match_as.name) + "'";
}

/// Equal keys have equal text; empty: an attribute, whose value is not known here.
std::string key_text(const Expr& key)
{
    if (key.kind == ExprKind::UnaryOp) {
        const std::string inner = key_text(*as<UnaryOp>(key).operand);
        return inner == "i" ? inner : "-" + inner;
    }
    if (key.kind != ExprKind::Constant) return {};
    const auto& constant = as<Constant>(key);
    switch (constant.value) {
        case ConstantKind::None:
            return "None";
        case ConstantKind::False:
            return "i";  // equal to 0
        case ConstantKind::True:
            return std::string("i\1\0\0\0\0\0\0\0", 9);
        case ConstantKind::Str:
            return "s" + std::string(constant.text);
        case ConstantKind::Bytes:
            return "b" + std::string(constant.text);
        case ConstantKind::Ellipsis:
            return "...";
        case ConstantKind::Int:
            break;
    }
    std::string text = "i";
    for (const u64 limb : constant.magnitude) {
        for (u32 shift = 0; shift < 64; shift += 8) text += static_cast<char>(limb >> shift & 0xFF);
    }
    return text;
}

}  // namespace

void Checker::match(const Match& stmt)
{
    expression(stmt.subject);
    for (std::size_t i = 0; i < stmt.cases.size() && !failed(); ++i) {
        const MatchCase& one = stmt.cases[i];
        Captures captures;
        pattern(*one.pattern, captures);
        expression(one.guard);
        if (one.guard == nullptr && i + 1 < stmt.cases.size()) {
            if (const std::string why = irrefutable(*one.pattern); !why.empty()) {
                fail(*one.pattern, why + " makes remaining patterns unreachable");
            }
        }
        statements(one.body);
    }
}

void Checker::capture(Identifier name, const Position& where, Captures& captures)
{
    if (name.empty()) return;
    if (captures.contains(name)) {
        return fail(where, "multiple assignments to name '" + std::string(name) + "' in pattern");
    }
    captures.insert(name);
    bind(name, where, ASSIGNED);
}

void Checker::pattern_list(Sequence<Pattern*> items, Captures& captures, bool sequence)
{
    u32 stars = 0;
    for (const Pattern* item : items) {
        if (item->kind == PatternKind::MatchStar && ++stars > 1 && sequence) {
            fail(*item, "multiple starred expressions in sequence pattern");
        }
        pattern(*item, captures);
    }
}

void Checker::pattern(const Pattern& pattern_node, Captures& captures)
{
    const Deeper deeper(*this, pattern_node);
    if (failed()) return;
    switch (pattern_node.kind) {
        case PatternKind::MatchValue:
            return expression(as<MatchValue>(pattern_node).value);
        case PatternKind::MatchSingleton:
            return;
        case PatternKind::MatchSequence:
            return pattern_list(as<MatchSequence>(pattern_node).patterns, captures, true);
        case PatternKind::MatchMapping:
            return mapping(as<MatchMapping>(pattern_node), captures);
        case PatternKind::MatchClass:
            return class_pattern(as<MatchClass>(pattern_node), captures);
        case PatternKind::MatchStar:
            return capture(as<MatchStar>(pattern_node).name, pattern_node, captures);
        case PatternKind::MatchAs: {
            const auto& match_as = as<MatchAs>(pattern_node);
            if (match_as.pattern != nullptr) {
                pattern(*match_as.pattern, captures);
            }
            return capture(match_as.name, pattern_node, captures);
        }
        case PatternKind::MatchOr:
            return alternatives(as<MatchOr>(pattern_node), captures);
    }
}

void Checker::alternatives(const MatchOr& or_pattern, Captures& captures)
{
    Captures first;
    for (std::size_t i = 0; i < or_pattern.patterns.size() && !failed(); ++i) {
        const Pattern& one = *or_pattern.patterns[i];
        Captures here;
        pattern(one, here);
        if (i == 0) {
            first = here;
        } else if (here != first) {
            fail(or_pattern, "alternative patterns bind different names");
        }
        if (i + 1 == or_pattern.patterns.size()) continue;
        if (const std::string why = irrefutable(one); !why.empty()) {
            fail(one, why + " makes remaining patterns unreachable");
        }
    }
    for (const Identifier one : first) capture(one, or_pattern, captures);
}

void Checker::mapping(const MatchMapping& pattern_node, Captures& captures)
{
    std::set<std::string> seen;
    for (const Expr* key : pattern_node.keys) {
        const std::string text = key_text(*key);
        if (!text.empty() && !seen.insert(text).second) fail(*key, "mapping pattern checks duplicate key");
        expression(key);
    }
    pattern_list(pattern_node.patterns, captures, false);
    capture(pattern_node.rest, pattern_node, captures);
}

void Checker::class_pattern(const MatchClass& pattern_node, Captures& captures)
{
    expression(pattern_node.cls);
    std::set<Identifier> seen;
    for (const Identifier attr : pattern_node.kwd_attrs) {
        if (seen.insert(attr).second) continue;
        fail(pattern_node, "attribute name repeated in class pattern: " + std::string(attr));
    }
    pattern_list(pattern_node.patterns, captures, false);
    pattern_list(pattern_node.kwd_patterns, captures, false);
}

}  // namespace lariat::pvm::syntax
