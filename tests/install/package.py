"""For tests of the installed library: installs it into a folder, and builds projects that use it."""
import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("LARIAT", ROOT / "build/dev/lariat")).resolve().parent
LAYERS = ("base", "state", "timers", "lane", "scheduler")
SECONDS_MAX = 300

OPENS_A_SCHEDULER = """
#include <lariat/scheduler.hpp>

#include <map>

using namespace lariat;

namespace {
struct Store final : SchedulerStore {
    std::map<Bytes, Bytes> pairs;
    std::optional<Bytes> get(BytesView key) const override
    {
        const auto found = pairs.find(Bytes(key.begin(), key.end()));
        return found == pairs.end() ? std::nullopt : std::optional(found->second);
    }
    void for_each(const std::function<void(BytesView, BytesView)>& visit) const override
    {
        for (const auto& [key, value] : pairs) visit(key, value);
    }
    void write(const std::vector<Write>& changes) override
    {
        for (const Write& change : changes) pairs[to_bytes(change.key)] = to_bytes(*change.value);
    }
};
}  // namespace

extern "C" int opens_a_scheduler()
{
    Store store;
    const auto scheduler = Scheduler::open(store, {}, 10'000'000);
    return scheduler.ok() && scheduler.value()->census().live == 0 && !store.pairs.empty() ? 0 : 1;
}

#ifdef WITH_MAIN
int main()
{
    return opens_a_scheduler();
}
#endif
"""


def attempt(*command, **options):
    return subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=SECONDS_MAX, check=False, **options)


def run(*command, **options):
    done = attempt(*command, **options)
    if done.returncode:
        raise AssertionError(f"status {done.returncode} from {' '.join(map(str, command))}\n{done.stdout[-3000:]}")
    return done.stdout


def configure_library(build, *settings):
    """Configures the library alone: the packages that only the command needs may not be looked for."""
    without = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("CLI11", "fmt", "nlohmann_json", "GTest")]
    return run("cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DLARIAT_COMMAND=OFF", *without, *settings)


def install(folder, *settings):
    """Installs the libraries that the build of the tests has compiled, configured anew with `settings`; gives the prefix."""
    build, prefix = Path(folder, "build"), Path(folder, "prefix")
    configure_library(build, f"-DCMAKE_INSTALL_PREFIX={prefix}", *settings)
    for layer in LAYERS:
        shutil.copy(BUILD / "src" / layer / f"liblariat_{layer}.a", build / "src" / layer)
    run("cmake", "--install", build)
    return prefix


def project(folder, cmake, source=OPENS_A_SCHEDULER):
    """Somebody else's project: a CMakeLists.txt and one source."""
    folder = Path(folder)
    folder.mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.20)\nproject(theirs LANGUAGES CXX)\n" + cmake, encoding="utf-8")
    (folder / "theirs.cpp").write_text(source, encoding="utf-8")
    return folder


def configure(folder, *settings):
    return attempt("cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja", *settings)


def build(folder, *settings):
    """Configures and builds a project; gives its build folder."""
    done = configure(folder, *settings)
    if done.returncode or re.search(r"^CMake Error", done.stdout, re.M):
        raise AssertionError(done.stdout[-3000:])
    run("cmake", "--build", folder / "build")
    return folder / "build"
