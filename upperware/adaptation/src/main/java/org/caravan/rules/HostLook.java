package org.caravan.rules;

import java.time.Instant;

/**
 * One attempt to observe a host.
 *
 * @param at begin of the round to which the attempt belongs
 * @param detail reason why it was not observed, for people; empty if it answered
 * @param siteId site of the host; empty if it is unknown, so that the look is no witness for hosts of the same site
 */
public record HostLook(String hostId, Outcome outcome, Instant at, String detail, String siteId) {

    /** A look at a host of an unknown site. */
    public HostLook(String hostId, Outcome outcome, Instant at, String detail) {
        this(hostId, outcome, at, detail, "");
    }

    /** The same look, with the site of the host. */
    public HostLook at(String site) {
        return new HostLook(hostId, outcome, at, detail, site);
    }

    /** Result of the attempt. */
    public enum Outcome {
        /** The host was observed. */
        ANSWERED,
        /** No answer: the host, its site or the network between is down. */
        SILENT,
        /** The host answers but refuses our credentials, or its identity has changed: a fault on our side, never a lost host. */
        REFUSED,
        /** The host fails in another way, for example because it is overloaded. Neither begins nor ends a silence. */
        UNCLEAR,
        /** The host accepts a connection but was not observed in time: its line or the host is slow. It is alive, so a silence ends. */
        SLOW;

        /** Whether the host is certainly alive. */
        public boolean alive() {
            return this == ANSWERED || this == SLOW;
        }
    }
}
