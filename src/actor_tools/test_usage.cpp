// Counts runs, and finds the statements of a source by its syntax tree.
#include "actor_tools/test_usage.hpp"

#include <algorithm>

#include "actor_tools/lint/walk.hpp"
#include "pvm/pvm.hpp"
#include "pvm/syntax/parser.hpp"

namespace lariat::actor_tools {

namespace {

using namespace pvm::syntax;

/// Collects the statements in the order of the source. The last line of a statement is the highest line of
/// its own expressions.
class Statements : public lint::Walk {
public:
    std::vector<StatementLines> found;

protected:
    bool enter(const Stmt& s) override
    {
        open_.push_back(found.size());
        const bool is_document =
            s.kind == StmtKind::Expr && as<ExprStmt>(s).value->kind == ExprKind::Constant;
        if (is_document || s.kind == StmtKind::Global || s.kind == StmtKind::Nonlocal) {
            open_.back() = NONE;
            return true;
        }
        found.push_back({s.line, s.line});
        return true;
    }
    void leave(const Stmt&) override { open_.pop_back(); }
    bool enter(const Expr& e) override
    {
        if (!open_.empty() && open_.back() != NONE) {
            u32& last = found[open_.back()].last;
            last = std::max(last, e.line);
        }
        return true;
    }

private:
    static constexpr std::size_t NONE = ~std::size_t{0};
    std::vector<std::size_t> open_;
};

}  // namespace

void TestUsage::add_run(const std::string& file, const std::string& handler, u64 cycles, u64 cells)
{
    Cost& cost = costs_[{file, handler}];
    cost.cycles_least = cost.runs == 0 ? cycles : std::min(cost.cycles_least, cycles);
    cost.cycles_most = std::max(cost.cycles_most, cycles);
    cost.cells_most = std::max(cost.cells_most, cells);
    cost.cycles += cycles;
    cost.cells += cells;
    ++cost.runs;
}

pvm::Watch* TestUsage::watch(const std::string& file)
{
    watch_ = Lines();
    watch_.to = &lines_[file];
    return &watch_;
}

std::vector<StatementLines> statements_of(const std::string& source)
{
    const auto parsed = parse(source, pvm::Limits{});
    if (!parsed) return {};
    Statements walk;
    walk.statements(parsed.value().module->body);
    return walk.found;
}

Coverage coverage_of(const std::string& source, const std::set<u32>& lines)
{
    Coverage out;
    for (const StatementLines& statement : statements_of(source)) {
        const auto first = lines.lower_bound(statement.first);
        const bool ran = first != lines.end() && *first <= statement.last;
        ++out.statements;
        out.ran += ran;
        if (!ran) out.missed.push_back(statement.first);
    }
    return out;
}

}  // namespace lariat::actor_tools
