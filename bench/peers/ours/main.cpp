// Peer program for lariat's own store.
#include <algorithm>
#include <memory>

#include "../cpp/contestant.hpp"
#include "state/log_store.hpp"
#include "state/proof/verify.hpp"

using namespace lariat;

namespace {

class Ours final : public peers::Contestant {
public:
    explicit Ours(const peers::Arguments& arguments)
        : directory_(arguments.directory), keep_versions_(arguments.option("keep_versions", 1))
    {
    }

    void open() override
    {
        auto opened = state::LogStore::open(directory_, {.keep_versions = keep_versions_});
        if (!opened.ok()) peers::fail(opened.error().message);
        store_ = std::move(opened).value();
    }

    void close() override { store_.reset(); }

    void take(peers::Batch batch) override
    {
        // New ones: what a large batch took would count as the store's memory.
        taken_ = std::vector<state::Write>();
        taken_.reserve(batch.size());
        writes_ = std::vector<state::Write>();
        writes_.reserve(batch.size());
        order_ = std::vector<Place>();
        order_.reserve(batch.size());
        for (peers::Pair& pair : batch) taken_.push_back({std::move(pair.key), std::move(pair.value)});
    }

    /// In ascending order is how the store takes a batch, so sorting counts as its work.
    void commit() override
    {
        for (const state::Write& write : taken_) {
            u64 first = 0;
            for (std::size_t i = 0; i < sizeof first; ++i) first = first << 8 | write.key[i];
            order_.emplace_back(first, order_.size());  // the first bytes of keys are different: see key_of
        }
        std::sort(order_.begin(), order_.end());
        for (const auto& [first, number] : order_) writes_.push_back(std::move(taken_[number]));
        const auto committed = store_->commit(writes_);
        if (!committed.ok()) peers::fail(committed.error().message);
    }

    void get(BytesView key, std::size_t slot) override { there_[slot] = store_->get(key, slots_[slot]); }
    std::optional<BytesView> got(std::size_t slot) const override
    {
        return there_[slot] ? std::optional<BytesView>(slots_[slot]) : std::nullopt;
    }
    std::optional<Hash32> root() const override { return store_->root(); }
    bool proves() const override { return true; }
    Bytes prove(BytesView key) override { return store_->prove(key); }
    bool verify(const Hash32& root, BytesView proof, BytesView key, BytesView value) override
    {
        return state::verify_value(proof, root, key, value).ok();
    }

private:
    /// The first bytes of a key, and where its write was drawn.
    using Place = std::pair<u64, std::size_t>;

    std::string directory_;
    u64 keep_versions_;
    std::unique_ptr<state::LogStore> store_;
    std::vector<state::Write> taken_;
    std::vector<Place> order_;
    std::vector<state::Write> writes_;
    std::array<Bytes, peers::SLOTS> slots_;  ///< keep their memory from one value to the next
    std::array<bool, peers::SLOTS> there_{};
};

}  // namespace

int main(int argc, char** argv)
{
    const peers::Arguments arguments(argc, argv, {"keep_versions"});
    Ours store(arguments);
    return serve(arguments, store);
}
