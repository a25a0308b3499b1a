// An application in a scratch home, asked through its dispatcher as the engine asks it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "abci/application.hpp"
#include "base/hex.hpp"
#include "node/keys.hpp"
#include "node/node_genesis.hpp"
#include "support/scratch.hpp"

namespace lariat::abci {

inline constexpr u64 GENESIS_MS = 1'700'000'000'000;

/// A validator's home with a genesis, and the application in it.
class ApplicationTest : public testing::Test {
protected:
    /// `more` is added to the genesis of the chain.
    explicit ApplicationTest(const nlohmann::json& more = nlohmann::json::object())
    {
        nlohmann::json accounts = nlohmann::json::array();
        for (std::size_t i = 0; i < 3; ++i)
            accounts.push_back({{"address", who(i)}, {"balance", "10000000000000"}});
        state_ = {{"chain_id", "abci-test"}, {"timestamp_ms", GENESIS_MS - 1}, {"accounts", accounts}};
        state_.update(more);
        std::filesystem::create_directories(home() + "/config");
        std::ofstream(home() + "/config/genesis.json") << nlohmann::json{{"app_state", state_}}.dump();
        open();
    }

    std::string home() const { return scratch_.path(); }
    static std::string who(std::size_t i) { return to_hex(*node::address_of(node::dev_keys()[i])); }
    void open(node::RulesRange rules = KNOWN_RULES)
    {
        application_.reset();
        Options options;
        options.home = home();
        options.log_level = node::LogLevel::error;
        options.rules = rules;
        options.last_words_ms = last_words_ms_;
        auto opened = Application::open(options);
        ASSERT_TRUE(opened.ok()) << opened.error().message;
        application_ = std::move(opened).value();
    }

    static Bytes signed_tx(chain::Transaction tx, std::size_t from = 0, const char* chain = "abci-test")
    {
        const Bytes body = node::encode_body(chain, tx);
        return node::encode_transaction(body,
                                        *node::sign(node::digest_of_body(body), node::dev_keys()[from]));
    }
    static Bytes payment(u64 nonce, std::size_t from = 0, u64 cycles = 500'000,
                         const char* chain = "abci-test", u64 tip = 0)
    {
        chain::Transaction tx;
        tx.nonce = nonce;
        tx.limits = {.cycles = cycles,
                     .cells = 1'000,
                     .max_fee_per_cycle = 1'000'000,
                     .max_fee_per_cell = 1'000'000,
                     .tip_per_cycle = tip};
        tx.body = chain::TransferTx{*node::address_of(node::dev_keys()[9]), 5};
        return signed_tx(std::move(tx), from, chain);
    }

    /// Fields of the body of the response, by number.
    using Fields = std::multimap<u32, ProtoReader::Field>;
    Fields ask(Kind kind, BytesView body)
    {
        answer_ = application_->handle(ProtoWriter().put_message(static_cast<u32>(kind), body).bytes());
        ProtoReader outer(answer_);
        const auto response = outer.next();
        Fields out;
        if (!response) return out;
        kind_ = response->number;
        ProtoReader inner(response->bytes);
        while (const auto field = inner.next()) out.emplace(field->number, *field);
        return out;
    }
    bool refused() const { return kind_ == 1; }

    static Bytes time_of(u64 ms)
    {
        return ProtoWriter().put_number(1, ms / 1'000).put_number(2, ms % 1'000 * 1'000'000).take();
    }
    /// `validators`: encoded, of ValidatorUpdate.
    Fields init_chain(u64 ms = GENESIS_MS, u64 initial_height = 1, const std::vector<Bytes>& validators = {})
    {
        ProtoWriter w;
        w.put_message(1, time_of(ms)).put_text(2, "abci-test");
        for (const Bytes& validator : validators) w.put_message(4, validator);
        w.put_text(5, state_.dump()).put_number(6, initial_height);
        return ask(Kind::init_chain, w.bytes());
    }
    /// `equivocators`: addresses of validators that evidence is about.
    Fields finalize(u64 height, const std::vector<Bytes>& txs, u64 ms, const Bytes& proposer = Bytes(20, 7),
                    const std::vector<Address>& equivocators = {})
    {
        ProtoWriter w;
        for (const Bytes& tx : txs) w.put_message(1, tx);
        for (const Address& address : equivocators)
            w.put_message(3, ProtoWriter()
                                 .put_number(1, 1)
                                 .put_message(2, ProtoWriter().put_bytes(1, view(address)).bytes())
                                 .bytes());
        w.put_number(5, height).put_message(6, time_of(ms)).put_bytes(8, proposer);
        return ask(Kind::finalize_block, w.bytes());
    }
    static u64 code_of(const ProtoReader::Field& result)
    {
        ProtoReader reader(result.bytes);
        while (const auto field = reader.next())
            if (field->number == 1) return field->value;
        return 0;
    }
    Bytes last_app_hash()
    {
        const Fields fields = ask(Kind::info, {});
        const auto found = fields.find(5);
        return found == fields.end() ? Bytes{} : to_bytes(found->second.bytes);
    }

    Scratch scratch_;
    u64 last_words_ms_ = 10'000;
    nlohmann::json state_;
    std::unique_ptr<Application> application_;
    Bytes answer_;
    u32 kind_ = 0;
};

}  // namespace lariat::abci
