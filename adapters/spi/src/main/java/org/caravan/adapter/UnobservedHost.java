package org.caravan.adapter;

/** A host that could not be observed, with the reason. */
public record UnobservedHost(String hostId, String reason) {}
