package org.caravan.adapter;

/** A host that could not be looked at, and why, in words for a person. */
public record UnobservedHost(String hostId, String reason) {}
