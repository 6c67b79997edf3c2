package org.caravan.adapter;

/** What an adapter may leave out. Asked for something undeclared, it throws a fault of kind UNSUPPORTED. */
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
    /** Copies are reached only by those that {@link Admitted} lists, and send only as the copy they are. */
    FILTER
}
