package org.caravan.server.model;

import java.time.Instant;
import java.util.Map;

/**
 * A model as it was accepted.
 *
 * @param revision rises by at least one with each accepted model of any application
 * @param version as the text says
 * @param digest of the texts, 64 hexadecimal digits
 */
public record StoredModel(
        long revision, String application, String version, String digest, Map<String, String> files, Instant acceptedAt) {}
