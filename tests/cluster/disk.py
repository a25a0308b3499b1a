"""A small disk, for tests that fill it: a tmpfs, so this needs root."""
import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

BYTES = 128 << 20


class SmallDisk:
    """`with SmallDisk() as disk:` makes a disk of 128 MiB."""

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="lariat-disk-"))
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={BYTES}", "tmpfs", str(self.folder)],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            self.folder.rmdir()
            raise OSError(done.stderr.strip())
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", str(self.folder)], check=True)
        self.folder.rmdir()

    def take(self, path):
        """This folder lies on the disk from now on. Its old path leads there."""
        path = Path(os.path.abspath(path))
        shutil.move(path, self.folder / path.name)
        path.symlink_to(self.folder / path.name)

    def fill(self, left):
        """All but so many bytes of the disk are used."""
        with open(self.folder / "ballast", "wb", buffering=0) as file:
            try:
                while (size := self.free_bytes() - left) > 0:
                    file.write(bytes(min(1 << 20, size)))
            except OSError:
                pass  # a validator was faster

    def free_bytes(self):
        known = os.statvfs(self.folder)
        return known.f_bavail * known.f_frsize

    def make_room(self):
        (self.folder / "ballast").unlink()


@functools.cache
def why_not():
    """Why no disk can be made here; empty: it can."""
    if os.geteuid() != 0:
        return "a disk that can be filled needs root"
    try:
        with SmallDisk():
            return ""
    except OSError as error:
        return f"no disk can be made here: {error}"
