package org.caravan.measure.metric;

import java.time.Instant;
import java.util.List;

/**
 * Port to the storage of what is counted of users who enter without a router: series per application, component, group of users and
 * source, beside the counts of routers (see {@link RequestStore}) but never among them. No address of a client is stored. Thread-safe.
 */
public interface EntryStore {

    /** Adds what each source counted since its previous observation. Idempotent, as {@link RequestStore#take}. */
    void takeEntries(List<EntryObservation> observations);

    /**
     * Sums of all applications, sorted by application, users, component and source.
     *
     * @param since rounded down to a minute
     */
    List<EntrySum> entries(Instant since);

    /** Sums of one application; otherwise as {@link #entries(Instant)}. */
    List<EntrySum> entries(String application, Instant since);
}
