"""For Schemathesis: half of all requests are about things that are there, and every code of a refusal is one that the description tells."""
from __future__ import annotations

import re

import schemathesis

APPLICATION = "notes"
HOST = "hall-1"
# What is wrong on purpose stays wrong.
VALID = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,62}")


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """A name made up by chance is nobody's; those of odd length stand for what is there."""
    path = context.operation.path
    for name, known in (("name", APPLICATION if "/applications/" in path else None),
                        ("id", HOST if "/nodes/" in path else "latest" if "/applications/" in path else None)):
        value = (path_parameters or {}).get(name)
        if known and isinstance(value, str) and len(value) % 2 and VALID.fullmatch(value):
            path_parameters[name] = known
    return path_parameters


@schemathesis.check
def the_code_is_described(context, response, case):
    described = case.operation.definition.raw["responses"].get(str(response.status_code))
    if response.status_code < 400 or described is None or case.method.upper() != case.operation.method.upper():
        return
    code = response.json()["code"]
    assert code in described["x-codes"], f"the code {code} is not among those described for {response.status_code}: {described['x-codes']}"


@schemathesis.check
def only_characters_are_refused_beyond_the_description(context, response, case):
    """Invisible characters are refused everywhere (TextRule), which the description says once and no schema repeats."""
    if (response.status_code != 400 or case.meta is None or not case.meta.generation.mode.is_positive
            or case.method.upper() != case.operation.method.upper()):
        return
    detail = response.json()["detail"]
    assert any(said in detail for said in ("has a character that no ", "which no name here has")), f"valid data was refused: {detail}"
