package org.caravan.adapter;

import org.caravan.application.SecretUse;

/**
 * A secret on its way to a copy.
 *
 * @param version changes with the value and tells nothing of it
 */
public record SuppliedSecret(SecretUse use, String version, SecretValue value) {}
