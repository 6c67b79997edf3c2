package org.caravan.server.model;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * An accepted model.
 *
 * @param revision increases by at least one with each accepted model of any application
 * @param version version in the model's text
 * @param digest SHA-256 of the texts, 64 hexadecimal digits
 * @param handedOverBy display name of the submitting user; empty for a model that an earlier version accepted
 */
public record StoredModel(
        long revision, String application, String version, String digest, Map<String, String> files, Instant acceptedAt,
        Optional<String> handedOverBy) {}
