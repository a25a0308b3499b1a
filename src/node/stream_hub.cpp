// Keeps the list of streams and the changes of the pool.
#include "node/stream_hub.hpp"

#include "node/stream_client.hpp"

namespace lariat::node {

StreamHub::StreamHub(Core& core, u64 streams_max) : core_(core), streams_max_(streams_max)
{
    const auto held = core_.lock();
    head_ = core_.head().height;
    core_.set_listener(this);
}

StreamHub::~StreamHub()
{
    const auto held = core_.lock();
    core_.set_listener(nullptr);
}

std::shared_ptr<StreamSession> StreamHub::open()
{
    const std::lock_guard held(mutex_);
    if (clients_.size() >= streams_max_) return nullptr;
    auto client = std::make_shared<StreamClient>(core_, *this);
    clients_.insert(client.get());
    return client;
}

u64 StreamHub::count() const
{
    const std::lock_guard held(mutex_);
    return clients_.size();
}

void StreamHub::stop()
{
    stopping_ = true;
    wake_all();
}

void StreamHub::block_made()
{
    head_ = core_.head().height;
    wake_all();
}

void StreamHub::reverted(u64 height)
{
    {
        const std::lock_guard held(mutex_);
        for (StreamClient* client : clients_) client->went_back(height, head_);
    }
    head_ = core_.head().height;
    wake_all();
}

void StreamHub::tx_changed(const Address& sender, u64 arrival, const OrderedJson& tx)
{
    feed_.add(
        {.number = 0, .height = core_.head().height, .arrival = arrival, .sender = sender, .tx = tx.dump()});
    wake_all();
}

void StreamHub::count_pool_readers(int more)
{
    pool_readers_ += more;
    if (pool_readers_ == 0) feed_.clear();
}

void StreamHub::set_wake(StreamClient& client, std::function<void()> wake)
{
    const std::lock_guard held(mutex_);
    client.wake_ = std::move(wake);
    if (stopping_) client.wake();
}

void StreamHub::wake(StreamClient& client)
{
    const std::lock_guard held(mutex_);
    client.wake();
}

void StreamHub::leave(StreamClient& client)
{
    const std::lock_guard held(mutex_);
    clients_.erase(&client);
}

void StreamHub::wake_all()
{
    const std::lock_guard held(mutex_);
    for (StreamClient* client : clients_) client->wake();
}

}  // namespace lariat::node
