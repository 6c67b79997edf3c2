package org.caravan.server.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.caravan.adapter.CopyId;
import org.caravan.application.ApplicationModel;
import org.caravan.change.EntryTable;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.server.Settings;

/**
 * A world of hosts, servers, journal and broker on virtual time. Equal seeds and faults give equal histories. Faults begin after the first
 * deployments and end {@link #CALM} before the end; then everything has to converge.
 */
final class World implements AutoCloseable {

    /** Time without faults at the end. After half of it, a person resumes held deployments, as their reports ask. */
    static final Duration CALM = Duration.ofMinutes(40);
    static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration LOOK = Duration.ofSeconds(20);

    final Turns turns;
    final VirtualClock clock;
    final Clock dayClock;
    final Random random;
    final Trace trace;
    final Planted planted;
    final Features features;
    final WorldLoad load;
    final Infrastructure infrastructure;
    final Map<String, ApplicationModel> models = new TreeMap<>();
    final Settings settings;
    final RunStore journal;
    final WorldTables tables;
    final WorldBroker broker = new WorldBroker();
    final WorldPlanning planning;
    final Watch watch;
    /** Stored plans by digest, and digests of those that rules approved. */
    final Map<String, DeploymentPlan> plans = new HashMap<>();
    /** The latest approval by a rule of each plan, by digest. */
    final Map<String, Approval> approvedByRule = new HashMap<>();
    private final Path runs;
    private final Map<String, WorldHost> hosts = new TreeMap<>();
    private final Map<String, List<EntryPlacement>> entries = new TreeMap<>();
    private final SimulatedServer[] servers;
    private final int[] parted;
    private final Map<String, Integer> freezes = new TreeMap<>();
    private SimulatedServer holder;
    private long leaseUntil;
    private int fullDisks;
    private long changes;

    /**
     * An approval by a rule. What the server may do is judged at this time: a freeze or a full hour between an approval and the begin of
     * its deployment, which a slow broker delays, is no fault.
     *
     * @param by name of the rule
     * @param lost hosts that the server counted as lost when it decided
     */
    record Approval(String by, Instant at, boolean frozen, Set<String> lost) {}

    static History run(Ground ground, Path folder, long seed, List<Fault> faults, Duration duration, int servers, Planted planted,
            Features features) {
        try (World world = new World(ground, folder, seed, servers, planted, features)) {
            return world.run(seed, faults, duration);
        }
    }

    private World(Ground ground, Path folder, long seed, int servers, Planted planted, Features features) {
        this.features = features;
        this.turns = new Turns(seed);
        this.random = new Random(seed * 31 + 1);
        this.clock = new VirtualClock(turns);
        this.dayClock = VirtualClock.ofDay(turns);
        this.trace = new Trace(turns);
        this.planted = planted;
        this.infrastructure = ground.infrastructure(features);
        this.load = new WorldLoad(turns);
        ground.models(features).forEach(model -> models.put(model.name(), model));
        infrastructure.hosts().forEach(host -> hosts.put(host.id(), new WorldHost(host.id())));
        this.settings = features.settings(planted);
        this.runs = copied(ground.journal(), folder.resolve("runs-" + seed + ".db"));
        this.journal = ReadOnce.of(SqlRunStore.open(runs, "OFF"), this::change);
        this.tables = new WorldTables(copied(ground.database(), folder.resolve("server-" + seed + ".db")), dayClock);
        this.planning = new WorldPlanning(infrastructure, models);
        this.watch = new Watch(this, features.settings(Planted.NONE).adaptation().limits());
        this.servers = new SimulatedServer[servers];
        this.parted = new int[servers];
    }

    private History run(long seed, List<Fault> faults, Duration duration) {
        IntStream.range(0, servers.length).forEach(this::start);
        turns.after(Duration.ofSeconds(20), this::deployFirst);
        faults.forEach(fault -> turns.after(Duration.ofSeconds(fault.at()), () -> begin(fault)));
        turns.after(LOOK, this::look);
        turns.after(duration.minus(CALM), broker::calm);
        turns.after(duration.minus(CALM.dividedBy(2)), this::resumeHeld);
        Optional<Throwable> unexpected = turns.run(duration, () -> !watch.violations().isEmpty());
        if (unexpected.isEmpty() && watch.violations().isEmpty()) {
            watch.converged();
        }
        Optional<String> violation = unexpected.map(fault -> "unexpected: " + fault + " at " + place(fault))
                .or(() -> watch.violations().stream().findFirst());
        int deployments = models.keySet().stream().mapToInt(application -> journal.runs(application).size()).sum();
        return new History(seed, faults, violation, trace.digest(), trace.story(), turns.elapsed(), watch.checks(),
                deployments, tables.decisions(), watch.acted());
    }

    /** A person tries until the first deployments have begun. */
    private void deployFirst() {
        List<String> missing = models.keySet().stream().filter(application -> journal.target(application).isEmpty()).toList();
        missing.forEach(application -> leader().ifPresent(server -> server.replan(application, Set.of())));
        if (!missing.isEmpty()) {
            turns.after(Duration.ofSeconds(40), this::deployFirst);
        }
    }

    private static String place(Throwable fault) {
        return fault.getStackTrace().length == 0 ? "an unknown place" : List.of(fault.getStackTrace()).stream().limit(6)
                .map(StackTraceElement::toString).toList().toString();
    }

    private void look() {
        watch.decisions();
        turns.after(LOOK, this::look);
    }

    /** As a person does who reads the reports of held deployments, when nothing is wrong any more. */
    private void resumeHeld() {
        models.keySet().forEach(application -> journal.latestRun(application).filter(run -> run.state() == RunState.FAILED)
                .ifPresent(run -> {
                    trace.tell("a person resumes deployment " + run.runId() + " of " + application + ": " + run.error().orElse("")
                            .lines().findFirst().orElse(""));
                    leader().ifPresent(server -> server.person("the resumption", new WorldBroker.Message(application, Optional.empty(),
                            run.runId())));
                }));
    }

    private void start(int number) {
        trace.tell("server " + number + " starts");
        servers[number] = new SimulatedServer(this, number);
        servers[number].begin();
    }

    private Optional<SimulatedServer> leader() {
        return Optional.ofNullable(holder).filter(server -> server.alive() && server.leading());
    }

    private void begin(Fault fault) {
        change();
        turns.after(Duration.ofSeconds(fault.lasts()), this::change);
        trace.tell("FAULT " + fault.text());
        Duration lasts = Duration.ofSeconds(fault.lasts());
        if (fault.kind().ofHost()) {
            beginAtHost(fault, host(fault.subject()), lasts);
            return;
        }
        if (fault.kind().ofRules()) {
            load.begin(fault);
            turns.after(lasts, () -> load.end(fault));
            return;
        }
        int server = Integer.parseInt(fault.subject()) % servers.length;
        String application = List.copyOf(models.keySet()).get(fault.points() % models.size());
        switch (fault.kind()) {
            case SERVER_KILLED -> {
                SimulatedServer victim = servers[server];
                victim.dieIn(fault.points());
                turns.after(Duration.ofSeconds(60), victim::kill);
            }
            case DISK_FULL -> {
                fullDisks++;
                turns.after(lasts, () -> fullDisks--);
            }
            case MESSAGE_LOST -> broker.lose();
            case MESSAGE_DOUBLED -> broker.duplicate();
            case SERVER_PARTED -> {
                parted[server]++;
                turns.after(lasts, () -> parted[server]--);
            }
            case APPLICATION_FROZEN -> {
                freezes.merge(application, 1, Integer::sum);
                tables.choices().freeze(application, "a person", "");
                turns.after(lasts, () -> {
                    if (freezes.merge(application, -1, Integer::sum) == 0) {
                        tables.choices().unfreeze(application);
                    }
                });
            }
            case PERSON_REPLANS -> leader().ifPresent(one -> one.replan(application, Set.of(List.copyOf(hosts.keySet())
                    .get(fault.points() % hosts.size()))));
            default -> throw new IllegalStateException(fault.text());
        }
    }

    private void beginAtHost(Fault fault, WorldHost host, Duration lasts) {
        host.begin(fault.kind());
        host.latestTrouble = turns.nanos();
        if (fault.kind() == Fault.Kind.HOST_DIES && host.up()) {
            host.die(turns.nanos());
        }
        if (fault.kind() == Fault.Kind.LIST_STALE && host.stale.isEmpty()) {
            host.stale = Optional.of(host.copies.stream().map(copy -> copy.observed(host.id, false)).toList());
        }
        turns.after(lasts, () -> {
            host.end(fault.kind());
            host.latestTrouble = turns.nanos();
            if (fault.kind() == Fault.Kind.HOST_DIES && !host.has(Fault.Kind.HOST_DIES)) {
                host.boot(turns.nanos(), Duration.ofSeconds(5).toNanos());
            }
            if (fault.kind() == Fault.Kind.LIST_STALE && !host.has(Fault.Kind.LIST_STALE)) {
                host.stale = Optional.empty();
            }
            trace.tell("end of " + fault.text());
        });
    }

    WorldHost host(String id) {
        return hosts.get(id);
    }

    Collection<WorldHost> hosts() {
        return hosts.values();
    }

    /** Whether the path between the host and the server is cut now. */
    boolean cut(WorldHost host, SimulatedServer server) {
        return host.has(Fault.Kind.PATH_CUT) || host.has(Fault.Kind.PATH_FLAPS) && turns.elapsed().toSeconds() / 30 % 2 == 0;
    }

    Duration startTime(WorldHost host) {
        return Duration.ofMillis(200 + random.nextInt(host.has(Fault.Kind.PROVIDER_SLOW) ? 100_000 : 4_000));
    }

    /** A server changed a host. */
    void changed() {
        change();
        watch.hosts();
    }

    /** Something changed that a round of adaptation can see: a fault, a host, the journal, or who leads. */
    void change() {
        changes++;
    }

    long changes() {
        return changes;
    }

    /** Whether rounds find the same again until the next change: nothing is due at a time, and each look at a host gives the same. */
    boolean steady() {
        return fullDisks == 0 && IntStream.of(parted).allMatch(count -> count == 0) && hosts.values().stream().allMatch(WorldHost::steady)
                && !tables.undecided();
    }

    void destroyed(SimulatedServer server, WorldHost host, CopyId id) {
        watch.removes(server, host, id);
        host.copies.removeIf(copy -> copy.id.equals(id));
    }

    /** The planted bug that removes an instance before its replacement exists. */
    void removeOthers(SimulatedServer server, CopyId created) {
        hosts.values().forEach(host -> List.copyOf(host.copies).stream().filter(copy -> copy.id.application().equals(created.application())
                && copy.id.instance().equals(created.instance()) && !copy.id.equals(created))
                .forEach(copy -> destroyed(server, host, copy.id)));
    }

    EntryTable entries(SimulatedServer server) {
        return (application, generation, placements) -> {
            server.point();
            trace.tell("server " + server.number + ": users of " + application + " are sent to " + placements.stream()
                    .map(entry -> entry.to().toString()).distinct().toList());
            entries.put(application, List.copyOf(placements));
            server.point();
        };
    }

    List<EntryPlacement> published(String application) {
        return entries.getOrDefault(application, List.of());
    }

    RunTerms terms(String application) {
        ApplicationModel model = models.get(application);
        return new RunTerms(model.onFailure(), model.statefulComponentIds());
    }

    boolean parted(int server) {
        return servers.length > 1 && parted[server] > 0;
    }

    boolean diskFull() {
        return fullDisks > 0;
    }

    boolean frozen(String application) {
        return freezes.getOrDefault(application, 0) > 0;
    }

    /** Whether the servers themselves, or most hosts, are not well: then nothing has to be decided. */
    boolean ownFault() {
        long away = hosts.values().stream().filter(host -> !host.up() || host.troubled()).count();
        return leader().isEmpty() || diskFull() || parted(leader().get().number) || away * 2 > hosts.size();
    }

    boolean takeLease(SimulatedServer server) {
        if (parted(server.number)) {
            return false;
        }
        if (holder != server && holder != null && turns.nanos() < leaseUntil && servers.length > 1) {
            return false;
        }
        holder = server;
        leaseUntil = turns.nanos() + LEASE.toNanos();
        return true;
    }

    /** Whether writes of the server pass the fence of the journal. */
    boolean leads(SimulatedServer server) {
        return holder == server;
    }

    /** Its next life begins after some time. */
    void died(SimulatedServer server) {
        trace.tell("server " + server.number + " is killed");
        if (servers[server.number] == server) {
            turns.after(Duration.ofSeconds(1 + random.nextInt(60)), () -> start(server.number));
        }
    }

    @Override
    public void close() {
        SimulatedServer[] last = servers.clone();
        for (int i = 0; i < servers.length; i++) {
            servers[i] = null; // no further life
        }
        for (SimulatedServer server : last) {
            server.kill();
        }
        turns.end();
        journal.close();
        tables.close();
        try {
            Files.delete(runs);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path copied(Path from, Path to) {
        try {
            return Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
