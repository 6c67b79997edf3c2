package org.caravan.probe;

import java.time.Clock;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.Jitter;
import org.caravan.measure.Probe;
import org.caravan.measure.ProbeBatch;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;
import org.caravan.text.TextRule;

/**
 * Takes probes with the tools of the machines, ping and NetPerfMeter 1.9.4, over a shell. If echo requests are filtered, it uses TCP
 * handshakes. If NetPerfMeter is not installed, it uses the built-in flow program. Samples are labelled with the tool. Thread-safe;
 * the schedule decides which probes can run concurrently. Leaves no process on a machine after a probe.
 */
public final class ShellProbe implements Probe {

    /** If neither of two handshakes is answered, the path is down, not filtered. */
    private static final int FEW_HANDSHAKES = 2;

    private final RouteCheck routes;
    private final IdleProbe idle;
    private final IdleBatches idleBatches;
    private final ConnectProbe connects;
    private final FlowProbe flows;
    private final TrainProbe trains;
    private final Shell shell;
    private final Machines machines;
    private final TrainsTogether together;

    /**
     * @param infrastructure shell addresses of machines, and gateways of access points
     * @param congestionControl congestion control of flows, by its kernel name: cubic shows a queue that bbr hides
     */
    public ShellProbe(Shell shell, Infrastructure infrastructure, Clock clock, String congestionControl) {
        if (!congestionControl.matches("[a-z0-9_-]{1,15}")) {
            throw new IllegalArgumentException("no kernel names a congestion control so: " + congestionControl);
        }
        this.shell = shell;
        this.machines = new Machines(infrastructure);
        this.routes = new RouteCheck(shell, machines, infrastructure);
        this.idle = new IdleProbe(shell, machines, clock);
        this.idleBatches = new IdleBatches(shell, machines, routes, clock);
        PortLeases ports = new PortLeases();
        this.connects = new ConnectProbe(shell, machines, clock, ports);
        this.flows = new FlowProbe(shell, machines, clock, congestionControl, ports);
        this.trains = new TrainProbe(shell, machines, clock, ports);
        this.together = new TrainsTogether(shell, machines, clock);
    }

    public ShellProbe(Shell shell, Infrastructure infrastructure, Clock clock) {
        this(shell, infrastructure, clock, "cubic");
    }

    @Override
    public ProbeResult take(ProbeOrder order) {
        return readable(order, () -> {
            RouteCheck.Taken way = routes.check(order);
            return saying(way, order instanceof ProbeOrder.LoadedFlow flow ? flow(flow, way)
                    : order instanceof ProbeOrder.PacketTrains some ? trains.take(some)
                    : idle((ProbeOrder.IdleRtt) order, idle.take((ProbeOrder.IdleRtt) order)));
        });
    }

    /** Idle measurements and packet trains by few commands; others one by one, also those within a site, which have no route to check. */
    @Override
    public List<ProbeBatch> batches(List<ProbeOrder> orders) {
        List<ProbeOrder.IdleRtt> pings = new ArrayList<>();
        List<ProbeOrder.PacketTrains> some = new ArrayList<>();
        List<ProbeBatch> batches = new ArrayList<>();
        for (ProbeOrder order : orders) {
            if (order instanceof ProbeOrder.IdleRtt ping && !order.path().withinSite()) {
                pings.add(ping);
            } else if (order instanceof ProbeOrder.PacketTrains train && !order.path().withinSite()) {
                some.add(train);
            } else {
                batches.add(new ProbeBatch.Single(order, this));
            }
        }
        batches.addAll(idleBatches.of(pings,
                (order, way, pinged, startedAt) -> saying(way, idle(order, idle.after(order, pinged, startedAt))),
                this::take));
        if (!some.isEmpty()) {
            batches.add(new TrainBatch(some, shell, machines, routes, together, this));
        }
        return batches;
    }

    static ProbeFault notTaken(ProbeOrder order, ShellFault fault) {
        return new ProbeFault("The probe on path (" + order.path() + ") was not taken: " + fault.getMessage(), fault);
    }

    /** Turns all that can be wrong with a machine or its answers into {@link ProbeFault}. */
    static <T> T readable(ProbeOrder order, Supplier<T> work) {
        try {
            return work.get();
        } catch (ShellFault fault) {
            throw notTaken(order, fault);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException | DateTimeException odd) {
            throw new ProbeFault("The probe on path (" + order.path() + ") returned an unreadable answer: "
                    + TextRule.excerpt(String.valueOf(odd.getMessage()), 300)
                    + ".\nMaybe the start files of a machine's shell write text: check ~/.bashrc there.", odd);
        }
    }

    /**
     * Checks the routes again after the flow. A flow is long and its result is used for a long time; two more commands are cheap in
     * comparison.
     */
    private ProbeResult flow(ProbeOrder.LoadedFlow order, RouteCheck.Taken way) {
        ProbeResult result = flows.take(order);
        routes.checkStill(order, way);
        return result;
    }

    /** Adds the gateway to the label of each sample. */
    static ProbeResult saying(RouteCheck.Taken way, ProbeResult result) {
        List<Sample> samples = result.samples().stream()
                .map(sample -> new Sample(sample.path(), sample.quantity(), sample.value(), sample.takenAt(), sample.probe() + way.words()))
                .toList();
        return new ProbeResult(result.order(), samples, result.sent(), result.took());
    }

    /** Without any echo reply, either ICMP is filtered or the path is down; TCP handshakes distinguish the two. */
    private ProbeResult idle(ProbeOrder.IdleRtt order, ProbeResult pinged) {
        ProbeResult result = answered(pinged) ? pinged : connected(order, pinged);
        return new ProbeResult(order, Jitter.beside(result.samples()), result.sent(), result.took());
    }

    private ProbeResult connected(ProbeOrder.IdleRtt order, ProbeResult pinged) {
        try {
            // On a failed path each handshake waits for seconds, which would delay the report of the failure by a minute.
            ProbeOrder.IdleRtt few = new ProbeOrder.IdleRtt(order.from(), order.to(), Math.min(FEW_HANDSHAKES, order.count()));
            if (!answered(connects.take(few))) {
                return pinged;
            }
            ProbeResult connected = connects.take(order);
            return answered(connected)
                    ? new ProbeResult(order, connected.samples(), pinged.sent().plus(connected.sent()),
                            pinged.took().plus(connected.took()))
                    : pinged;
        } catch (ProbeFault | ShellFault cannotTell) {
            // Without Python there is no result of handshakes; the unanswered ping remains the result.
            return pinged;
        }
    }

    private static boolean answered(ProbeResult result) {
        return result.samples().stream().anyMatch(sample -> sample.quantity() == Quantity.IDLE_RTT);
    }
}
