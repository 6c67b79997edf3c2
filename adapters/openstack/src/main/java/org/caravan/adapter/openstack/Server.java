package org.caravan.adapter.openstack;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.ObservedMachine;

/**
 * A labelled server according to Nova.
 *
 * @param task operation in progress: {@code powering-off}; empty for none
 * @param port id of the port that it was ordered on; empty for a server that does not name one
 */
record Server(String id, MachineLabel label, ObservedMachine.State state, Optional<String> task, String offer, String user,
        Optional<String> port, Instant created) {

    /** Of two servers with one label, the older one is kept; the order is total, so that all Caravan servers agree. */
    static final Comparator<Server> OLDEST_FIRST = Comparator.comparing(Server::created).thenComparing(Server::id);

    /** Before Nova builds a server and after the build fails, its port is unattached; the order names it. */
    boolean uses(Port its) {
        return its.serverId().equals(id) || its.serverId().isEmpty() && port.filter(its.id()::equals).isPresent();
    }

    boolean isDoing(String something) {
        return task.filter(something::equals).isPresent();
    }
}
