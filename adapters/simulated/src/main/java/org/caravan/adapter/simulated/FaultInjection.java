package org.caravan.adapter.simulated;

import org.caravan.adapter.CopyId;
import org.caravan.adapter.InstanceId;

/** Injects failures of simulated hosts and copies. */
public final class FaultInjection {

    private final SimulatedProvider provider;
    private final SimulatedCalls calls;

    FaultInjection(SimulatedProvider provider, SimulatedCalls calls) {
        this.provider = provider;
        this.calls = calls;
    }

    public void fail(SimulatedFault fault) {
        calls.add(fault);
    }

    /** Removes all pending faults of the host. */
    public void heal(String hostId) {
        calls.heal(hostId);
    }

    /** Cuts the power of the host: it does not answer until {@link #heal}, and then none of its copies runs. */
    public void powerOff(String hostId) {
        calls.add(SimulatedFault.unreachable(hostId));
        provider.stopAll(hostId);
    }

    /** Ends the process of the copy; its host restarts it. */
    public void end(String hostId, CopyId id, int exitCode) {
        provider.end(hostId, id, exitCode);
    }

    /** Makes every process of the instance's copies end right after its start, on all hosts, until {@link #endCrashes}. */
    public void crashLoop(String application, InstanceId instance, int exitCode) {
        provider.crash(application, instance, exitCode);
    }

    /** The same for one copy only, not for other generations of its instance. */
    public void crashLoop(CopyId id, int exitCode) {
        provider.crash(id, exitCode);
    }

    public void endCrashes() {
        provider.endCrashes();
    }

    /** Ends the copy without a restart, as if its restarts were disabled; it stays on the host. */
    public void crash(String hostId, CopyId id) {
        provider.stop(hostId, id);
    }

    /** Removes the copy, as if an operator had deleted it. */
    public void lose(String hostId, CopyId id) {
        provider.remove(hostId, id);
    }

    /** Removes everything on the host, as when a provisioned machine is deleted. */
    public void loseAll(String hostId) {
        provider.removeAll(hostId);
    }
}
