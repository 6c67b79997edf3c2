package org.caravan.server.leading;

import java.util.OptionalLong;
import org.springframework.stereotype.Component;

/** Whether this server is currently the leader, for tasks that one server does for all. */
@Component
public class LeaderStatus {

    private volatile OptionalLong epoch = OptionalLong.empty();

    public boolean now() {
        return epoch.isPresent();
    }

    /** Empty if this server does not lead. Another server may lead already; only the database knows, see {@link LeaderFence}. */
    OptionalLong epoch() {
        return epoch;
    }

    void lead(long since) {
        epoch = OptionalLong.of(since);
    }

    void end() {
        epoch = OptionalLong.empty();
    }
}
