// Walks the statements of a tree and replaces those that were refused.
#include "pvm/syntax/left_out.hpp"

namespace lariat::pvm::syntax {

namespace {

class LeavingOut {
public:
    LeavingOut(const std::set<const Stmt*>& refused, Arena& arena, Refusals& all)
        : refused_(refused), arena_(arena), all_(all)
    {
    }

    void body(Sequence<Stmt*> statements)
    {
        for (Stmt*& stmt : statements) {
            bodies_of(*stmt);
            if (refused_.contains(stmt)) stmt = instead_of(*stmt);
        }
    }

private:
    void bodies_of(const Stmt& stmt)
    {
        for (const Sequence<Stmt*>& one : bodies(stmt)) body(one);
    }

    template <class T>
    static std::vector<Sequence<Stmt*>> bodies_of_try(const T& stmt)
    {
        std::vector<Sequence<Stmt*>> all{stmt.body};
        for (const ExceptHandler* handler : stmt.handlers) all.push_back(handler->body);
        all.push_back(stmt.orelse);
        all.push_back(stmt.finalbody);
        return all;
    }

    static std::vector<Sequence<Stmt*>> bodies(const Stmt& stmt)
    {
        switch (stmt.kind) {
            case StmtKind::FunctionDef:
                return {as<FunctionDef>(stmt).body};
            case StmtKind::ClassDef:
                return {as<ClassDef>(stmt).body};
            case StmtKind::For:
                return {as<For>(stmt).body, as<For>(stmt).orelse};
            case StmtKind::While:
                return {as<While>(stmt).body, as<While>(stmt).orelse};
            case StmtKind::If:
                return {as<If>(stmt).body, as<If>(stmt).orelse};
            case StmtKind::With:
                return {as<With>(stmt).body};
            case StmtKind::Try:
                return bodies_of_try(as<Try>(stmt));
            case StmtKind::TryStar:
                return bodies_of_try(as<TryStar>(stmt));
            case StmtKind::Match: {
                std::vector<Sequence<Stmt*>> all;
                for (const MatchCase& one : as<Match>(stmt).cases) all.push_back(one.body);
                return all;
            }
            default:
                return {};
        }
    }

    template <class T>
    T* node(const Position& where)
    {
        T* made = arena_.make<T>();
        static_cast<Position&>(*made) = where;
        made->kind = T::KIND;
        return made;
    }

    Stmt* instead_of(const Stmt& stmt)
    {
        if (stmt.kind == StmtKind::Return && as<Return>(stmt).value != nullptr) {
            ExprStmt* value = node<ExprStmt>(stmt);
            value->value = as<Return>(stmt).value;
            return value;
        }
        const bool bare = stmt.kind == StmtKind::Return || stmt.kind == StmtKind::Break ||
                          stmt.kind == StmtKind::Continue || stmt.kind == StmtKind::Global ||
                          stmt.kind == StmtKind::Nonlocal;
        if (bare) return node<Pass>(stmt);
        all_.left_out();
        std::vector<Stmt*> all;
        for (const Sequence<Stmt*>& one : bodies(stmt)) all.insert(all.end(), one.begin(), one.end());
        if (all.empty()) return node<Pass>(stmt);
        const Sequence<Stmt*> kept = arena_.copy(std::span<Stmt* const>(all));
        if (stmt.kind == StmtKind::FunctionDef) {
            FunctionDef* made = node<FunctionDef>(stmt);
            made->name = as<FunctionDef>(stmt).name;
            made->body = kept;
            return made;
        }
        if (stmt.kind == StmtKind::ClassDef) {
            ClassDef* made = node<ClassDef>(stmt);
            made->name = as<ClassDef>(stmt).name;
            made->body = kept;
            return made;
        }
        Constant* test = node<Constant>(stmt);
        test->value = ConstantKind::True;
        const auto filled = [&](auto* made) -> Stmt* {
            made->test = test;
            made->body = kept;
            return made;
        };
        return stmt.kind == StmtKind::For || stmt.kind == StmtKind::While ? filled(node<While>(stmt))
                                                                          : filled(node<If>(stmt));
    }

    const std::set<const Stmt*>& refused_;
    Arena& arena_;
    Refusals& all_;
};

}  // namespace

void leave_out(const Module& module, const std::set<const Stmt*>& refused, Arena& arena, Refusals& all)
{
    LeavingOut(refused, arena, all).body(module.body);
}

}  // namespace lariat::pvm::syntax
