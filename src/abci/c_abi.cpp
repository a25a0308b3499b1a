// The C interface. Whatever could be thrown here is a broken invariant: noexcept ends the process.
#include "abci/c_abi.h"

#include "abci/application.hpp"
#include "base/hex.hpp"
#include "base/kept_memory.hpp"
#include "lariat/assert.hpp"
#include "node/c_memory.hpp"
#include "node/keys.hpp"

using namespace lariat;

struct lariat_app {
    std::unique_ptr<abci::Application> application;
};

namespace {

void give(const Bytes& bytes, void** out, size_t* size)
{
    *out = node::copy_for_c(bytes);
    *size = bytes.size();
}

BytesView bytes_at(const void* bytes, size_t size)
{
    return {static_cast<const u8*>(bytes), size};
}

}  // namespace

int lariat_open(const char* options, lariat_app** app, char** message) noexcept
{
    keep_memory();
    const auto read = abci::read_options(options);
    if (!read) return node::refuse_for_c({2, read.error()}, message);
    auto opened = abci::Application::open(read.value());
    if (!opened) return node::refuse_for_c(opened.error(), message);
    *app = new lariat_app{std::move(opened).value()};
    return 0;
}

void lariat_close(lariat_app* app) noexcept
{
    delete app;
}

const char* lariat_url(const lariat_app* app) noexcept
{
    return app->application->url().c_str();
}

void lariat_abci(lariat_app* app, const void* request, size_t size, void** response,
                 size_t* response_size) noexcept
{
    give(app->application->handle(bytes_at(request, size)), response, response_size);
}

uint32_t lariat_check_tx(lariat_app* app, const void* tx, size_t size, int recheck, int64_t* gas_wanted,
                         char** log) noexcept
{
    const auto checked = app->application->check(bytes_at(tx, size), recheck != 0);
    *gas_wanted = static_cast<int64_t>(checked.cycles);
    if (log) *log = checked.log.empty() ? nullptr : node::text_for_c(checked.log);
    return checked.code;
}

void lariat_outbox(lariat_app* app, uint64_t wait_ms, void** txs, size_t* size) noexcept
{
    Bytes out;
    for (const Bytes& tx : app->application->take_outbox(wait_ms)) {
        for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<u8>(tx.size() >> shift));
        out.insert(out.end(), tx.begin(), tx.end());
    }
    give(out, txs, size);
}

uint64_t lariat_head(lariat_app* app, uint8_t root[32]) noexcept
{
    const node::Head head = app->application->head();
    std::memcpy(root, head.state_root.bytes.data(), head.state_root.bytes.size());
    return head.height;
}

int lariat_undo_above(lariat_app* app, uint64_t height, char** message) noexcept
{
    const auto error = app->application->undo_above(height);
    return error ? node::refuse_for_c(*error, message) : 0;
}

void lariat_engine_ended(lariat_app* app) noexcept
{
    app->application->engine_ended();
}

char* lariat_block_json(lariat_app* app, uint64_t height) noexcept
{
    const auto json = app->application->block_json(height);
    return json ? node::text_for_c(*json) : nullptr;
}

char* lariat_dev_call(const char* chain_id, uint64_t nonce, const char* actor, const char* handler) noexcept
{
    const auto to = address_from_hex(actor);
    if (!to) return nullptr;
    chain::Transaction tx;
    tx.nonce = nonce;
    tx.body = chain::CallTx{*to, handler, {}};
    const Bytes body = node::encode_body(chain_id, tx);
    const auto signature = node::sign(node::digest_of_body(body), node::dev_keys()[0]);
    LARIAT_ASSERT(signature);
    return node::text_for_c(to_hex(node::encode_transaction(body, *signature)));
}

void lariat_free(void* memory) noexcept
{
    std::free(memory);
}
