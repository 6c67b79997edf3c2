package org.caravan.infrastructure;

import java.util.Locale;

/** Kind of runtime of a component; a host supports some of them, see {@link Host#formKinds()}. */
public enum FormKind {
    /** Processes that share the host's Linux kernel. */
    CONTAINER,
    /** A small virtual machine without firmware: a unikernel. */
    MICROVM,
    /** A whole machine, provisioned for one copy, on which scripts install and start the component. */
    VM;

    /** Keyword of the modelling language: {@code container}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
