package org.caravan.adapter.openstack;

import java.util.Optional;
import org.caravan.machine.ObservedMachine.State;

/** Maps Nova's server states to Caravan's. */
final class ServerState {

    private ServerState() {}

    /** A server that its operator migrates or resizes counts as running. */
    static State of(String status, Optional<String> task) {
        String doing = task.orElse("");
        if (doing.equals("deleting") || doing.equals("soft-deleting")) {
            return State.LEAVING;
        }
        return switch (status) {
            case "BUILD", "REBUILD", "REBOOT", "HARD_REBOOT", "RESCUE" -> State.BOOTING;
            case "SHUTOFF", "STOPPED" -> doing.equals("powering-on") ? State.BOOTING : State.STOPPED;
            case "PAUSED", "SUSPENDED", "SHELVED", "SHELVED_OFFLOADED" -> State.STOPPED;
            case "DELETED", "SOFT_DELETED" -> State.LEAVING;
            case "ERROR", "UNKNOWN" -> State.BROKEN;
            default -> State.RUNNING;
        };
    }
}
