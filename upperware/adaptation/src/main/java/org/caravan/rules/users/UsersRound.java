package org.caravan.rules.users;

import java.time.Instant;
import java.util.List;

/** The input of one evaluation. @param looks at most one per application; an application whose users are not known has none */
public record UsersRound(Instant at, List<UsersLook> looks) {

    public UsersRound {
        looks = List.copyOf(looks);
    }

    public long millis() {
        return at.toEpochMilli();
    }
}
