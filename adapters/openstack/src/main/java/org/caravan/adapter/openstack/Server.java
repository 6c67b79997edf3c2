package org.caravan.adapter.openstack;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.ObservedMachine;

/**
 * What Nova says of a machine of ours.
 *
 * @param task what is being done with it: {@code powering-off}; empty for nothing
 */
record Server(String id, MachineLabel label, ObservedMachine.State state, Optional<String> task, String offer, String user, Instant created) {

    /** Of two with one label the older one stays; every server that looks decides alike. */
    static final Comparator<Server> OLDEST_FIRST = Comparator.comparing(Server::created).thenComparing(Server::id);

    boolean isDoing(String something) {
        return task.filter(something::equals).isPresent();
    }
}
