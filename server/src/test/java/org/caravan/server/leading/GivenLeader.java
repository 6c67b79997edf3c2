package org.caravan.server.leading;

import javax.sql.DataSource;

/** Makes a server that believes that it leads. */
public final class GivenLeader {

    private GivenLeader() {}

    /** @param leads whether it leads */
    public static LeaderStatus status(boolean leads) {
        LeaderStatus status = new LeaderStatus();
        if (leads) {
            status.lead(1);
        }
        return status;
    }

    /** @param epoch of which the server believes that it is the present one */
    public static LeaderFence inEpoch(long epoch, DataSource tables) {
        LeaderStatus status = new LeaderStatus();
        status.lead(epoch);
        return new LeaderFence(status, true, tables);
    }
}
