"""Builds with setuptools; the same sources make the same source distribution, byte for byte, as the wheel is already."""

import gzip
import os
import tarfile
from io import BytesIO
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403


def build_sdist(sdist_directory, config_settings=None):
    """Takes times, owners and order out of what setuptools has packed."""
    name = build_meta.build_sdist(sdist_directory, config_settings)
    packed = Path(sdist_directory, name)
    time = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))
    with tarfile.open(packed) as old:
        members = sorted(old.getmembers(), key=lambda member: member.name)
        contents = [old.extractfile(member).read() if member.isfile() else None for member in members]
    with open(packed, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, time) as zipped:
        with tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as new:
            for member, content in zip(members, contents):
                made = tarfile.TarInfo(member.name)
                made.type, made.size, made.mtime = member.type, member.size, time
                made.mode = 0o755 if member.isdir() else 0o644
                new.addfile(made, None if content is None else BytesIO(content))
    return name
