package org.caravan.probe;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.Vantage;
import org.caravan.measure.Jitter;
import org.caravan.measure.PathId;
import org.caravan.measure.Probe;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.schedule.MachineAddresses;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;

/**
 * Generates samples to try Caravan without any machine; they are labelled {@code simulated}. Sends nothing and takes no time. The n-th
 * probe of a path gives the same samples for the same seed, regardless of other probes.
 */
public final class SimulatedProbe implements Probe {

    private static final String PROBE = "simulated";

    /** Number of the first host, as in the test bed. */
    private static final int FIRST_SLOT = 11;

    private final SimulatedNetwork network;
    private final long seed;
    private final Clock clock;
    private final Supplier<ToDoubleFunction<PathId>> lines;
    private final Map<ProbeOrderId, Integer> taken = new ConcurrentHashMap<>();

    private record ProbeOrderId(PathId path, boolean loaded, boolean trains) {}

    public SimulatedProbe(Infrastructure infrastructure, long seed, Clock clock) {
        this(infrastructure, seed, clock, () -> path -> 0);
    }

    /**
     * The same with worse lines.
     *
     * @param lines called once for each order; gives what is added to the round-trip time of a path between sites, in ms, 0 or more;
     *     infinite if it is cut
     */
    public SimulatedProbe(Infrastructure infrastructure, long seed, Clock clock, Supplier<ToDoubleFunction<PathId>> lines) {
        this.lines = lines;
        this.network = new SimulatedNetwork(infrastructure, seed);
        this.seed = seed;
        this.clock = clock;
    }

    /** Addresses as if every host and vantage had one at each access point of its site. */
    public static MachineAddresses addresses(Infrastructure infrastructure) {
        Map<String, List<String>> addresses = new TreeMap<>();
        for (Site site : infrastructure.sites()) {
            List<String> machineIds = Stream.concat(
                            site.hosts().stream().map(Host::id), site.vantage().map(Vantage::id).stream())
                    .toList();
            for (int i = 0; i < machineIds.size(); i++) {
                int slot = FIRST_SLOT + i;
                addresses.put(
                        machineIds.get(i),
                        site.accessPoints().stream().map(at -> site.subnet(at).address(slot)).toList());
            }
        }
        return MachineAddresses.of(addresses);
    }

    @Override
    public ProbeResult take(ProbeOrder order) {
        boolean loaded = order instanceof ProbeOrder.LoadedFlow;
        int number = taken.merge(new ProbeOrderId(order.path(), loaded, order instanceof ProbeOrder.PacketTrains), 1, Integer::sum);
        SplittableRandom random = new SplittableRandom(seed ^ (31L * order.path().toString().hashCode() + number));
        double added = order.path().withinSite() ? 0 : lines.get().applyAsDouble(order.path());
        List<Sample> samples = order instanceof ProbeOrder.LoadedFlow flow ? ofFlow(flow, added, random)
                : order instanceof ProbeOrder.PacketTrains trains ? ofTrains(trains, added, random)
                : ofPing((ProbeOrder.IdleRtt) order, added, random);
        return new ProbeResult(order, samples, new Bytes(0), Millis.ZERO);
    }

    private List<Sample> ofPing(ProbeOrder.IdleRtt order, double added, SplittableRandom random) {
        Instant now = clock.instant();
        if (Double.isInfinite(added)) {
            return List.of(new Sample(order.path(), Quantity.LOSS, 1, now, PROBE));
        }
        List<Sample> samples = new ArrayList<>();
        samples.addAll(rtts(order.path(), Quantity.IDLE_RTT, network.idleRttMillis(order.path()) + added, order.count(), random));
        samples.add(new Sample(order.path(), Quantity.LOSS, 0, now, PROBE));
        return Jitter.beside(samples);
    }

    private List<Sample> ofTrains(ProbeOrder.PacketTrains order, double added, SplittableRandom random) {
        if (Double.isInfinite(added)) {
            return List.of();
        }
        double rate = network.throughputBitsPerSecond(order.path());
        return IntStream.range(0, order.trains())
                .mapToObj(i -> new Sample(order.path(), Quantity.THROUGHPUT, rate * (1 - 0.02 * random.nextDouble()), clock.instant(),
                        PROBE))
                .toList();
    }

    private List<Sample> ofFlow(ProbeOrder.LoadedFlow order, double added, SplittableRandom random) {
        if (Double.isInfinite(added)) {
            return List.of();
        }
        double rate = network.throughputBitsPerSecond(order.path()) * (1 - 0.1 * random.nextDouble());
        List<Sample> samples = new ArrayList<>();
        samples.add(new Sample(order.path(), Quantity.THROUGHPUT, rate, clock.instant(), PROBE));
        samples.addAll(rtts(
                order.path(), Quantity.LOADED_RTT, network.loadedRttMillis(order.path()) + added, 2 * order.seconds(), random));
        return samples;
    }

    /** Up to 4 % above the minimum, because queues only add delay. */
    private List<Sample> rtts(PathId path, Quantity quantity, double least, int count, SplittableRandom random) {
        Instant now = clock.instant();
        return IntStream.range(0, count)
                .mapToObj(i -> new Sample(path, quantity, least * (1 + 0.04 * square(random.nextDouble())), now, PROBE))
                .toList();
    }

    private static double square(double value) {
        return value * value;
    }
}
