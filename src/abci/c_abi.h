/* The chain for a program in another language: CometBFT's, in cluster/. Every function may be called from any
 * thread; lariat_abci() with consensus requests by one at a time. Nothing throws. A failed write and a broken
 * invariant end the process: exit status 74, or a signal. Memory that is returned is given back with
 * lariat_free(). */
#ifndef LARIAT_ABCI_C_ABI_H
#define LARIAT_ABCI_C_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define LARIAT_NOTHROW noexcept
#else
#define LARIAT_NOTHROW
#endif

typedef struct lariat_app lariat_app;

/* Opens or makes the chain in a validator's home. `options`: JSON, docs/cluster.md. Returns 0, or the exit
 * status that the process should end with; then *message says why. */
int lariat_open(const char* options, lariat_app** app, char** message) LARIAT_NOTHROW;
/* Ends the API and closes the chain. No other call may run or follow. */
void lariat_close(lariat_app* app) LARIAT_NOTHROW;
/* Where the HTTP API listens, as a URL; empty: nowhere. Valid as long as the app. */
const char* lariat_url(const lariat_app* app) LARIAT_NOTHROW;

/* One request: the bytes of `Request` in, those of `Response` out. */
void lariat_abci(lariat_app* app, const void* request, size_t size, void** response,
                 size_t* response_size) LARIAT_NOTHROW;
/* The same for a transaction that is offered (`recheck` 0) or looked at again. Returns the code. *log may be
 * NULL. */
uint32_t lariat_check_tx(lariat_app* app, const void* tx, size_t size, int recheck, int64_t* gas_wanted,
                         char** log) LARIAT_NOTHROW;

/* Waits for transactions that other nodes must be told of, at most `wait_ms`. *txs is a list of them, each
 * behind its length in 4 bytes, big-endian. */
void lariat_outbox(lariat_app* app, uint64_t wait_ms, void** txs, size_t* size) LARIAT_NOTHROW;

/* Height of the last block, and its root of 32 bytes. */
uint64_t lariat_head(lariat_app* app, uint8_t root[32]) LARIAT_NOTHROW;
/* Undoes the blocks above a height. Returns 0, or as lariat_open(). */
int lariat_undo_above(lariat_app* app, uint64_t height, char** message) LARIAT_NOTHROW;
/* The engine makes no more blocks: what it has run and not committed is dropped. Without it whoever asks for
 * anything waits for the commit. */
void lariat_engine_ended(lariat_app* app) LARIAT_NOTHROW;
/* The result of a block as the archive has it, as JSON; NULL if it has none. */
char* lariat_block_json(lariat_app* app, uint64_t height) LARIAT_NOTHROW;

/* A call of a handler, signed by the first of the keys of dev chains, as 0x hex: for trying things out. NULL
 * if `actor` is no address. */
char* lariat_dev_call(const char* chain_id, uint64_t nonce, const char* actor,
                      const char* handler) LARIAT_NOTHROW;

void lariat_free(void* memory) LARIAT_NOTHROW;

#ifdef __cplusplus
}
#endif
#endif
