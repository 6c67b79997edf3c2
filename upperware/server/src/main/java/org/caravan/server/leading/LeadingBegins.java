package org.caravan.server.leading;

/** Told inside this server, and heard before anything is carried out, when it begins to lead. */
public record LeadingBegins(long epoch) {}
