package org.caravan.infrastructure;

/** Measurement host in a network of users; nothing is placed on it. Fields as in {@link Host}. */
public record Vantage(String id, String address, int port, String credentials) {}
