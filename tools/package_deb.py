"""The Debian package: the command, man pages, completions, a systemd unit and its settings."""
import gzip
import os
import platform
import re
import subprocess
import tempfile
from pathlib import Path

import sources
from package_parts import run

PACKAGING = sources.ROOT / "packaging"


def contents(command):
    """{path: (bytes, mode)}"""
    program = str(command.path)
    unit = "".join(line for line in (PACKAGING / "lariat.service").read_text(encoding="utf-8").splitlines(keepends=True) if not line.startswith("#"))
    if "ExecStart=/usr/local/bin/lariat " not in unit:
        raise SystemExit("package: packaging/lariat.service starts another program than it did")
    files = {"usr/bin/lariat": (command.stripped(), 0o755),
             "lib/systemd/system/lariat.service": (unit.replace("/usr/local/bin/", "/usr/bin/").encode(), 0o644),
             "etc/lariat/lariat.toml": ((PACKAGING / "lariat.toml").read_bytes(), 0o644),
             "usr/share/doc/lariat/examples/genesis.json": ((PACKAGING / "genesis.json").read_bytes(), 0o644)}
    for shell, where in (("bash", "bash-completion/completions/lariat"), ("zsh", "zsh/vendor-completions/_lariat"),
                         ("fish", "fish/vendor_completions.d/lariat.fish")):
        files[f"usr/share/{where}"] = (run(program, "completions", shell).encode(), 0o644)
    with tempfile.TemporaryDirectory() as folder:
        run(program, "man", "--write", folder)
        for page in sorted(Path(folder).iterdir()):
            files[f"usr/share/man/man1/{page.name}.gz"] = (gzip.compress(page.read_bytes(), mtime=0), 0o644)
    licence = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: 2026 the lariat authors\nLicense: Apache-2.0\n"
    files["usr/share/doc/lariat/copyright"] = (licence.encode(), 0o644)
    for name in ("NOTICE", "CHANGELOG.md"):
        files[f"usr/share/doc/lariat/{name}.gz"] = (gzip.compress((sources.ROOT / name).read_bytes(), mtime=0), 0o644)
    return files


def make(out, command, version, epoch):
    """Writes the package; its path."""
    architecture = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    files = contents(command)
    needs = [f"libc6 (>= {'.'.join(map(str, command.glibc()))})",
             *(f"{name} (>= {re.split('[-+~]', at)[0]})" for name, at in command.debian_packages().items())]
    control = (f"Package: lariat\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: the lariat authors <lariat@localhost>\n"
               f"Installed-Size: {sum(len(data) for data, _ in files.values()) // 1024}\nDepends: {', '.join(needs)}\nSection: net\nPriority: optional\n"
               "Description: blockchain whose smart contracts schedule their own calls\n The command lariat: a node with an HTTP API, tools to write, check"
               " and test actors,\n and verifiers of proofs.\n")
    path = out / f"lariat_{version}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "lariat"
        for name, (data, mode) in {**files, "DEBIAN/control": (control.encode(), 0o644),
                                   "DEBIAN/conffiles": (b"/etc/lariat/lariat.toml\n", 0o644)}.items():
            where = root / name
            where.parent.mkdir(parents=True, exist_ok=True)
            where.write_bytes(data)
            where.chmod(mode)
        for folder_name, _, _ in os.walk(root):
            Path(folder_name).chmod(0o755)
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "-z3", "--build", str(root), str(path)], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)})
    return path
