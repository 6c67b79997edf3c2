"""No line of source or prose is longer than 140 columns, in any language, except in the files that are named here.

Data is no source: JSON, SVG, tables, captures and recorded outputs, and models in languages of other tools.
"""
from __future__ import annotations

import re
import unittest
from pathlib import Path

from test_documentation import HOME, text, tracked

MOST_COLUMNS = 140
SUFFIXES = {".java", ".py", ".sh", ".js", ".css", ".html", ".xtext", ".mwe2", ".drl", ".yaml", ".yml", ".toml", ".rs", ".c", ".h", ".pl",
            ".conf", ".xml", ".md", ".caravan", ".nft", ".properties", ".sql", ".php", ".ld", ".ini", ".service", ".list", ".template"}
# Lines that cannot be broken: rows of tables and headings of Markdown; one long value of XML.
UNBREAKABLE = {".md": re.compile(r"#| *\|"), ".xml": re.compile(r"\s*(<([\w.-]+)>[^<]{100,}</\2>|[\w:.-]+=\"[^\"]{100,}\")")}
MIGRATION = "a migration that databases have applied: Flyway compares its checksum"
JOURNAL = "a journal as a release wrote it: a row is one line"
FILTER = "a filter as the node gets it, compared with the generated text"
# A file or folder -> why its lines may be longer.
EXCEPTIONS = {
    "docs/cli.md": "generated from the client's help: a description is one paragraph",
    "modeling/importers/src/test/resources/field-faults": "files as users wrote them: messages name their lines and columns",
    "modeling/dsl/src/test/resources/field-faults": "files as users wrote them: messages name their lines and columns",
    "server/src/test/resources/field-faults": "files as users wrote them: messages name their lines and columns",
    "modeling/importers/src/test/resources/golden": "models as importers write them, compared with the generated text",
    "modeling/eclipse/site/src/main/p2/config.ini": "the bundles of Equinox are one value",
    **{f"adapters/node/src/test/resources/org/caravan/adapter/node/filter-{each}.nft": FILTER for each in ("asked", "none", "peers")},
    **{f"executionware/execution/src/test/resources/journal-{schema}.sql": JOURNAL for schema in range(1, 5)},
    **{f"server/src/main/resources/db/{each}.sql": MIGRATION for each in (
        "migration/V12__rejections", "migration/V32__chosen_bandwidth", "migration/V50__proposed_bandwidth",
        "postgresql/V3__access", "postgresql/V5__organisations", "sqlite/V5__organisations")},
}


def is_source(path: Path, content: str) -> bool:
    """By its suffix, or by its first line if it has none: programs in shell, Python and other languages."""
    return path.suffix in SUFFIXES or (not path.suffix and content.startswith("#!"))


def long_lines(path: Path, content: str) -> list[int]:
    """Numbers of the lines above the limit that can be broken. In Markdown, code is fenced, or indented after an empty line."""
    unbreakable = UNBREAKABLE.get(path.suffix)
    numbers = []
    fenced = indented = False
    empty = True
    for number, line in enumerate(content.split("\n"), start=1):
        fenced ^= path.suffix == ".md" and line.lstrip().startswith("```")
        indented = path.suffix == ".md" and line.startswith("    ") and (empty or indented)
        empty = not line.strip()
        whole = unbreakable and (unbreakable.match(line) or " " not in line.strip()[2:])
        if len(line) > MOST_COLUMNS and not (fenced or indented or whole):
            numbers.append(number)
    return numbers


def is_exception(name: str) -> bool:
    return any(name == each or name.startswith(each + "/") for each in EXCEPTIONS)


class LinesTest(unittest.TestCase):
    def test_no_line_of_source_or_prose_is_longer(self) -> None:
        found = []
        for path in tracked():
            name = path.relative_to(HOME).as_posix()
            content = text(path)
            if is_source(path, content) and not is_exception(name):
                found += [f"{name}:{number}" for number in long_lines(path, content)]
        self.assertEqual([], found, f"lines above {MOST_COLUMNS} columns")

    def test_exceptions_are_needed(self) -> None:
        long = {path.relative_to(HOME).as_posix() for path in tracked()
                if is_source(path, content := text(path)) and long_lines(path, content)}
        idle = [each for each in EXCEPTIONS if not any(name == each or name.startswith(each + "/") for name in long)]
        self.assertEqual([], idle, "exceptions without a long line")

    def test_a_long_line_is_found_in_each_kind(self) -> None:
        line = "word " * 28 + "x"
        for name in [f"a{suffix}" for suffix in sorted(SUFFIXES)] + ["program"]:
            with self.subTest(name):
                content = f"#!/bin/sh\n{line}\n{line[:-1].rstrip()}\n"
                self.assertTrue(is_source(Path(name), content))
                self.assertEqual([2], long_lines(Path(name), content))

    def test_what_xml_cannot_break_is_left(self) -> None:
        content = f"<a>{'x|' * 80}</a>\n  excludes=\"{'x,' * 80}\"/>\n{'<a>x</a> ' * 20}\n"
        self.assertEqual([3], long_lines(Path("pom.xml"), content))

    def test_what_markdown_cannot_break_is_left(self) -> None:
        line = "word " * 30
        content = f"# {line}\n| {line} |\n\n    {line}\n\n```\n{line}\n```\n- <https://{'x' * 150}>\n{line}\n  - part\n    {line}\n"
        self.assertEqual([10, 12], long_lines(Path("page.md"), content))


if __name__ == "__main__":
    unittest.main()
