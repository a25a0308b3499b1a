/* A node without sockets, inside of the program that uses it: the HTTP API as function calls. For test
 * runners of other languages; the Python package uses it. The shared library liblariat_node.so has these four
 * functions.
 *
 * Every function may be called from any thread. Nothing throws. A broken invariant ends the process by a
 * signal. Memory that is returned is given back with lariat_node_free(). A process that was forked must not
 * use a node of its parent. */
#ifndef LARIAT_IN_PROCESS_NODE_C_H
#define LARIAT_IN_PROCESS_NODE_C_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#define LARIAT_NODE_CALL __attribute__((visibility("default")))
#define LARIAT_NODE_NOTHROW noexcept
#else
#define LARIAT_NODE_CALL
#define LARIAT_NODE_NOTHROW
#endif

typedef struct lariat_node lariat_node;

/* Opens a node. `settings`: so many texts of the form NAME=VALUE, with the names of the settings file of
 * docs/node.md; variables of the environment do not count. Returns 0, or the exit status that `lariat node`
 * would end with; then *message says why. */
LARIAT_NODE_CALL int lariat_node_open(const char* const* settings, size_t count, lariat_node** node,
                                      char** message) LARIAT_NODE_NOTHROW;

/* Answers one request and returns the status of the answer. `headers`: lines "Name: value" that end with \n.
 * The answer's headers have the same form. It waits as long as the request does. Streams are refused: they
 * need a socket. 0: the node has failed, and *body says why. */
LARIAT_NODE_CALL int lariat_node_ask(lariat_node* node, const char* method, const char* target,
                                     const char* request_headers, const void* request_body,
                                     size_t request_size, char** headers, void** body,
                                     size_t* size) LARIAT_NODE_NOTHROW;

/* Ends the node. No other call of it may run or follow. */
LARIAT_NODE_CALL void lariat_node_close(lariat_node* node) LARIAT_NODE_NOTHROW;

LARIAT_NODE_CALL void lariat_node_free(void* memory) LARIAT_NODE_NOTHROW;

#ifdef __cplusplus
}
#endif
#endif
