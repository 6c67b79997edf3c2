package org.caravan.adapter.openstack;

import java.util.Optional;
import org.caravan.machine.ObservedMachine.State;

/** Nova's words for a server's state, in ours. */
final class ServerState {

    private ServerState() {}

    /** A machine that is being moved or resized by its operator runs on, as far as anybody is told. */
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
