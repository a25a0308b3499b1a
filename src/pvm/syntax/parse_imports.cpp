// import and from … import.
#include "pvm/syntax/syntax_parser.hpp"

namespace lariat::pvm::syntax {

Identifier SyntaxParser::dotted_name()
{
    const Token first = expect_name();
    if (!at(".")) return first.text;
    std::string name(first.text);  // blanks around dots are allowed and do not count
    while (accept(".")) {
        name += '.';
        name += expect_name().text;
    }
    return arena_.copy(std::string_view(name));
}

Alias SyntaxParser::import_name(Identifier name, const Token& where)
{
    Alias alias;
    static_cast<Position&>(alias) = where;
    alias.name = name;
    if (accept("as")) alias.asname = expect_name().text;
    return alias;
}

Stmt* SyntaxParser::import_statement()
{
    Import* made = node<Import>(take());
    std::vector<Alias> names;
    do {
        const Token where = peek();
        const Identifier name = dotted_name();
        names.push_back(import_name(name, where));
    } while (accept(","));
    made->names = list(names);
    return made;
}

Stmt* SyntaxParser::from_statement()
{
    ImportFrom* made = node<ImportFrom>(take());
    for (;;) {
        if (accept(".")) {
            made->level += 1;
        } else if (accept("...")) {
            made->level += 3;
        } else {
            break;
        }
    }
    if (made->level == 0 || !at("import")) made->module = dotted_name();
    expect("import");
    std::vector<Alias> names;
    const Token where = peek();
    if (accept("*")) {
        names.push_back(import_name("*", where));
        if (!names[0].asname.empty()) fail(where, "invalid syntax");
        made->names = list(names);
        return made;
    }
    const bool brackets = accept("(");
    do {
        if (!names.empty() && brackets && at(")")) break;
        if (!names.empty() && at(TokenKind::Newline)) {
            syntax_error("trailing comma not allowed without surrounding parentheses");
        }
        const Token name = expect_name();
        names.push_back(import_name(name.text, name));
    } while (accept(","));
    if (brackets) expect(")");
    made->names = list(names);
    return made;
}

}  // namespace lariat::pvm::syntax
