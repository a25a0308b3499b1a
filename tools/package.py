#!/usr/bin/env python3
"""Makes the packages of a release in build/packages: a wheel with the command inside, a Debian package, a source archive, and beside
them an SBOM and checksums. The same input gives the same bytes.

It takes the command that is built (--command), so `make package` builds it first. The source archive is of the last commit."""
import argparse
import gzip
import hashlib
import subprocess
import sys
from pathlib import Path

import package_deb
import package_wheel
import sources
from package_parts import EPOCH_DEFAULT, Command, version_of

KINDS = ("wheel", "deb", "source")


def make_source(out, version):
    """The files of the last commit, as git archives them; they are of its time."""
    tree = subprocess.run(["git", "-C", str(sources.ROOT), "archive", "--format=tar", f"--prefix=lariat-{version}/", "HEAD"],
                          stdout=subprocess.PIPE, check=True)
    path = out / f"lariat-{version}.tar.gz"
    path.write_bytes(gzip.compress(tree.stdout, mtime=0))
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", metavar="KIND", help=f"some of: {', '.join(KINDS)} (all)")
    parser.add_argument("--command", default="build/release/lariat", help="the program lariat (%(default)s)")
    parser.add_argument("--out", default="build/packages", help="where the packages go (%(default)s)")
    parser.add_argument("--epoch", type=int, default=EPOCH_DEFAULT, help="seconds since 1970: the time of each file of the wheel and the Debian package")
    args = parser.parse_args()
    if unknown := set(args.only) - set(KINDS):
        parser.error(f"no such package: {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    if not Path(args.command).is_file():
        parser.error(f"there is no {args.command}: make package builds it")
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    kinds, command = args.only or KINDS, Command(Path(args.command).resolve())
    version = version_of(command.path)
    made = []
    if "wheel" in kinds:
        made.append(package_wheel.make(out, command, version, args.epoch))
    if "deb" in kinds:
        made.append(package_deb.make(out, command, version, args.epoch))
    if "source" in kinds:
        made.append(make_source(out, version))
    sbom = out / f"lariat-{version}.cdx.json"
    sbom.write_text(command.sbom(version), encoding="utf-8")
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted([*made, sbom]))
    (out / "SHA256SUMS").write_text(sums, encoding="utf-8")
    for path in [*made, sbom, out / "SHA256SUMS"]:
        print(f"{path}  {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
