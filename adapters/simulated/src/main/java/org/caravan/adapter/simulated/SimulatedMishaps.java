package org.caravan.adapter.simulated;

import org.caravan.adapter.CopyId;

/** What befalls simulated hosts without our doing, on demand. */
public final class SimulatedMishaps {

    private final SimulatedProvider provider;
    private final SimulatedCalls calls;

    SimulatedMishaps(SimulatedProvider provider, SimulatedCalls calls) {
        this.provider = provider;
        this.calls = calls;
    }

    public void fail(SimulatedFault fault) {
        calls.add(fault);
    }

    /** Drops every waiting fault of the host. */
    public void heal(String hostId) {
        calls.heal(hostId);
    }

    /** The host loses power: it does not answer until {@link #heal}, and then none of its copies runs. */
    public void powerOff(String hostId) {
        calls.add(SimulatedFault.unreachable(hostId));
        provider.stopAll(hostId);
    }

    /** The copy ends by itself; it stays on the host. */
    public void crash(String hostId, CopyId id) {
        provider.stop(hostId, id);
    }

    /** The copy vanishes, as when somebody else deletes it. */
    public void lose(String hostId, CopyId id) {
        provider.remove(hostId, id);
    }

    /** Everything on the host vanishes, as with the machine of a rented one. */
    public void loseAll(String hostId) {
        provider.removeAll(hostId);
    }
}
