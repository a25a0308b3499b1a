// A dump: a dev chain as one file, from which another node goes on. It has what a chain is made from, its
// genesis or the state that a fork began with and its blocks; whoever loads it runs the blocks again and
// compares the roots, so a file from anybody can do no more harm than its blocks can.
//
//     "lariat dump 2\n"  genesis, dev state, mining: bytes of JSON each  base: bytes of a snapshot, or none
//     pool: u32 count, each u64 arrival in milliseconds, bytes
//     blocks: u64 count, each bytes, state root, the senders of its transactions
//     CRC-32C of all before, u32         (integers big-endian, bytes with u32 length, addresses 20 bytes)
//
// Version 1 has no senders: they are recovered from the signatures.
#pragma once

#include "node/block_log.hpp"
#include "node/dev_state.hpp"

namespace lariat::node {

struct Dump {
    nlohmann::json genesis;
    DevState dev;
    std::optional<Mining> mining;  ///< absent: as the settings say
    Bytes base;                    ///< the state that a fork began with
    struct Pooled {
        u64 arrived_ms = 0;
        Bytes raw;
    };
    std::vector<Pooled> pool;
    struct Block {
        LoggedBlock block;
        Hash32 state_root;
        std::vector<Address> senders;  ///< of its transactions; empty: as their signatures say
    };
    std::vector<Block> blocks;  ///< from the one after the genesis or the base on
};

bool is_dump(BytesView file) noexcept;
Bytes encode(const Dump& dump);
/// The error says what is wrong with the file.
Result<Dump, std::string> decode_dump(BytesView file);

}  // namespace lariat::node
