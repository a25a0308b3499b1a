"""The installed library works where packagers and other projects put it: other folders, shared libraries, CMake components,
pkg-config, add_subdirectory and FetchContent."""
import ctypes
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import package
from package import BUILD, OPENS_A_SCHEDULER, ROOT, build, configure, install, project, run

FIND = "find_package(lariat REQUIRED COMPONENTS scheduler)\n"
KINDS = {"EXECUTABLE": "add_executable(theirs theirs.cpp)\ntarget_compile_definitions(theirs PRIVATE WITH_MAIN)\n",
         "SHARED": "add_library(theirs SHARED theirs.cpp)\n",
         "MODULE": "add_library(theirs MODULE theirs.cpp)\n"}
LINK = "target_link_libraries(theirs PRIVATE lariat::scheduler)\n"


def installed_files(prefix):
    return sorted(p.relative_to(prefix).as_posix() for p in prefix.rglob("*") if p.is_file())


class Installed(unittest.TestCase):
    """One installation with default settings."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.prefix = install(cls.folder / "installed")

    def in_prefix(self, name, cmake, **more):
        return build(project(self.folder / name, cmake, **more), f"-DCMAKE_PREFIX_PATH={self.prefix}")

    def test_it_goes_into_an_executable_a_shared_library_and_a_module(self):
        for kind, target in KINDS.items():
            with self.subTest(kind):
                built = self.in_prefix(kind, FIND + target + LINK)
                if kind == "EXECUTABLE":
                    run(built / "theirs")
                else:
                    library = built / "libtheirs.so"
                    self.assertEqual(0, ctypes.CDLL(str(library)).opens_a_scheduler())

    def test_a_shared_library_that_contains_it_does_not_export_its_internals(self):
        built = self.in_prefix("exports", FIND + KINDS["SHARED"] + LINK)
        exported = run("nm", "-DC", "--defined-only", built / "libtheirs.so")
        self.assertIn("opens_a_scheduler", exported)
        for name in ("lariat::lane::", "lariat::timers::", "lariat::state::", "lariat::Scheduler::open"):
            self.assertNotIn(name, exported)

    def test_a_prefix_that_was_moved_still_works(self):
        moved = self.folder / "elsewhere"
        shutil.copytree(self.prefix, moved)
        run(build(project(self.folder / "of_moved", FIND + KINDS["EXECUTABLE"] + LINK), f"-DCMAKE_PREFIX_PATH={moved}") / "theirs")

    def test_components_that_do_not_exist_and_versions_to_come_are_not_found(self):
        for request, found in (("", True), ("0.1", True), ("0.1 COMPONENTS scheduler", True), ("COMPONENTS no-such-part", False),
                               ("COMPONENTS scheduler no-such-part", False), ("0.2", False), ("1.0", False)):
            with self.subTest(request):
                folder = project(self.folder / f"asks_{len(list(self.folder.iterdir()))}",
                                 f'find_package(lariat {request} QUIET)\nmessage("found=[${{lariat_FOUND}}]")\n')
                said = configure(folder, f"-DCMAKE_PREFIX_PATH={self.prefix}").stdout
                self.assertEqual(found, "found=[1]" in said or "found=[TRUE]" in said, said)

    def test_pkg_config_says_how_to_compile_and_link(self):
        (source := self.folder / "by_pkg_config.cpp").write_text(OPENS_A_SCHEDULER, encoding="utf-8")
        (pc,) = self.prefix.rglob("lariat.pc")
        env = {**os.environ, "PKG_CONFIG_PATH": str(pc.parent)}
        self.assertEqual("0.1.0\n", run("pkg-config", "--modversion", "lariat", env=env))
        for name, asked, link in (("dynamic", [], []), ("static", ["--static"], ["-static"])):
            with self.subTest(name):
                flags = run("pkg-config", "--cflags", "--libs", *asked, "lariat", env=env).split()
                program = self.folder / f"by_pkg_config_{name}"
                run("g++", "-std=c++20", "-DWITH_MAIN", *link, source, *flags, "-o", program)
                run(program)

    def test_no_path_of_the_machine_that_configured_it_is_in_any_text(self):
        """Of libraries, tests/determinism/test_builds_agree.py says it: those here are of the build of tests."""
        wrong = []
        for path in installed_files(self.prefix):
            if not path.endswith(".a"):
                content = (self.prefix / path).read_bytes()
                wrong += [f"{path}: {word}" for word in (ROOT, BUILD, self.folder) if str(word).encode() in content]
        self.assertEqual([], wrong)

    def test_licence_and_notice_are_installed_and_headers_name_the_licence(self):
        files = installed_files(self.prefix)
        for name in ("LICENSE", "NOTICE", "CHANGELOG.md"):
            self.assertIn(f"share/doc/lariat/{name}", files)
        headers = [f for f in files if f.endswith(".hpp")]
        self.assertIn("include/lariat/scheduler.hpp", headers)
        for header in headers:
            self.assertIn("SPDX-License-Identifier: Apache-2.0", (self.prefix / header).read_text(encoding="utf-8"), header)

    def test_only_public_headers_and_the_parts_of_the_library_are_installed(self):
        files = installed_files(self.prefix)
        self.assertEqual([f"include/lariat/{p.name}" for p in sorted((ROOT / "include/lariat").iterdir())],
                         [f for f in files if f.endswith(".hpp")])
        self.assertEqual(sorted(f"liblariat_{layer}.a" for layer in package.LAYERS),
                         [Path(f).name for f in files if f.endswith(".a")])
        self.assertEqual([], [f for f in files if f.startswith("bin/")])


class Folders(unittest.TestCase):
    def test_headers_and_libraries_are_found_where_packagers_put_them(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, settings in (("include_below", ["-DCMAKE_INSTALL_INCLUDEDIR=include/lariat-0.1"]),
                                   ("include_absolute", [f"-DCMAKE_INSTALL_INCLUDEDIR={folder}/dev/include"]),
                                   ("lib_multiarch", ["-DCMAKE_INSTALL_LIBDIR=lib/x86_64-linux-gnu"]),
                                   ("lib_absolute", [f"-DCMAKE_INSTALL_LIBDIR={folder}/dev/lib"])):
                with self.subTest(name):
                    at = Path(folder, name)
                    prefix = install(at, *settings)
                    paths = f"{prefix};{folder}/dev" if name == "lib_absolute" else prefix
                    theirs = project(at / "theirs", FIND + KINDS["EXECUTABLE"] + LINK)
                    run(build(theirs, f"-DCMAKE_PREFIX_PATH={paths}") / "theirs")
                    (pc,) = (p for p in [*prefix.rglob("lariat.pc"), *Path(folder, "dev").rglob("lariat.pc")])
                    flags = run("pkg-config", "--cflags", "--libs", "lariat", env={**os.environ, "PKG_CONFIG_PATH": str(pc.parent)}).split()
                    run("g++", "-std=c++20", "-DWITH_MAIN", theirs / "theirs.cpp", *flags, "-o", at / "by_pkg_config")
                    run(at / "by_pkg_config")
                    shutil.rmtree(Path(folder, "dev"), ignore_errors=True)


class Subproject(unittest.TestCase):
    """Other projects take in the sources. Nothing of lariat is compiled here: that is the same as anywhere else."""

    SUBDIRECTORY = f'add_subdirectory("{ROOT}" lariat EXCLUDE_FROM_ALL)\n'
    FETCHED = f'include(FetchContent)\nFetchContent_Declare(lariat SOURCE_DIR "{ROOT}")\nFetchContent_MakeAvailable(lariat)\n'

    def test_the_sources_give_the_target_that_the_package_gives_and_ask_for_nothing_else(self):
        for name, takes_in in (("add_subdirectory", self.SUBDIRECTORY), ("FetchContent", self.FETCHED)):
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                theirs = project(Path(folder, "theirs"), "set(CMAKE_EXPORT_COMPILE_COMMANDS ON)\n" + takes_in + KINDS["EXECUTABLE"] + LINK)
                without = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{n}=ON" for n in ("CLI11", "fmt", "nlohmann_json", "GTest")]
                done = configure(theirs, *without)
                self.assertEqual(0, done.returncode, done.stdout)
                compiled = json.loads((theirs / "build/compile_commands.json").read_text(encoding="utf-8"))
                sources = {os.path.relpath(c["file"], ROOT) for c in compiled if c["file"].startswith(str(ROOT))}
                self.assertIn("src/scheduler/scheduler.cpp", sources)
                self.assertEqual(set(package.LAYERS), {s.split("/")[1] for s in sources}, "neither command nor tests")
                self.assertEqual([], [c["command"] for c in compiled if "-Werror" in c["command"]])
                run("ninja", "-C", theirs / "build", "CMakeFiles/theirs.dir/theirs.cpp.o")
                self.assertIn("liblariat_scheduler.a", run("ninja", "-C", theirs / "build", "-t", "commands", "theirs"))
                self.assertNotIn("lariat", run("cmake", "--install", theirs / "build", "--prefix", Path(folder, "prefix")).replace(folder, ""))


class Command(unittest.TestCase):
    def test_the_command_is_installed_alone_and_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            run("cmake", "--install", BUILD, "--component", "command", "--prefix", folder)
            files = installed_files(Path(folder))
            self.assertEqual(["bin/lariat", "share/bash-completion/completions/lariat", "share/doc/lariat/CHANGELOG.md", "share/doc/lariat/LICENSE",
                              "share/doc/lariat/NOTICE", "share/fish/vendor_completions.d/lariat.fish", "share/zsh/site-functions/_lariat"],
                             [f for f in files if "/man1/" not in f])
            pages = [Path(f).name for f in files if "/man1/" in f]
            self.assertGreater(len(pages), 60)
            self.assertIn("lariat-timer-why.1", pages)
            self.assertIn("timer why", Path(folder, "share/man/man1/lariat-timer-why.1").read_text(encoding="utf-8"))
            self.assertEqual("lariat 0.1.0\n", run(Path(folder, "bin/lariat"), "version"))
    
    def test_make_install_puts_both_below_a_prefix(self):
        said = subprocess.run(["make", "-n", "install", "PREFIX=/opt/lariat"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        self.assertIn("release lariat lariat_scheduler", said)
        self.assertIn('cmake --install build/release --prefix "/opt/lariat"', said)

    def test_every_library_that_the_command_loads_is_named_in_NOTICE(self):
        needed = re.findall(r"\(NEEDED\).*\[(\w[\w+]*)\.so", run("readelf", "-d", BUILD / "lariat"))
        names = {"libfmt": "{fmt}", "libcrypto": "libcrypto", "libstdc++": "libstdc++", "libgcc_s": "libgcc", "libm": "GNU C library",
                 "libc": "GNU C library"}
        notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
        self.assertIn("libcrypto", needed)
        for library in needed:
            self.assertIn(names.get(library, library), notice)

    def test_the_licence_is_the_apache_licence(self):
        text = (ROOT / "LICENSE").read_text(encoding="utf-8")
        self.assertIn("Apache License\n                           Version 2.0, January 2004", text)
        self.assertIn("END OF TERMS AND CONDITIONS", text)


if __name__ == "__main__":
    unittest.main()
