"""Writes sections of docs/benchmarks.md, and the description of the machine that was measured."""
import os
import platform
import re
import subprocess

import sources

PAGE = sources.ROOT / "docs/benchmarks.md"
QUIET_LOAD = 1.2  # average of the last minute: more, and somebody else works on this machine


def first(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()[0].strip() if done.returncode == 0 and done.stdout else "unknown"


def read_field(path, name):
    try:
        with open(path, encoding="utf-8") as file:
            return next((line.partition(":")[2].strip() for line in file if line.startswith(name)), "unknown")
    except OSError:
        return "unknown"


def machine():
    system = platform.freedesktop_os_release().get("PRETTY_NAME", "unknown")
    memory = read_field("/proc/meminfo", "MemTotal").split()
    gib = f"{round(int(memory[0]) / 1024 / 1024)} GiB" if memory[0].isdigit() else "unknown"
    flags = read_field("/proc/cpuinfo", "flags").split()
    features = [name for flag, name in (("sha_ni", "SHA-NI"), ("avx512f", "AVX-512")) if flag in flags]
    virtual = ", a virtual machine" if "hypervisor" in flags else ""
    return (f"{os.cpu_count()} × {read_field('/proc/cpuinfo', 'model name')}{virtual}"
            f"{' (' + ', '.join(features) + ')' if features else ''}, {gib}, {system}, "
            f"Linux {'.'.join(platform.release().split('.')[:2])}, {first(['g++', '--version'])}, "
            f"{first(['/usr/bin/python3', '--version'])}")


def load_sentence(load):
    quiet = "The machine was otherwise idle" if load < QUIET_LOAD else "The machine was shared with other work"
    return f"{quiet} (load {load:.1f} before the run)."


def _pattern(name):
    return re.compile(rf"<!-- begin {name} -->\n.*?<!-- end {name} -->\n", re.S)


def sections(text):
    """All that other programs wrote into the page, with its marks, in the page's order."""
    return [found.group() for found in re.finditer(r"<!-- begin (.+?) -->\n.*?<!-- end \1 -->\n", text, re.S)]


def section(text, name):
    """The section with its marks; nothing when the text has none."""
    found = _pattern(name).search(text)
    return found.group() if found else ""


def write_section(name, body):
    """Puts the section into the page."""
    PAGE.write_text(with_section(PAGE.read_text(encoding="utf-8"), name, body), encoding="utf-8")


def with_section(text, name, body):
    """The text with this body as its section: in its old place, or at the end."""
    marked = f"<!-- begin {name} -->\n{body}<!-- end {name} -->\n"
    if section(text, name):
        return _pattern(name).sub(lambda _: marked, text)
    return f"{text.rstrip()}\n\n{marked}"
