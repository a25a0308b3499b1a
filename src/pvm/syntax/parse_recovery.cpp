// How the parser goes on behind a refused statement when it collects refusals.
//
// What is refused is left out up to its `;` or the end of its line. The bodies of a compound statement are
// read all the same, and stand in a statement of the same kind that has nothing else.
#include "pvm/syntax/syntax_parser.hpp"

namespace lariat::pvm::syntax {

/// Takes the refusal down. Once there are as many as are wanted the parser stays failed, and ends.
bool SyntaxParser::note_refusal()
{
    if (all_ == nullptr || !failed()) return false;
    if (!failure_->reason.empty()) all_->add(*failure_);
    all_->left_out();
    if (all_->full()) return false;
    failure_.reset();
    return true;
}

bool SyntaxParser::at_line_start() const
{
    if (at_ == 0) return true;
    const TokenKind before = stream_->tokens[at_ - 1].kind;
    return before == TokenKind::Newline || before == TokenKind::Indent || before == TokenKind::Dedent;
}

void SyntaxParser::skip_to(std::string_view word)
{
    while (!at(TokenKind::Newline) && !at(TokenKind::End) && !at(TokenKind::Indent) &&
           (word.empty() || !at(word)))
        ++at_;
}

/// Behind a refused simple statement: at its `;` or at the end of its line.
void SyntaxParser::recover_in_line(std::size_t begin, std::vector<Stmt*>& out)
{
    if (!note_refusal()) return;
    out.pop_back();
    line_refused_ = true;
    if (at_ == begin || !at_line_start()) skip_to(";");
}

/// Behind a statement that began at `begin` and was refused, or of which the line was. `kept` is how many
/// bodies were complete before it.
void SyntaxParser::recover(std::size_t begin, std::size_t kept, std::vector<Stmt*>& out)
{
    u32 open = 0;
    if (failed()) {
        if (!note_refusal()) return;
        out.pop_back();
        for (std::size_t i = begin; i < at_; ++i) {
            const TokenKind kind = stream_->tokens[i].kind;
            if (kind == TokenKind::Indent) ++open;
            if (kind == TokenKind::Dedent) --open;
        }
        if (at_ == begin || !at_line_start()) skip_line();
    } else if (!at(TokenKind::Indent)) {
        return;
    }
    const bool cases = stream_->tokens[begin].text == "match";
    std::vector<Stmt*> bodies;
    for (const Sequence<Stmt*>& body : std::span(bodies_).subspan(kept))
        bodies.insert(bodies.end(), body.begin(), body.end());
    for (;;) {
        if (at(TokenKind::Indent)) {
            take();
            rest_of_block(cases, bodies);
        } else if (at_clause(cases)) {
            skip_line();
        } else if (open > 0) {
            --open;
            rest_of_block(cases, bodies);
        } else {
            break;
        }
    }
    out.push_back(with_bodies(begin, bodies));
}

void SyntaxParser::skip_line()
{
    skip_to({});
    if (at(TokenKind::Newline)) ++at_;
}

/// The statements of a block whose Indent was taken, and its Dedent. A block that is nested too deeply is
/// left out.
void SyntaxParser::rest_of_block(bool cases, std::vector<Stmt*>& out)
{
    if (nesting_ >= nesting_limit_) {
        for (u32 depth = 1; depth > 0 && !at(TokenKind::End); ++at_) {
            if (at(TokenKind::Indent)) ++depth;
            if (at(TokenKind::Dedent)) --depth;
        }
        return;
    }
    ++nesting_;
    while (!failed() && !at(TokenKind::Dedent) && !at(TokenKind::End)) {
        if (!at_clause(cases)) {
            statement(out);
            continue;
        }
        skip_line();
        if (at(TokenKind::Indent)) {
            take();
            rest_of_block(false, out);
        }
    }
    --nesting_;
    if (at(TokenKind::Dedent)) take();
}

/// A part of a compound statement that cannot begin a statement.
bool SyntaxParser::at_clause(bool cases) const
{
    if (cases && at(TokenKind::Name) && peek().text == "case") return true;
    return at("else") || at("elif") || at("except") || at("finally");
}

/// The body of a block: when refusals are collected it is known in case the rest of the statement is refused,
/// and it may have lost all its statements.
Sequence<Stmt*> SyntaxParser::keep_body(std::vector<Stmt*>& body)
{
    if (all_ == nullptr) return list(body);
    if (body.empty()) body.push_back(node<Pass>(peek()));
    bodies_.push_back(list(body));
    return bodies_.back();
}

/// A statement of the same kind: `return`, `break` and names mean in the bodies what they meant.
Stmt* SyntaxParser::with_bodies(std::size_t begin, const std::vector<Stmt*>& bodies)
{
    std::size_t word = begin;  // behind decorators
    for (; stream_->tokens[word].is("@"); ++word)
        while (word < at_ && stream_->tokens[word].kind != TokenKind::Newline) ++word;
    if (word >= at_) word = begin;
    const Token& first = stream_->tokens[word];
    if (bodies.empty()) return node<Pass>(first);
    const bool named = word + 1 < at_ && stream_->tokens[word + 1].kind == TokenKind::Name;
    if (first.is("def") || first.is("class")) {
        const Identifier name = named ? stream_->tokens[word + 1].text : "_";
        const auto filled = [&](auto* made) -> Stmt* {
            made->name = name;
            made->body = list(bodies);
            return made;
        };
        return first.is("def") ? filled(node<FunctionDef>(first)) : filled(node<ClassDef>(first));
    }
    Constant* test = node<Constant>(first);
    test->value = ConstantKind::True;
    const auto filled = [&](auto* made) -> Stmt* {
        made->test = test;
        made->body = list(bodies);
        return made;
    };
    return first.is("for") || first.is("while") ? filled(node<While>(first)) : filled(node<If>(first));
}

}  // namespace lariat::pvm::syntax
