// Key files: Web3 Secret Storage version 3, as geth, cast and eth-account write them (NODE-42).
#pragma once

#include <optional>
#include <string>

#include "client/failure.hpp"
#include "node/keys.hpp"

namespace lariat::client {

using node::PrivateKey;

/// A key file with this key: scrypt (262144, 8, 1), AES-128-CTR, keccak256.
std::string encrypt_key(const PrivateKey& key, const std::string& password);

/// The key of a file: scrypt or PBKDF2 with SHA-256, AES-128-CTR. The error says what is wrong with the file,
/// or that the password is not that of the file.
Outcome<PrivateKey> decrypt_key(const std::string& file, const std::string& password);

/// The address that a key file states. It is not proven by anything until the key is decrypted; some programs
/// leave it out.
std::optional<Address> stated_address(const std::string& file);
/// Is this a key file, as far as its form shows? Nothing if it is, else why not.
std::optional<std::string> why_no_key_file(const std::string& file);

/// 64 hex digits, with or without 0x.
std::optional<PrivateKey> key_from_hex(std::string text);

}  // namespace lariat::client
