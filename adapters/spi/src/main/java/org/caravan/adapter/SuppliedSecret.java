package org.caravan.adapter;

import org.caravan.application.SecretUse;

/**
 * A secret to be supplied to a copy.
 *
 * @param version changes with the value and reveals nothing about it
 */
public record SuppliedSecret(SecretUse use, String version, SecretValue value) {}
