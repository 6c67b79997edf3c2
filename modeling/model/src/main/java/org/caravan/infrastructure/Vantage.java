package org.caravan.infrastructure;

/** A machine in a network of users from which paths are measured; nothing is placed on it. Fields as in {@link Host}. */
public record Vantage(String id, String address, int port, String credentials) {}
