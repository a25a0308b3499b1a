// lariat account: keys in files, and accounts of the chain.
#include <openssl/rand.h>

#include <iostream>

#include "base/hex.hpp"
#include "cli/client/signing.hpp"
#include "cli/client/tables.hpp"
#include "cli/client/values.hpp"
#include "client/key_folder.hpp"
#include "lariat/assert.hpp"

namespace lariat::cli::client {

using lariat::client::KeyFolder;
using lariat::client::PrivateKey;

namespace {

int print_new_key(const Session& session, const std::string& name, const std::string& address,
                  const std::string& path)
{
    if (session.wants_json())
        std::cout << Json{{"name", name}, {"address", address}, {"file", path}}.dump() << '\n';
    else
        Record().add("name", plain(name)).add("address", address).add("file", plain(path)).print();
    return EXIT_GOOD;
}

void refuse_taken(const KeyFolder& keys, const std::string& name)
{
    if (const auto why = lariat::client::why_no_key_name(name))
        stop_for_input("\"" + name + "\" is no name of a key: " + *why);
    if (keys.has(name)) stop_for_input("there is a key \"" + name + "\" already");
}

void add(const KeyFolder& keys, const std::string& name, const std::string& file)
{
    if (const auto added = keys.add(name, file); !added) stop(added.error());
}

int new_key(Session& session)
{
    const KeyFolder keys = take(KeyFolder::of_home());
    const std::string name = session.value("NAME");
    refuse_taken(keys, name);
    const std::string password = read_password(session, "password for the new key", true);
    PrivateKey key;
    std::optional<Address> address;
    do {
        const bool random = RAND_priv_bytes(key.data(), static_cast<int>(key.size())) == 1;
        LARIAT_ASSERT(random);
        address = node::address_of(key);
    } while (!address);  // of 2^128 numbers one is no key
    add(keys, name, lariat::client::encrypt_key(key, password));
    return print_new_key(session, name, to_hex(*address), keys.path_of(name));
}

int import_key(Session& session)
{
    const KeyFolder keys = take(KeyFolder::of_home());
    const std::string name = session.value("NAME");
    refuse_taken(keys, name);
    if (session.has("FILE")) {
        const std::string file = read_whole_file(session.value("FILE"));
        if (const auto why = lariat::client::why_no_key_file(file))
            stop_for_input(
                session.value("FILE") + " is no key file: " + *why +
                (lariat::client::key_from_hex(file) ? "; a raw key is typed: leave FILE out" : ""));
        const PrivateKey key =
            take(lariat::client::decrypt_key(file, read_password(session, "password of the file")));
        const std::string address = to_hex(*node::address_of(key));
        // Files of some programs do not say the address; then the key is written anew, with the same
        // password.
        add(keys, name,
            lariat::client::stated_address(file)
                ? file
                : lariat::client::encrypt_key(key, read_password(session, "the same again")));
        return print_new_key(session, name, address, keys.path_of(name));
    }
    const auto key = lariat::client::key_from_hex(read_hidden("private key, 64 hex digits"));
    if (!key)
        stop_for_input(
            "that is no private key: 64 hex digits, with or without 0x, of a number that secp256k1 takes");
    const std::string password = read_password(session, "password for the key file", true);
    add(keys, name, lariat::client::encrypt_key(*key, password));
    return print_new_key(session, name, to_hex(*node::address_of(*key)), keys.path_of(name));
}

int list_keys(Session& session)
{
    const auto keys = take(KeyFolder::of_home()).list();
    if (session.wants_json()) {
        Json out = Json::array();
        for (const auto& key : keys)
            out.push_back(
                {{"name", key.name}, {"address", key.address ? Json(to_hex(*key.address)) : Json()}});
        std::cout << out.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
        return EXIT_GOOD;
    }
    if (keys.empty()) {
        std::cout << "There is no key yet: lariat account new NAME\n";
        return EXIT_GOOD;
    }
    Table table({{"NAME"}, {"ADDRESS"}});
    for (const auto& key : keys)
        table.add({plain(key.name), key.address ? to_hex(*key.address) : "not stated"});
    table.print();
    return EXIT_GOOD;
}

int show_account(Session& session)
{
    const std::string name = session.value("NAME");
    const std::string address = read_account(name, "NAME");
    Json account;
    try {
        account = session.get("/v1/accounts/" + address);
    } catch (Stop& stopped) {
        // The address is known without a node: it is said though none answered.
        if (name != address) stopped.failure.message += "; the address of " + name + " is " + address;
        throw;
    }
    if (session.wants_json()) return session.print_answer();
    Record().add_members(account).print();
    return EXIT_GOOD;
}

}  // namespace

std::vector<Command> account_commands()
{
    const Word name{"NAME", "name of the key, which is that of its file in ~/.lariat/keys"};
    return {
        {"account", "new", "Make a key, in a file with a password", {name}, {}, new_key, Command::Kind::keys},
        {"account",
         "import",
         "Take over a key: typed, or from a key file of geth, cast or eth-account",
         {name,
          {"FILE", "a key file (Web3 Secret Storage, version 3); without it the key is asked for", false}},
         {},
         import_key,
         Command::Kind::keys},
        {"account", "list", "List the keys", {}, {}, list_keys, Command::Kind::keys},
        {"account",
         "show",
         "Show an account: balance and nonces",
         {{"NAME", "a key, dev:0 … dev:9, or an address"}},
         {},
         show_account},
    };
}

}  // namespace lariat::cli::client
