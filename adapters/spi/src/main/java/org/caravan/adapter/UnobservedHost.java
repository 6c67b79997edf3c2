package org.caravan.adapter;

/**
 * A host that was not observed, with the reason for use inside a sentence.
 *
 * @param lost whether it is known not to answer, and was therefore not contacted; false if this observation failed only
 */
public record UnobservedHost(String hostId, String reason, boolean lost) {

    public UnobservedHost(String hostId, String reason) {
        this(hostId, reason, false);
    }
}
