package org.caravan.adapter.simulated;

import org.caravan.adapter.CopyId;
import org.caravan.adapter.InstanceId;

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

    /** The process of the copy ends by itself; its host starts it again. */
    public void end(String hostId, CopyId id, int exitCode) {
        provider.end(hostId, id, exitCode);
    }

    /** Every process of the instance's copies ends right after its start, wherever they are, until {@link #endCrashes}. */
    public void crashLoop(String application, InstanceId instance, int exitCode) {
        provider.crash(application, instance, exitCode);
    }

    /** The same of one copy alone: another generation of its instance is another program. */
    public void crashLoop(CopyId id, int exitCode) {
        provider.crash(id, exitCode);
    }

    public void endCrashes() {
        provider.endCrashes();
    }

    /** The copy ends and its host leaves it alone, as where somebody has stopped the restarts; it stays on the host. */
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
