// The chain of a test: what lariat_test asks of it (library/python/lariat_test.py).
#pragma once

#include "cli/pvm_chain.hpp"

namespace lariat::cli {

class AskedChain : public TestChain {
public:
    /// Actors are read from files beside the test.
    explicit AskedChain(std::string folder) : folder_(std::move(folder)) {}

    /// Runs a function of a test file.
    TestOutcome run_test(const std::shared_ptr<const pvm::Program>& program, const std::string& name,
                         u64 cycles);
    /// The traceback of the actor's call that failed last; empty: none did.
    const std::string& trail() const { return trail_; }

    Result<Bytes> ask(std::string_view what, BytesView arguments) override;

private:
    struct Argument;
    Result<Bytes> deploy(const std::vector<Argument>& a);
    Result<Bytes> called(const std::vector<Argument>& a);
    Result<Bytes> advance(const std::vector<Argument>& a);
    Bytes outcome_of(const Address& actor, const TestOutcome& outcome);

    std::string folder_, trail_;
};

}  // namespace lariat::cli
