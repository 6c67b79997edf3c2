package org.caravan.rules;

/** Event of the rules: a host answered after a silence. Public only because compiled rules access it. @param at epoch milliseconds */
public record SilenceEnded(String hostId, long at) {

    public String getHostId() {
        return hostId;
    }

    public long getAt() {
        return at;
    }
}
