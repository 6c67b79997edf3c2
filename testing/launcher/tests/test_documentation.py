"""Links and paths of the documentation lead somewhere, and the indexes of decisions and measurements are whole."""
from __future__ import annotations

import re
import subprocess
import unittest
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
LINK = re.compile(r"\]\(([^)\s#]+)[^)]*\)")
# a page of the documentation that code, a message or another page names by its path
PATH = re.compile(r"(?<![\w/.-])docs/(?:[a-z0-9-]+/)*[a-z0-9-]+\.md\b")
SECTIONS = ["## Context", "## Decision", "## Consequences"]
MOST_WORDS = 500


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "-C", str(HOME), "ls-files", "-z"], capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        raise unittest.SkipTest("SKIPPED: no Git repository, so what belongs to the project is not known")
    return [path for name in listed.stdout.split("\0") if name and (path := HOME / name).is_file()]


def text(path: Path) -> str:
    data = path.read_bytes()
    return "" if b"\0" in data[:8192] else data.decode("utf-8", "replace")


class DocumentationTest(unittest.TestCase):
    def test_links_lead_to_files(self) -> None:
        dead = []
        for path in tracked():
            if path.suffix != ".md":
                continue
            prose = re.sub(r"```.*?```|`[^`\n]*`", "", text(path), flags=re.DOTALL)
            for target in LINK.findall(prose):
                if "://" not in target and not target.startswith("mailto:") and not (path.parent / target).exists():
                    dead.append(f"{path.relative_to(HOME)}: {target}")
        self.assertEqual([], dead, "links without a file")

    def test_paths_in_code_and_messages_lead_to_pages(self) -> None:
        here = Path(__file__).resolve()
        dead = [f"{path.relative_to(HOME)}: {name}" for path in tracked() if path != here
                for name in PATH.findall(text(path)) if not (HOME / name).exists()]
        self.assertEqual([], dead, "pages that are named and do not exist")

    def test_no_reference_by_a_former_number(self) -> None:
        number = re.compile(r"\b[Dd]ecisions? \d{3}\b|decisions/\d{3}")
        named = [f"{path.relative_to(HOME)}: {found}" for path in tracked()
                 if not path.is_relative_to(HOME / "docs/decisions") and not path.is_relative_to(HOME / "docs/measurements")
                 for found in number.findall(text(path))]
        self.assertEqual([], named, "name the page of docs/decisions in place of a former number")

    def test_each_page_is_in_its_index(self) -> None:
        for folder in ("docs/decisions", "docs/measurements"):
            index = set(LINK.findall(text(HOME / folder / "README.md")))
            pages = {page.name for page in (HOME / folder).glob("*.md")} - {"README.md"}
            self.assertEqual(pages, {name for name in index if "/" not in name}, folder)

    def test_decisions_have_their_sections_and_stay_short(self) -> None:
        for page in sorted((HOME / "docs/decisions").glob("*.md")):
            if page.name == "README.md":
                continue
            lines = text(page).split("\n")
            with self.subTest(page.name):
                self.assertRegex(lines[2], r"^\*\*Status:\*\* (accepted|proposed|superseded)\b.*\d{4}-\d\d-\d\d")
                self.assertEqual(SECTIONS, [line for line in lines if line in SECTIONS])
                self.assertLess(len(text(page).split()), MOST_WORDS)


if __name__ == "__main__":
    unittest.main()
