"""Signed sessions, and which component answers reads: pure, without a database."""
from __future__ import annotations

import hmac
import os
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "services"))

from accounts.tokens import signed, text_of  # noqa: E402
from shoplib.identity import answers_reads  # noqa: E402


class SessionsTest(unittest.TestCase):
    def test_a_token_holds_for_the_key_that_signed_it(self) -> None:
        token = signed("2.Li Wei", "key")
        self.assertEqual("2.Li Wei", text_of(token, "key"))
        self.assertEqual("", text_of(token, "another key"))

    def test_a_changed_token_is_refused(self) -> None:
        forged = "1.Li Wei".encode().hex() + "-" + signed("2.Li Wei", "key").partition("-")[2]
        for token in (forged, "", "zz-zz", "ff-00", signed("2.Li Wei", "key") + "é"):
            self.assertEqual("", text_of(token, "key"), token)

    def test_without_a_key_nothing_is_signed(self) -> None:
        empty = b"2.Li Wei".hex() + "-" + hmac.new(b"", b"2.Li Wei", "sha256").hexdigest()
        self.assertEqual("", text_of(empty, ""))
        with self.assertRaises(ValueError):
            signed("2.Li Wei", "")

    def test_reads_go_to_the_replica_that_caravan_names(self) -> None:
        with mock.patch.dict(os.environ, {"CARAVAN_READS_CARTS_DB": "carts-db-replica-1"}):
            self.assertEqual(("carts-db-replica-1", "orders-db"), (answers_reads("carts-db"), answers_reads("orders-db")))


if __name__ == "__main__":
    unittest.main()
