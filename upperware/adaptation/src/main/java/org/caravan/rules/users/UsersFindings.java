package org.caravan.rules.users;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what the rule finds in a round. Public only because compiled rules access it. */
public final class UsersFindings {

    private final List<UsersFinding> found = new ArrayList<>();

    public void moved(UsersLook look, UsersMove move) {
        found.add(new UsersFinding.UsersMoved(look, Instant.ofEpochMilli(move.since())));
    }

    public void back(UsersMove move) {
        found.add(new UsersFinding.UsersBack(move.application(), Instant.ofEpochMilli(move.since()), true));
    }

    public void unknown(UsersMove move) {
        found.add(new UsersFinding.UsersBack(move.application(), Instant.ofEpochMilli(move.since()), false));
    }

    /** In an order that depends on the findings only. */
    List<UsersFinding> take() {
        List<UsersFinding> all = found.stream().sorted(Comparator.comparing(UsersFinding::toString)).toList();
        found.clear();
        return all;
    }
}
