// Signers and signed transactions of a command.
#pragma once

#include "cli/client/session.hpp"
#include "client/keystore.hpp"

namespace lariat::cli::client {

/// The address that --from, LARIAT_FROM or, on a dev chain, dev:0 names. No key is needed for it.
std::string sender_of(Session& session);

/// Signs a transaction (an unsigned one of the API, without from and nonce) with what the options say, posts
/// it and waits. Limits that were not given are those that a trial suggests; a trial that fails ends the
/// command. Prints the transaction; the exit status says how it ended.
int sign_and_send(Session& session, Json tx);

/// Prints a TX of the API for people, and returns the exit status of how it ended.
int print_transaction(const Json& tx);
int status_of(const Json& tx);

/// Waits until a transaction is included or dropped, or --timeout is over; shows a line of progress on a
/// terminal.
Json wait_for(Session& session, const std::string& hash, Json tx);

/// Prints what a simulated transaction failed with.
void print_failed_trial(const Json& receipt);

/// A password from --password-file or the terminal; `again` asks for it twice.
std::string read_password(const Session& session, const std::string& prompt, bool again = false);
/// A line from the terminal that is not shown while it is typed.
std::string read_hidden(const std::string& prompt);

}  // namespace lariat::cli::client
