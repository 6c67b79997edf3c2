package org.caravan.adapter;

/** Optional features of an adapter. A call of an undeclared feature throws a fault of kind UNSUPPORTED. */
public enum Capability {
    /** {@link CopySpec#cpu()} is enforced. */
    CPU_LIMIT,
    /** {@link CopySpec#memory()} is enforced. */
    MEMORY_LIMIT,
    /** Copies get IPv6 addresses. */
    IPV6,
    /** Routes pick the source address of each link. */
    SOURCE_ROUTES,
    /** {@link CloudAdapter#log} works. */
    LOG,
    /** {@link CloudAdapter#usage} works. */
    USAGE,
    /** {@link CloudAdapter#supply} works. */
    SECRETS,
    /** Copies of form vm run: {@link CopySpec#scripts()}. */
    SCRIPTS,
    /** {@link CloudAdapter#exec} works. */
    EXEC,
    /** Only senders in {@link Admitted} reach a copy, and a copy sends only from its own addresses. */
    FILTER,
    /** {@link CopySpec#bandwidth()} is enforced. */
    BANDWIDTH,
    /** {@link CloudAdapter#capture} works. */
    CAPTURE
}
