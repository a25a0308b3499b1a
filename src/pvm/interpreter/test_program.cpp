// Compiles files of tests, with the modules that they import from beside them.
#include "pvm/compiler/actor_source.hpp"
#include "pvm/compiler/compiler.hpp"
#include "pvm/compiler/image.hpp"
#include "pvm/objects/ops.hpp"
#include "pvm/syntax/parser.hpp"

namespace lariat::pvm {

namespace {

Limits limits_of_tests()
{
    Limits limits;
    limits.tests = true;
    return limits;
}

/// The image of one file, and the names of the modules that it imports from beside it.
struct Compiled {
    Bytes image;
    std::set<std::string> imports;
};

Result<Compiled, Refusal> compile_file(std::string_view source, const TestModules& beside,
                                       std::string_view own_name)
{
    const Limits limits = limits_of_tests();
    auto parsed = syntax::parse(source, limits);
    if (!parsed) return parsed.error();
    const syntax::Module& tree = *parsed.value().module;
    ModuleDraft draft;
    if (auto refusals = describe_actor(tree, true, draft); !refusals.empty()) return refusals.front();
    try {
        Compiler compiler(draft, tree, own_name, false, true);
        compiler.allow_imports(beside);
        compiler.compile_module(tree);
    } catch (Refused& refused) {
        return std::move(refused.refusal);
    }
    return Compiled{pack(draft), std::move(draft.beside)};
}

}  // namespace

Result<std::shared_ptr<const Program>, Refusal> compile_tests(std::string_view source,
                                                              const TestModules& beside)
{
    boot();
    auto main = compile_file(source, beside, "__main__");
    if (!main) return std::move(main).error();
    auto program = std::make_shared<Program>();
    program->module.source_name = "<actor>";
    program->handlers = load(std::move(main.value().image), program->module).handlers;
    std::set<std::string> wanted = std::move(main.value().imports);
    while (!wanted.empty()) {
        const std::string name = std::move(wanted.extract(wanted.begin()).value());
        const TestModule& module = beside.find(name)->second;
        auto compiled = compile_file(module.source, beside, name);
        if (!compiled) {
            const Refusal& r = compiled.error();
            return Refusal{1, 1, cat("imports ", module.file, ": ", r.to_string())};
        }
        auto& code = program->beside.emplace(name, std::make_unique<ModuleCode>()).first->second;
        code->source_name = module.file;
        code->module_name = program->beside.find(name)->first;
        load(std::move(compiled.value().image), *code);
        for (const std::string& next : compiled.value().imports)
            if (!program->beside.contains(next)) wanted.insert(next);
    }
    return std::shared_ptr<const Program>(std::move(program));
}

}  // namespace lariat::pvm
