package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.Host;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests every pair of copies of two organisations, the node and another site, over both IP versions, and every forged frame that a
 * copy could send. Each is tried without and with filters. Prints expected and observed results.
 */
public abstract class FilterContract {

    /** Bridges do not forward it (IEEE 802.1D, 7.12.6). */
    private static final String NOT_FORWARDED = "frame ethertype-lldp";
    private static final CopyId WEB = new CopyId("acme", new InstanceId("web", 1), 1);
    private static final CopyId FRONT = new CopyId("acme", new InstanceId("front", 1), 1);
    private static final CopyId REDIS = new CopyId("victim", new InstanceId("redis", 1), 1);
    private static final String NODE_PORT = "8088";
    private static final String TRUE = "true-";
    private List<String> nodeAddresses;
    private String plannedOutside;
    private String plannedOutside6;
    private String otherOutside;
    private final Map<CopyId, CopySpec> specs = new LinkedHashMap<>();
    private final Map<CopyId, Admitted> admitted = new LinkedHashMap<>();
    private FilterFixture ground;
    private CloudAdapter adapter;

    /** One connection: its ends, its initiator, and the expected result. */
    private record Pair(String name, Optional<CopyId> from, boolean outside, String source, String target, String port, boolean open) {}

    protected abstract FilterFixture ground();

    @BeforeEach
    final void begin() {
        ground = ground();
        adapter = ground.adapter();
        destroyAll();
        nodeAddresses = addresses(ground.host());
        plannedOutside = startingWith("10.1.", addresses(ground.outside()));
        otherOutside = startingWith("10.2.", addresses(ground.outside()));
        plannedOutside6 = startingWith("fd", addresses(ground.outside()));
        specs.put(WEB, ground.spec(201));
        specs.put(FRONT, ground.spec(202));
        specs.put(REDIS, ground.spec(203));
        List<Admission> web = new ArrayList<>(List.of(new Admission(plannedOutside, 80), new Admission(plannedOutside6, 80)));
        addresses(FRONT).forEach(address -> web.add(new Admission(address, 80)));
        admitted.put(WEB, Admitted.of(web));
        admitted.put(FRONT, Admitted.of(List.of(new Admission(Admission.ANYWHERE, 80))));
        admitted.put(REDIS, Admitted.of(List.of()));
        listen(ground.host());
        listen(ground.outside());
    }

    @AfterEach
    final void end() {
        destroyAll();
        List.of(ground.host(), ground.outside()).forEach(host -> ground.bed().end(host, "/run/pairs.pid", "/run/pairs-listener.py"));
        adapter.close();
        assertThat(ground.bed().on(ground.host(), "nft list tables netdev")).as("filters of copies that are gone").isEmpty();
    }

    private void destroyAll() {
        adapter.observe(ground.host()).forEach(copy -> adapter.destroy(ground.host(), copy.id()));
    }

    @Test
    void everyPairAndEveryForgedFrame() {
        specs.forEach((id, spec) -> {
            adapter.ensureImage(ground.host(), spec.image());
            adapter.ensure(ground.host(), id, spec, List.of());
        });
        specs.forEach((id, spec) -> awaitReady(id));
        assertThat(adapter.observe(ground.host())).extracting(ObservedCopy::admitted).containsOnly(Optional.of(Admitted.EVERYONE));
        List<Pair> pairs = pairs();
        Map<String, String> without = runAll(pairs, id -> Admitted.EVERYONE, pair -> !pair.name().endsWith("-to-management"));

        specs.forEach((id, spec) -> adapter.admit(ground.host(), id, spec, admitted.get(id)));
        assertThat(adapter.observe(ground.host())).extracting(ObservedCopy::id, copy -> copy.admitted().orElseThrow())
                .containsExactlyInAnyOrderElementsOf(admitted.entrySet().stream()
                        .map(entry -> org.assertj.core.api.Assertions.tuple(entry.getKey(), entry.getValue())).toList());
        specs.forEach((id, spec) -> awaitReady(id));
        Map<String, String> with = runAll(pairs, admitted::get, Pair::open);
        with.putAll(frames(name -> name.startsWith("frame " + TRUE)));

        Map<String, String> expected = new TreeMap<>();
        pairs.forEach(pair -> expected.put("pair " + pair.name(), pair.open() ? "open" : "closed"));
        with.keySet().stream().filter(name -> name.startsWith("frame ")).forEach(name ->
                expected.put(name, name.startsWith("frame " + TRUE) ? "passes" : "nowhere"));
        // Last, because a target that accepts a forged frame may be unusable for the rest of the test.
        ground.bed().on(ground.host(), "nft flush ruleset");
        without.putAll(frames(name -> !name.equals(NOT_FORWARDED)));
        print(expected, with, without);
        assertThat(with).isEqualTo(expected);
        assertThat(with.keySet()).filteredOn(name -> name.startsWith("frame ")).as("forged and true frames").hasSizeGreaterThan(35);
        assertThat(pairs).as("without filters every pair is open for which there is a way")
                .filteredOn(pair -> !pair.name().endsWith("-to-management"))
                .allMatch(pair -> without.get("pair " + pair.name()).equals("open"));
        without.remove(NOT_FORWARDED);
        assertThat(without).as("without filters every frame goes somewhere").doesNotContainValue("nowhere");
    }

    /**
     * A machine at work may capture a frame too late: all are sent again if one arrived nowhere that has to arrive. A frame that was seen
     * once counts as seen, so that forbidden ones are tried more often.
     */
    private Map<String, String> frames(Predicate<String> arrives) {
        Map<String, String> frames = run(List.of(), true);
        for (int again = 0; again < 2 && frames.entrySet().stream().anyMatch(frame -> frame.getValue().equals("nowhere")
                && arrives.test(frame.getKey())); again++) {
            run(List.of(), true).forEach((name, seen) -> frames.merge(name, seen, (one, other) -> one.equals("nowhere") ? other : one));
        }
        return frames;
    }

    @Test
    void aFilterIsInForceFromTheStartAfterACrashAndWhenItWasFlushed() {
        CopySpec spec = specs.get(REDIS);
        adapter.ensureImage(ground.host(), spec.image());
        adapter.ensure(ground.host(), REDIS, spec, List.of(), admitted.get(REDIS));
        awaitReady(REDIS);
        assertThat(observedAdmitted(REDIS)).contains(admitted.get(REDIS));
        assertThat(run(List.of(outside(otherOutside)), false)).containsEntry("pair outside", "closed");

        ground.bed().on(ground.host(),
                "nft flush chain netdev caravan_%1$s received && nft add rule netdev caravan_%1$s received accept".formatted(ground.device(
                REDIS)));
        awaitOpen(otherOutside);
        assertThat(observedAdmitted(REDIS)).as("a changed filter is seen").contains(Admitted.EVERYONE);
        adapter.admit(ground.host(), REDIS, spec, admitted.get(REDIS));
        assertThat(observedAdmitted(REDIS)).contains(admitted.get(REDIS));
        assertThat(run(List.of(outside(otherOutside)), false)).containsEntry("pair outside", "closed");

        Admitted wider = Admitted.of(List.of(new Admission(otherOutside, 80)));
        adapter.ensure(ground.host(), REDIS, spec, List.of(), wider);
        assertThat(observedAdmitted(REDIS)).as("ensured again, another filter").contains(wider);
        awaitOpen(otherOutside);
        assertThat(run(List.of(outside(plannedOutside)), false)).containsEntry("pair outside", "closed");
    }

    /** The node loses power, and no call is made. A copy whose filter cannot be loaded stays down. */
    @Test
    void aFilterComesBackWithTheNodeBeforeItsCopy() {
        CopySpec spec = specs.get(REDIS);
        CopySpec broken = specs.get(WEB);
        adapter.ensureImage(ground.host(), spec.image());
        adapter.ensure(ground.host(), REDIS, spec, List.of(), admitted.get(REDIS));
        adapter.ensure(ground.host(), WEB, broken, List.of(), admitted.get(WEB));
        awaitReady(REDIS);
        awaitReady(WEB);
        ground.bed().on(ground.host(),
                "for file in /var/lib/lxc/%1$s/filter /var/lib/caravan/*/%1$s/filter; do [ ! -s $file ] || echo 'no rule' >>$file; done"
                .formatted(WEB.label()));
        ground.reboot();
        awaitReady(REDIS);
        assertThat(observedAdmitted(REDIS)).contains(admitted.get(REDIS));
        assertThat(run(List.of(outside(otherOutside)), false)).containsEntry("pair outside", "closed");
        await().until(() -> whyNotReady(WEB).contains("nft refuses its filter"));
        assertThat(adapter.observe(ground.host())).filteredOn(copy -> copy.id().equals(WEB)).extracting(ObservedCopy::state)
                .containsExactly(ObservedCopy.State.STOPPED);
        adapter.ensure(ground.host(), WEB, broken, List.of(), admitted.get(WEB));
        awaitReady(WEB);
        assertThat(observedAdmitted(WEB)).contains(admitted.get(WEB));
    }

    /** A machine at work may answer too late. */
    private void awaitOpen(String source) {
        await().until(() -> run(List.of(outside(source)), false).get("pair outside").equals("open"));
    }

    private String whyNotReady(CopyId id) {
        return adapter.whyNotReady(ground.host(), id, specs.get(id).endpoints().get(0)).orElse("");
    }

    private Pair outside(String source) {
        return new Pair("outside", Optional.empty(), true, source, address(REDIS, false), "80", false);
    }

    private Optional<Admitted> observedAdmitted(CopyId id) {
        return adapter.observe(ground.host()).stream().filter(copy -> copy.id().equals(id)).findFirst().orElseThrow().admitted();
    }

    private void awaitReady(CopyId id) {
        await().until(() -> whyNotReady(id).isEmpty());
    }

    private List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (boolean six : List.of(false, true)) {
            String version = six ? "6" : "4";
            specs.keySet().forEach(target -> {
                specs.keySet().stream().filter(from -> !from.equals(target))
                        .forEach(from -> pairs.add(new Pair(
                        name(from) + "-" + version + "-to-" + name(target), Optional.of(from), false, address(from, six),
                        address(target, six), "80",
                        admits(target, address(from, six)))));
                List<String> outside = six ? List.of(plannedOutside6) : List.of(plannedOutside, otherOutside);
                outside.forEach(source -> pairs.add(new Pair("outside-" + source + "-to-" + name(target), Optional.empty(), true, source,
                        address(target, six), "80", admits(target, source))));
                pairs.add(new Pair("node-" + version + "-to-" + name(target), Optional.empty(), false, "-", address(target, six), "80",
                        ground.asked() || admits(target, startingWith(six ? "fd" : "10.1.", nodeAddresses))));
            });
            specs.keySet().forEach(from -> {
                nodeAddresses.stream().filter(address -> address.contains(":") == six).forEach(address -> pairs.add(new Pair(
                        name(from) + "-to-node-" + address, Optional.of(from), false, "-", address, NODE_PORT, false)));
                if (!six) {
                    pairs.add(new Pair(name(from) + "-to-management", Optional.of(from), false, "-", ground.host().address(), "22", false));
                }
                // Connections to other sites are permitted.
                pairs.add(new Pair(name(from) + "-" + version + "-to-outside", Optional.of(from), false, "-", six ? plannedOutside6
                        : plannedOutside,
                        NODE_PORT, true));
            });
        }
        return pairs;
    }

    private boolean admits(CopyId target, String source) {
        return admitted.get(target).covers(Admitted.of(List.of(new Admission(source, 80))));
    }

    /** Tries all pairs. A form with its own machine has no namespace to connect from: the test takes the place of each machine in turn. */
    private Map<String, String> runAll(List<Pair> pairs, Function<CopyId, Admitted> filters, Predicate<Pair> open) {
        if (!machines()) {
            return connected(pairs, open);
        }
        Map<String, String> results = connected(pairs.stream().filter(pair -> pair.from().isEmpty()).toList(), open);
        specs.keySet().forEach(from -> {
            ground.takePlaceOf(from);
            results.putAll(connected(pairs.stream().filter(pair -> pair.from().equals(Optional.of(from))).toList(), open));
            adapter.ensure(ground.host(), from, specs.get(from), List.of(), filters.apply(from));
            awaitReady(from);
        });
        return results;
    }

    /** A machine at work may answer too late: pairs that have to be open are tried again. */
    private Map<String, String> connected(List<Pair> pairs, Predicate<Pair> open) {
        Map<String, String> results = run(pairs, false);
        for (int again = 0; again < 2; again++) {
            List<Pair> late = pairs.stream().filter(open)
                    .filter(pair -> results.get("pair " + pair.name()).equals("closed")).toList();
            if (late.isEmpty()) {
                break;
            }
            results.putAll(run(late, false));
        }
        return results;
    }

    private boolean machines() {
        return ground.process(FRONT).isEmpty();
    }

    /** @return results by attempt: {@code open}, {@code closed}, {@code passes} or {@code nowhere} */
    private Map<String, String> run(List<Pair> pairs, boolean forging) {
        StringBuilder here = new StringBuilder();
        StringBuilder there = new StringBuilder();
        if (pairs.stream().anyMatch(pair -> pair.from().isPresent()) && machines()) {
            pairs.stream().flatMap(pair -> pair.from().stream()).distinct().forEach(from ->
                    specs.get(from).addresses().forEach(address -> here.append("machine %s %s %s %s %d\n".formatted(ground.device(from),
                            ground.hardwareAddress(from, specs.get(from)), address.address(), address.gateway(), address.prefixLength()))));
        }
        for (Pair pair : pairs) {
            String from = pair.from().map(id -> ground.process(id).orElse("tap:" + ground.device(id))).orElse(".");
            (pair.outside() ? there : here).append("connect %s %s %s %s %s\n".formatted(pair.name(), from, pair.source(), pair.target(),
                    pair.port()));
        }
        if (forging) {
            String bridge = ground.bed().on(ground.host(), "cat /sys/class/net/br0/address");
            CopySpec own = specs.get(FRONT);
            CopySpec other = specs.get(REDIS);
            here.append("sniff uplink . uplink\nsniff node . br0\nsniff neighbour . %s\n".formatted(ground.device(REDIS)));
            here.append("facts %s %s %s 10.1.1.1 fd4e:1:1::1 %s %s %s %s %s %s\n".formatted(ground.hardwareAddress(FRONT, own),
                    address(FRONT, false), address(FRONT, true), ground.hardwareAddress(REDIS, other), address(REDIS, false),
                    address(REDIS, true),
                    bridge, startingWith("10.1.", nodeAddresses), ground.host().address()));
            Optional<String> process = ground.process(FRONT);
            if (process.isEmpty()) {
                ground.takePlaceOf(FRONT);
            }
            here.append(process.map(pid -> "frames " + pid + " eth0\n").orElse("frames tap " + ground.device(FRONT) + "\n"));
        }
        Map<String, String> results = new TreeMap<>();
        read(ground.bed().on(ground.host(), script(here)), results);
        read(ground.bed().on(ground.outside(), script(there)), results);
        return results;
    }

    /** Accepts connections at all addresses of the host, for at most twenty minutes. */
    private void listen(Host at) {
        ground.bed().on(at, """
                cat >/run/pairs-listener.py <<'PYTHON'
                import signal
                import socket
                signal.alarm(1200)
                listener = socket.create_server(("::", %1$s), family=socket.AF_INET6, dualstack_ipv6=True, backlog=128)
                while True:
                    listener.accept()[0].close()
                PYTHON
                setsid python3 /run/pairs-listener.py </dev/null >/dev/null 2>&1 &
                echo $! >/run/pairs.pid
                """.formatted(NODE_PORT));
        ground.bed().awaitOn(at, "ss -Hltn 'sport = :%s'".formatted(NODE_PORT), listening -> !listening.isEmpty());
    }

    private static void read(String said, Map<String, String> results) {
        said.lines().map(line -> line.split(" ", 3)).forEach(words -> results.put(words[0] + " " + words[1],
                !words[0].equals("frame") || words[2].equals("nowhere") ? words[2] : words[1].startsWith(TRUE)
                && words[2].contains("uplink") ? "passes" : "at " + words[2]));
    }

    private static String script(CharSequence lines) {
        try (InputStream text = FilterContract.class.getResourceAsStream("pairs.py")) {
            return "cat >/run/pairs.py <<'PYTHON'\n" + new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    + "\nPYTHON\npython3 /run/pairs.py <<'LINES'\n"
                    + lines + "LINES\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void print(Map<String, String> expected, Map<String, String> with, Map<String, String> without) {
        StringBuilder table = new StringBuilder(String.format(Locale.ROOT, "%n%s%n%-64s %-10s %-10s %s%n", adapter.provider(), "tried",
                "expected", "seen", "without filter"));
        expected.forEach((name, wanted) -> table.append(String.format(Locale.ROOT, "%-64s %-10s %-10s %-30s%s%n", name, wanted,
                with.get(name),
                without.getOrDefault(name, "not tried"), wanted.equals(with.get(name)) ? "" : " DIFFERS")));
        table.append(expected.entrySet().stream().filter(entry -> !entry.getValue().equals(with.get(entry.getKey()))).count())
                .append(" differences of ").append(expected.size());
        System.out.println(table);
    }

    private List<String> addresses(Host of) {
        return ground.bed().on(of, "ip -o addr show dev br0 scope global | awk '{ sub(\"/.*\", \"\", $4); print $4 }'").lines().toList();
    }

    private static String startingWith(String beginning, List<String> addresses) {
        return addresses.stream().filter(address -> address.startsWith(beginning)).findFirst().orElseThrow();
    }

    private List<String> addresses(CopyId id) {
        return specs.get(id).addresses().stream().map(CopyAddress::address).toList();
    }

    private String address(CopyId id, boolean six) {
        return addresses(id).stream().filter(address -> address.contains(":") == six).findFirst().orElseThrow();
    }

    private static String name(CopyId id) {
        return id.instance().componentId();
    }
}
