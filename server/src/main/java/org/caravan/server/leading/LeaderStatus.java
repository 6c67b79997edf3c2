package org.caravan.server.leading;

import org.springframework.stereotype.Component;

/** Whether this server is currently the leader, for tasks that one server does for all. */
@Component
public class LeaderStatus {

    private volatile boolean now;

    public boolean now() {
        return now;
    }

    void set(boolean leads) {
        now = leads;
    }
}
