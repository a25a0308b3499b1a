"""What the packages share: the command without its debug information, the libraries that it loads, the list of what is inside."""
import json
import re
import subprocess
import tempfile
import tomllib
from pathlib import Path

import sources

EPOCH_DEFAULT = 1767225600  # 2026-01-01: what files of a package are dated, unless the command line says otherwise
SYSTEM = ("linux-vdso", "ld-linux", "libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so")  # of the GNU C library: never inside


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def version_of(command):
    """What the program says, which must be what the Python package says."""
    version = run(str(command), "version").split()[1]
    project = tomllib.loads((sources.ROOT / "sdk/python/pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if version != project:
        raise SystemExit(f"package: {command} is version {version}, sdk/python/pyproject.toml is {project}")
    return version


def name_inside(name):
    """What a library is called in the wheel. liblariat_node.so is loaded into Python, which may have the same library under its own
    name already, in an older version: the loader would take that one."""
    return f"liblariat-{name.removeprefix('lib')}"


class Command:
    """The program, liblariat_node.so beside it, and the shared libraries that they load."""

    def __init__(self, path):
        self.path = path
        self.node_library = path.with_name("liblariat_node.so")
        if not self.node_library.is_file():
            raise SystemExit(f"package: there is no {self.node_library}: make package builds it")
        loaded = [found for part in (path, self.node_library) for found in re.findall(r"^\s*(\S+) => (/\S+)", run("ldd", str(part)), re.M)]
        self.libraries = {name: Path(where).resolve() for name, where in loaded if not name.startswith(SYSTEM)}

    def stripped(self):
        """The bytes of the program, for a system that has the libraries."""
        return self._changed(self.path)

    def movable(self):
        """{path: bytes} of all of it, which needs nothing but the GNU C library, wherever the folder is."""
        parts = {"bin/lariat": (self.path, "$ORIGIN/../lib"), "lib/liblariat_node.so": (self.node_library, "$ORIGIN"),
                 **{f"lib/{name_inside(name)}": (where, "$ORIGIN") for name, where in self.libraries.items()}}
        renamed = [word for name in self.libraries for word in ("--replace-needed", name, name_inside(name))]
        return {inside: self._changed(where, renamed, ["--set-soname", Path(inside).name] if inside.startswith("lib/") else [], ["--set-rpath", rpath])
                for inside, (where, rpath) in parts.items()}

    @staticmethod
    def _changed(path, *changes):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "file"
            copy.write_bytes(path.read_bytes())
            subprocess.run(["strip", "--strip-unneeded", str(copy)], check=True)
            for change in filter(None, changes):  # patchelf 0.14 makes one kind of change at a time, and says nothing of the others
                subprocess.run(["patchelf", *change, str(copy)], check=True)
            return copy.read_bytes()

    def glibc(self):
        """The newest version of the GNU C library whose symbols program and libraries need, as (2, 36)."""
        needed = {(2, 17)}
        for path in [self.path, self.node_library, *self.libraries.values()]:
            needed |= {tuple(map(int, found)) for found in re.findall(r"GLIBC_(\d+)\.(\d+)", run("objdump", "-T", str(path)))}
        return max(needed)

    def debian_packages(self):
        """{package: version} of the libraries, where this is a Debian system."""
        found = {}
        for path in self.libraries.values():
            for name in (str(path), str(path).removeprefix("/usr")):
                asked = subprocess.run(["dpkg-query", "-S", name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
                if asked.returncode == 0:
                    package = asked.stdout.split(":")[0]
                    found[package] = run("dpkg-query", "-W", "-f=${Version}", package)
                    break
            else:
                raise SystemExit(f"package: no Debian package has {path}")
        return dict(sorted(found.items()))

    def sbom(self, version):
        """CycloneDX: the libraries inside the wheel, on which the Debian package depends, and the Python packages that pip installs."""
        project = tomllib.loads((sources.ROOT / "sdk/python/pyproject.toml").read_text(encoding="utf-8"))["project"]
        parts = [{"type": "library", "name": name, "version": at, "purl": f"pkg:deb/debian/{name}@{at}"}
                 for name, at in self.debian_packages().items()]
        parts += [{"type": "library", "name": re.split(r"[<>=]", wanted)[0], "description": f"needed by the wheel: {wanted}",
                   "purl": f"pkg:pypi/{re.split('[<>=]', wanted)[0]}"} for wanted in sorted(project["dependencies"])]
        return json.dumps({"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
                           "metadata": {"component": {"type": "application", "name": "lariat", "version": version}}, "components": parts},
                          indent=1) + "\n"
