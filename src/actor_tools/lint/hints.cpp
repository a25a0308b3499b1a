// Tables of modules that actors cannot import, each with its replacement, and hints for other refusals.
#include "actor_tools/lint/hints.hpp"

#include <string_view>

#include "actor_tools/nearest.hpp"
#include "pvm/compiler/compiler.hpp"

namespace lariat::actor_tools::lint {

namespace {

struct Advice {
    std::string_view module, instead;
};

constexpr Advice MODULES[] = {
    {"math",
     "integers have what a contract needs: // and % divide, divmod() does both, ** and pow(a, b, m) raise, "
     "n.bit_length() is the logarithm; write isqrt, gcd and factorial as functions of integers"},
    {"cmath", "there are no floats: count in a unit small enough and divide with //"},
    {"decimal",
     "count in a unit small enough, as integers: 1.25 coins as 1_250_000 units; divide with // at the end"},
    {"fractions", "keep numerator and denominator as integers, and divide with // at the end"},
    {"statistics", "with integers: sum(xs) // len(xs), and sorted(xs)[len(xs) // 2] for the median"},
    {"random",
     "pvm_host.randomness(b\"name\") gives 32 bytes that everybody computes alike: "
     "int.from_bytes(pvm_host.randomness(b\"name\"), \"big\") % n"},
    {"secrets",
     "nothing on a chain is secret; pvm_host.randomness(b\"name\") gives 32 bytes that everybody computes "
     "alike"},
    {"uuid", "a counter in self.storage, or pvm_host.keccak256() over what makes the thing unique"},
    {"re",
     "str has find, split, partition, startswith, replace and isdigit; send structured payloads as json"},
    {"time",
     "pvm_host.context()[\"timestamp_ms\"] is the time of the block in milliseconds, pvm_host.block_height() "
     "its height; "
     "to wait, schedule a timer"},
    {"datetime",
     "pvm_host.context()[\"timestamp_ms\"] is the time of the block in milliseconds since 1970, an integer: "
     "count days "
     "as ms // 86_400_000"},
    {"calendar", "count days as pvm_host.context()[\"timestamp_ms\"] // 86_400_000"},
    {"copy",
     "list(x), dict(x), x[:] and x.copy() copy one level; what self.storage gives is a deep copy already"},
    {"heapq",
     "keep a list and sort it when it is read (sorted costs 20 + n log n cycles), or take min(xs) and "
     "xs.remove(…)"},
    {"bisect",
     "a loop over a sorted list, halving: lo, hi = 0, len(xs); while lo < hi: mid = (lo + hi) // 2 …"},
    {"abc",
     "typing has Iterator, Mapping, Sequence, Protocol and their like; there is no ABC: raise "
     "NotImplementedError in the "
     "methods that others have to define"},
    {"collections.abc", "typing has Iterator, Mapping, Sequence and their like: from typing import Mapping"},
    {"contextlib", "write a class with __enter__ and __exit__, or try and finally"},
    {"asyncio", "nothing waits in a handler: schedule a timer or send a message, and go on in its handler"},
    {"threading", "an actor runs one handler at a time; schedule timers for work that comes later"},
    {"multiprocessing", "an actor runs one handler at a time; schedule timers for work that comes later"},
    {"queue", "collections.deque"},
    {"array", "bytearray, or a list of integers"},
    {"pickle",
     "self.storage keeps integers, bytes, str, list, dict, bool and None as they are; json.dumps for text"},
    {"marshal",
     "self.storage keeps integers, bytes, str, list, dict, bool and None as they are; json.dumps for text"},
    {"cbor2",
     "self.storage keeps integers, bytes, str, list, dict, bool and None as they are; json.dumps for text"},
    {"binascii", "bytes.fromhex(text) and data.hex(); base64 is importable"},
    {"hmac", "hashlib.sha256 over key and message; nothing on a chain is secret"},
    {"zlib", "hashlib.sha256(data).digest()[:4] as a checksum; there is no compression"},
    {"pprint", "json.dumps(value)"},
    {"logging", "pvm_host.emit_event(topic, data) puts a line into the block's result"},
    {"traceback", "lariat pvm run shows tracebacks; in an actor, except Exception as e and repr(e)"},
    {"warnings", "pvm_host.emit_event(topic, data) puts a line into the block's result"},
    {"sys", "an actor reads nothing but its payload, its storage and the chain: pvm_host.context()"},
    {"os", "an actor reads nothing but its payload, its storage and the chain; keep data in self.storage"},
    {"io", "an actor has no files: bytes, bytearray and self.storage"},
    {"pathlib", "an actor has no files: keep data in self.storage"},
    {"tempfile", "an actor has no files: keep data in self.storage"},
    {"shutil", "an actor has no files: keep data in self.storage"},
    {"socket", "an actor has no network: somebody sends what it needs, in a transaction or a message"},
    {"requests", "an actor has no network: somebody sends what it needs, in a transaction or a message"},
    {"urllib", "an actor has no network: somebody sends what it needs, in a transaction or a message"},
    {"http", "an actor has no network: somebody sends what it needs, in a transaction or a message"},
    {"numpy", "lists of integers; there are no floats"},
    {"pandas", "lists and dicts of integers and text; there are no floats"},
    {"unittest",
     "tests stand in a file of their own, which lariat pvm test runs: from lariat_test import chain, raises"},
    {"pytest",
     "tests stand in a file of their own, which lariat pvm test runs: from lariat_test import chain, raises"},
    {"lariat_test", "that is for tests, in a file of their own, which lariat pvm test runs"},
    {"inspect", "nothing looks at code: keep what you need to know in a dict"},
    {"types", "typing has Any, Callable and their like; a plain class takes the place of SimpleNamespace"},
    {"weakref", "nothing is collected while a handler runs: keep ordinary references"},
    {"numbers", "isinstance(x, int): there are no other numbers"},
    {"textwrap", "str has split, join, ljust and center"},
    {"gc", "nothing is collected while a handler runs"},
    {"web3", "pvm_host is the chain: from pvm_host import transfer, balance, context, keccak256"},
};

/// The quoted name after a phrase: `os.path` in "import of 'os.path' is not allowed".
std::string_view quoted(std::string_view reason, std::string_view after)
{
    const std::size_t begin = reason.find(after);
    if (begin == reason.npos) return {};
    const std::size_t first = begin + after.size();
    return reason.substr(first, reason.find('\'', first) - first);
}

std::string import_hint(std::string_view module)
{
    for (const Advice& a : MODULES)
        if (a.module == module) return std::string(a.instead);
    const std::string_view top = module.substr(0, module.find('.'));
    if (pvm::importable(top)) return "import " + std::string(top) + " as a whole, or names from it";
    for (const Advice& a : MODULES)
        if (a.module == top) return std::string(a.instead);
    return "importable: pvm_host, cowboy_sdk, json, base64, hashlib, struct, collections, enum, functools, "
           "itertools, operator, "
           "string, typing, dataclasses";
}

std::string name_hint(std::string_view module, std::string_view name)
{
    if (name == "abc") return import_hint("collections.abc");
    const std::string meant = pvm::importable(module) ? nearest(name, pvm::exported(module)) : "";
    return meant.empty() ? "this name of the module is not there; docs/actors.md lists what differs"
                         : "did you mean '" + meant + "'?";
}

}  // namespace

std::string hint_for_refusal(const std::string& reason)
{
    const auto says = [&](std::string_view what) { return reason.find(what) != reason.npos; };
    if (says("float") || says("complex")) return "count in a unit small enough, divide with //";
    if (says("import of '")) return import_hint(quoted(reason, "import of '"));
    if (says("has no name")) return name_hint(quoted(reason, "module '"), quoted(reason, "has no name '"));
    if (says("relative import")) return "an actor is one file";
    if (says("async")) return "schedule a timer or send a message and go on in its handler";
    if (says("not available in an actor"))
        return "an actor reads nothing but its payload, its storage and the chain";
    if (says("nested deeper") || says("too long") || says("deeper than")) return "split it";
    if (says("second class is marked")) return "mark one class with @actor";
    return {};
}

}  // namespace lariat::actor_tools::lint
