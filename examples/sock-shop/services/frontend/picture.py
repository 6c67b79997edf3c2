"""Draws a sock as inline SVG from its pattern and its three colours: no picture file, no second request."""
from __future__ import annotations

import itertools
import re

from markupsafe import Markup

OUTLINE = ("M78 14 C96 9 124 9 142 14 L142 112 C142 124 147 132 157 141 L190 170 C209 187 211 212 196 226"
           " C181 240 156 238 139 224 L92 184 C82 175 78 165 78 152 Z")
CUFF = "M75 12 C97 5 123 5 145 12 L145 40 C123 34 97 34 75 40 Z"
COLOUR = re.compile(r"#[0-9a-fA-F]{3,6}")
NUMBERS = itertools.count(1)

PATTERNS = {
    "stripes": (36, 36, '<rect width="36" height="14" y="4" fill="{b}"/><rect width="36" height="4" y="24" fill="{c}"/>'),
    "dots": (30, 30, '<circle cx="8" cy="8" r="5" fill="{b}"/><circle cx="23" cy="23" r="5" fill="{b}"/>'
                     '<circle cx="23" cy="8" r="1.6" fill="{c}"/><circle cx="8" cy="23" r="1.6" fill="{c}"/>'),
    "argyle": (44, 60, '<path d="M22 2 L42 30 L22 58 L2 30 Z" fill="{b}"/>'
                       '<path d="M0 0 L44 60 M44 0 L0 60" stroke="{c}" stroke-width="1.6" stroke-dasharray="4 3"/>'),
    "zigzag": (28, 40, '<path d="M0 14 L14 2 L28 14" fill="none" stroke="{b}" stroke-width="6"/>'
                       '<path d="M0 32 L14 20 L28 32" fill="none" stroke="{c}" stroke-width="3"/>'),
    "waves": (40, 44, '<path d="M0 10 C10 0 10 0 20 10 S30 20 40 10" fill="none" stroke="{b}" stroke-width="6"/>'
                      '<path d="M0 32 C10 22 10 22 20 32 S30 42 40 32" fill="none" stroke="{c}" stroke-width="3"/>'),
    "hearts": (34, 34, '<path d="M9 14 C3 9 2 6 2 4.6 C2 1 7 0 9 4 C11 0 16 1 16 4.6 C16 6 15 9 9 14 Z" fill="{b}"/>'
                       '<path d="M26 31 C20 26 19 23 19 21.6 C19 18 24 17 26 21 C28 17 33 18 33 21.6 C33 23 32 26 26 31 Z" fill="{c}"/>'),
    "tipped": (12, 12, '<path d="M6 0 V12" stroke="#000" stroke-opacity=".10" stroke-width="3"/>'),
}


def sock_svg(sock: dict) -> Markup:
    """A drawing 220 × 250 that scales with its place; unknown patterns become a plain sock."""
    a, b, c = (colour if COLOUR.fullmatch(colour) else "#999" for colour in (sock["colours"] * 3)[:3])
    width, height, tile = PATTERNS.get(sock["pattern"], (10, 10, ""))
    mark = f"s{next(NUMBERS)}"
    return Markup(
        f'<svg class="sock" viewBox="40 0 190 246" role="img" aria-hidden="true"><defs>'
        f'<pattern id="{mark}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">'
        f'<rect width="{width}" height="{height}" fill="{a}"/>{tile.format(b=b, c=c)}</pattern>'
        f'<clipPath id="c{mark}"><path d="{OUTLINE}"/></clipPath></defs><g clip-path="url(#c{mark})">'
        f'<rect x="40" width="190" height="246" fill="url(#{mark})"/><circle cx="72" cy="172" r="33" fill="{b}"/>'
        f'<circle cx="198" cy="222" r="45" fill="{b}"/></g>'
        f'<path d="{CUFF}" fill="{b}"/><path d="M84 12v26M94 10v25M104 8v26M114 8v26M124 10v25M134 11v26"'
        f' stroke="#000" stroke-opacity=".14" stroke-width="2"/>'
        f'<path d="M130 40 V112 C130 126 137 136 147 145 L182 175" fill="none" stroke="#fff" stroke-opacity=".22"'
        f' stroke-width="7" stroke-linecap="round"/></svg>')
