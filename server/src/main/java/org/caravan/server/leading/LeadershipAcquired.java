package org.caravan.server.leading;

/** Published inside this server when it becomes leader; listeners run before any work starts. */
public record LeadershipAcquired(long epoch) {}
