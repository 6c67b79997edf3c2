package org.caravan.server.model;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A model as it was accepted.
 *
 * @param revision rises by at least one with each accepted model of any application
 * @param version as the text says
 * @param digest of the texts, 64 hexadecimal digits
 * @param handedOverBy name of who did; empty for one that an earlier version accepted
 */
public record StoredModel(
        long revision, String application, String version, String digest, Map<String, String> files, Instant acceptedAt, Optional<String> handedOverBy) {}
