"""The wheel: the Python package, the command in lariat/bin; in lariat/lib the node as a library, and the libraries that both load."""
import base64
import hashlib
import io
import platform
import time
import tomllib
import zipfile

import sources

SDK = sources.ROOT / "sdk/python"


def metadata(project):
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}", f"Summary: {project['description']}",
             f"License: {project['license']['text']}", f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {wanted}" for wanted in project["dependencies"]]
    for extra, wanted in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {one}; extra == "{extra}"' for one in wanted)]
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", (SDK / project["readme"]).read_text(encoding="utf-8")])


def entry_points(project):
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}
    return "\n".join("\n".join([f"[{group}]", *(f"{name} = {what}" for name, what in names.items()), ""]) for group, names in groups.items())


def contents(command, project, tag):
    """{path in the wheel: (bytes, is it a program)}"""
    files = {}
    for path in sources.files(SDK / "src", ".py", ".pyi", "py.typed"):
        files[path.relative_to(SDK / "src").as_posix()] = (path.read_bytes(), False)
    files |= {f"lariat/{name}": (data, True) for name, data in command.movable().items()}
    info = f"{project['name']}-{project['version']}.dist-info"
    for name in ("LICENSE", "NOTICE"):
        files[f"{info}/{name}"] = ((sources.ROOT / name).read_bytes(), False)
    files[f"{info}/METADATA"] = (metadata(project).encode(), False)
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: lariat tools/package.py\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), False)
    files[f"{info}/entry_points.txt"] = (entry_points(project).encode(), False)
    files[f"{info}/top_level.txt"] = (b"lariat\n", False)
    return files, info


def make(out, command, version, epoch):
    """Writes the wheel; its path."""
    project = tomllib.loads((SDK / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tag = "py3-none-manylinux_{}_{}_{}".format(*command.glibc(), platform.machine())
    files, info = contents(command, project, tag)
    record = "".join(f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
                     for name, (data, _) in sorted(files.items()))
    files[f"{info}/RECORD"] = ((record + f"{info}/RECORD,,\n").encode(), False)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, (data, program) in sorted(files.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(epoch)[:6])
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = (0o100755 if program else 0o100644) << 16
            archive.writestr(entry, data)
    path = out / f"{project['name']}-{version}-{tag}.whl"
    path.write_bytes(made.getvalue())
    return path
