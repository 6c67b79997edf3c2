package org.caravan.probe;

import java.time.Clock;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.Probe;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeResult;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/**
 * Takes probes with the machines' own tools, ping and NetPerfMeter 1.9.4, over a shell on them. Safe for use by several threads;
 * which probes may run together is the schedule's concern. Keeps nothing running on a machine beyond a probe.
 */
public final class ShellProbe implements Probe {

    private final RouteCheck routes;
    private final IdleProbe idle;
    private final FlowProbe flows;

    /**
     * @param infrastructure says how machines are reached and which gateways belong to access points
     * @param congestionControl of flows, as the kernels name it: cubic shows a queue that bbr hides
     */
    public ShellProbe(Shell shell, Infrastructure infrastructure, Clock clock, String congestionControl) {
        if (!congestionControl.matches("[a-z0-9_-]{1,15}")) {
            throw new IllegalArgumentException("no kernel names a congestion control so: " + congestionControl);
        }
        Machines machines = new Machines(infrastructure);
        this.routes = new RouteCheck(shell, machines, infrastructure);
        this.idle = new IdleProbe(shell, machines, clock);
        this.flows = new FlowProbe(shell, machines, clock, congestionControl);
    }

    public ShellProbe(Shell shell, Infrastructure infrastructure, Clock clock) {
        this(shell, infrastructure, clock, "cubic");
    }

    @Override
    public ProbeResult take(ProbeOrder order) {
        try {
            routes.check(order);
            return order instanceof ProbeOrder.LoadedFlow flow ? flows.take(flow) : idle.take((ProbeOrder.IdleRtt) order);
        } catch (ShellFault fault) {
            throw new ProbeFault("The probe on path (" + order.path() + ") was not taken: " + fault.getMessage(), fault);
        } catch (IllegalArgumentException odd) {
            throw new ProbeFault("The probe on path (" + order.path() + ") gave what cannot be read: " + odd.getMessage(), odd);
        }
    }
}
