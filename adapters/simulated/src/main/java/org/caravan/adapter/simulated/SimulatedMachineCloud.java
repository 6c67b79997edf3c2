package org.caravan.adapter.simulated;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Subnet;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineCapability;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineFirewall;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineLimits;
import org.caravan.machine.MachineOffer;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;

/** A provider whose machines exist only in memory. Their addresses do not answer. */
public final class SimulatedMachineCloud implements MachineCloud {

    private final SimulatedMachineScript script;
    private final SimulatedMachines machines;
    private final SimulatedCalls calls;
    private final SimulatedMachineRefusals refusals;
    private volatile Consumer<MachineLabel> gone = label -> {};

    private SimulatedMachineCloud(SimulatedMachineScript script, SimulatedMachines machines) {
        this.script = script;
        this.machines = machines;
        this.calls = new SimulatedCalls(script.callDelay(), script.faults());
        this.refusals = new SimulatedMachineRefusals(script, machines);
    }

    /** Machines are read from the state file, if there is one. */
    public static SimulatedMachineCloud open(SimulatedMachineScript script, InstantSource clock) {
        return new SimulatedMachineCloud(script, new SimulatedMachines(clock, script.stateFile()));
    }

    /** A new connection to the same machines, as after a restart of the server: without hooks and pending faults. */
    public SimulatedMachineCloud restarted() {
        return new SimulatedMachineCloud(script.withFaults(), machines);
    }

    /** Called before each call takes effect, with its text, {@code ensure oslo-small-1}; exceptions are passed to the caller. */
    public void beforeCall(Consumer<String> hook) {
        calls.before(hook);
    }

    /**
     * Called after each call has taken effect, before the caller receives the result; an exception here simulates a lost answer.
     */
    public void afterCall(Consumer<String> hook) {
        calls.after(hook);
    }

    public void fail(SimulatedFault fault) {
        calls.add(fault);
    }

    /** Registers the listener for deleted machines, whose copies are lost. */
    public void whenGone(Consumer<MachineLabel> listener) {
        gone = listener;
    }

    /** Deletes the machine, as if an operator had done so at the provider. */
    public void lose(MachineLabel label) {
        machines.remove(label);
        gone.accept(label);
    }

    @Override
    public String provider() {
        return "simulated";
    }

    @Override
    public Set<MachineCapability> capabilities() {
        return script.capabilities();
    }

    @Override
    public List<MachineOffer> offers(Region region) {
        return call("offers", region, Optional.empty(), () -> script.offers());
    }

    @Override
    public MachineLimits limits(Region region) {
        return call("limits", region, Optional.empty(), () -> {
            refusals.require(MachineCapability.LIMITS);
            List<SimulatedMachine> all = machines.in(region.name());
            int cpus = all.stream().mapToInt(machine -> refusals.offer(machine.offer()).map(offer ->
                    (int) ((offer.cpu().value() + 999) / 1000)).orElse(1)).sum();
            int published = all.stream().mapToInt(machine -> machine.published().size()).sum();
            return new MachineLimits(script.quotaOf(region.credentials()), all.size(), OptionalInt.empty(), cpus,
                    OptionalInt.empty(), published);
        });
    }

    @Override
    public List<ObservedMachine> observe(Region region) {
        return call("observe", region, Optional.empty(), () -> machines.in(region.name()).stream().map(this::observed).toList());
    }

    @Override
    public ObservedMachine ensure(Region region, MachineOrder order) {
        return call("ensure", region, Optional.of(order.label()), () -> {
            synchronized (machines) {
                Optional<SimulatedMachine> present = machines.find(order.label());
                if (present.isPresent()) {
                    refusals.requireSameOffer(present.get(), order);
                    return observed(present.get());
                }
                List<Subnet> network = refusals.requireOrder(region, order);
                int slot = machines.freeSlot(network);
                List<String> own = network.stream()
                        .filter(subnet -> network.stream().filter(other -> six(other) == six(subnet)).findFirst().orElseThrow() == subnet)
                        .map(subnet -> subnet.address(slot)).toList();
                SimulatedMachine machine = SimulatedMachine.ordered(order, region.name(), machines.nextId(), machines.now(), own);
                machines.put(machine);
                return observed(machine);
            }
        });
    }

    @Override
    public ObservedMachine ensureAccess(Region region, MachineLabel label, MachineAccess access) {
        return call("ensureAccess", region, Optional.of(label), () -> {
            synchronized (machines) {
                SimulatedMachine machine = refusals.requireMachine(label);
                refusals.requireAccess(region, machine, access);
                Map<String, String> published = new TreeMap<>();
                for (String address : access.publicFor()) {
                    published.put(address, Optional.ofNullable(machine.published().get(address)).orElseGet(machines::freePublic));
                    machines.put(machine.with(access, published));
                }
                machines.put(machine.with(access, published));
                return observed(refusals.requireMachine(label));
            }
        });
    }

    @Override
    public ObservedMachine admit(Region region, MachineLabel label, SortedSet<Admission> admissions) {
        return call("admit", region, Optional.of(label), () -> {
            refusals.requireMachine(label);
            return observed(machines.change(label, machine -> machine.admitting(admissions)).orElseThrow());
        });
    }

    @Override
    public void start(Region region, MachineLabel label) {
        turn("start", region, label, true);
    }

    @Override
    public void stop(Region region, MachineLabel label) {
        turn("stop", region, label, false);
    }

    @Override
    public void destroy(Region region, MachineLabel label) {
        call("destroy", region, Optional.of(label), () -> {
            if (machines.find(label).isPresent()) {
                lose(label);
            }
            return null;
        });
    }

    private void turn(String operation, Region region, MachineLabel label, boolean on) {
        call(operation, region, Optional.of(label), () -> {
            refusals.require(MachineCapability.STOP_AND_START);
            refusals.requireMachine(label);
            return machines.change(label, machine -> machine.switched(on, machines.now()));
        });
    }

    private ObservedMachine observed(SimulatedMachine machine) {
        ObservedMachine seen = machine.observed(machines.now(), script.bootAfter());
        return script.capabilities().contains(MachineCapability.CLOSED_PORTS)
                ? seen.behind(new MachineFirewall(machine.admissions(), false)) : seen;
    }

    private static boolean six(Subnet subnet) {
        return subnet.networkAddress().contains(":");
    }

    private <T> T call(String operation, Region region, Optional<MachineLabel> label, Supplier<T> effect) {
        return calls.call(operation, label.map(MachineLabel::hostId).orElse(region.name()), "", () -> {
            refusals.requireAnswer(region);
            refusals.requireAccount(region);
            return effect.get();
        });
    }

    @Override
    public void close() {
        // the simulated machines continue to exist
    }

    /** For tests that inspect the provider directly. */
    SimulatedMachines machines() {
        return machines;
    }
}
