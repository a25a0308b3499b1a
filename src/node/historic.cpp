// A store over the archive, and chains on it.
#include "node/historic.hpp"

#include "lariat/assert.hpp"

namespace lariat::node {

namespace {

/// The state after one block, for reading.
class HistoricStore final : public state::Store {
public:
    HistoricStore(const Archive& archive, u64 height, const Hash32& root)
        : archive_(archive), height_(height), root_(root)
    {
    }

    std::optional<Bytes> get(BytesView key) const override { return archive_.state_at(key, height_); }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        archive_.each_state(height_, visit);
    }
    Hash32 root() const override { return root_; }
    u64 version() const override { return height_ + 1; }
    u64 rollback_depth() const override { return 0; }

    StatusOf<state::StoreError> commit(std::span<const state::WriteView>) override { return refused(); }
    Result<Hash32, state::StoreError> stage(std::span<const state::WriteView>) override { return refused(); }
    StatusOf<state::StoreError> make_durable() override { return refused(); }
    StatusOf<state::StoreError> drop_staged() override { return refused(); }
    StatusOf<state::StoreError> rollback(u64) override { return refused(); }
    Bytes prove(BytesView) const override { return {}; }
    Result<std::unique_ptr<state::Store>, state::StoreError> reopen() override { return refused(); }

private:
    static state::StoreError refused() { return {"the state of an earlier block is for reading"}; }

    const Archive& archive_;
    u64 height_;
    Hash32 root_;
};

}  // namespace

std::shared_ptr<const HistoricChain> HistoricChains::at(const Archive& archive, u64 height,
                                                        const Hash32& block, const Hash32& root)
{
    for (auto it = kept_.begin(); it != kept_.end(); ++it)
        if ((*it)->height == height && (*it)->block == block) {
            kept_.splice(kept_.begin(), kept_, it);
            return kept_.front();
        }
    auto made = std::make_shared<HistoricChain>();
    made->height = height;
    made->block = block;
    auto store = std::make_unique<HistoricStore>(archive, height, root);
    archive.each_state(height, [&](BytesView key, BytesView value) { made->index.note(key, value); });
    auto chain = chain::Chain::open(std::move(store));
    if (!chain) return nullptr;
    made->chain = std::move(chain).value();
    kept_.push_front(made);
    if (kept_.size() > KEPT) kept_.pop_back();
    return made;
}

}  // namespace lariat::node
