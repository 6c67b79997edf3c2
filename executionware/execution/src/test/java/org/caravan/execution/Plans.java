package org.caravan.execution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;
import org.caravan.application.Routers;
import org.caravan.application.SecretUse;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.measure.PathId;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.LinkPlacement;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;

/**
 * Plans made at random, but for a seed: components, some with two replicas, links without cycles, a router before what c5 requires,
 * entries, on six hosts that stand at three sites and on four that are rented: at site 4, and at site 5 where others reach them by public
 * addresses only.
 */
public final class Plans {

    public static final Infrastructure INFRASTRUCTURE = new Infrastructure("sites",
            List.of(new HostType("pc", Architecture.AMD64, new MilliCores(4000), Bytes.ofMebi(1024), Bytes.ofMebi(9999),
                    MonthlyCost.ZERO)),
            List.of(site(1), site(2), site(3), site(4), site(5)));

    /** Without those that are rented: for simulated hosts of this module, which only stand. */
    static final Infrastructure STANDING = new Infrastructure("sites", INFRASTRUCTURE.hostTypes(), INFRASTRUCTURE.sites().subList(0, 3));

    private final Random random;
    private final String application;
    private final Infrastructure infrastructure;
    private final UnaryOperator<String> imageOf;
    private final Function<String, List<SecretUse>> secretsOf;
    /** Given once, never again; empty if only the slots of the plan before are avoided. */
    private Optional<Set<Integer>> everTaken = Optional.empty();
    private int firstSlot = 100;
    private MilliCores cpu = new MilliCores(100);

    Plans(long seed) {
        this(seed, INFRASTRUCTURE);
    }

    Plans(long seed, Infrastructure infrastructure) {
        this(seed, "app-" + seed, infrastructure, component -> component.equals("c5") ? Routers.IMAGE : "image-of-" + component);
    }

    /** @param imageOf the image of a component; it serves HTTP on the port that the variable PORT says */
    Plans(long seed, String application, Infrastructure infrastructure, UnaryOperator<String> imageOf) {
        this(seed, application, infrastructure, imageOf, component -> List.of());
    }

    Plans(long seed, String application, Infrastructure infrastructure, UnaryOperator<String> imageOf,
            Function<String, List<SecretUse>> secretsOf) {
        this.random = new Random(seed);
        this.application = application;
        this.infrastructure = infrastructure;
        this.imageOf = imageOf;
        this.secretsOf = secretsOf;
    }

    Plans withoutReusedAddresses() {
        everTaken = Optional.of(new TreeSet<>());
        return this;
    }

    /** Takes addresses that plans of other applications do not have. */
    Plans withSlotsFrom(int first) {
        firstSlot = first;
        return this;
    }

    /** @param millicores of each instance; a host has 4000 */
    Plans withCpu(long millicores) {
        cpu = new MilliCores(millicores);
        return this;
    }

    /** Users reach front, which requires db. */
    public static DeploymentPlan frontAndDb(String frontHostId, String dbHostId, Optional<DeploymentPlan> parent) {
        Map<String, Choice> choices = Map.of(
                "front", new Choice(frontHostId, 80, true, Set.of("db")), "db", new Choice(dbHostId, 81, false, Set.of()));
        return new Plans(0).plan(new TreeMap<>(choices), parent);
    }

    /** Users reach front, which requires api, which requires db. */
    static DeploymentPlan chain(String frontHostId, String apiHostId, String dbHostId, Optional<DeploymentPlan> parent) {
        Map<String, Choice> choices = Map.of("front", new Choice(frontHostId, 80, true, Set.of("api")),
                "api", new Choice(apiHostId, 82, false, Set.of("db")), "db", new Choice(dbHostId, 81, false, Set.of()));
        return new Plans(0).plan(new TreeMap<>(choices), parent);
    }

    /** Users reach one instance. */
    DeploymentPlan one(String hostId, Optional<DeploymentPlan> parent) {
        return plan(new TreeMap<>(Map.of("c1", new Choice(hostId, 80, true, Set.of()))), parent);
    }

    /** What a modeller and a planner would choose for one instance; kept by its name, which is the component's for the first. */
    private record Choice(String hostId, int port, boolean entry, Set<String> requires) {}

    DeploymentPlan first() {
        Map<String, Choice> choices = new TreeMap<>();
        IntStream.rangeClosed(1, 1 + random.nextInt(5)).forEach(i -> {
            choices.put("c" + i, choice("c" + i, choices));
            if (random.nextInt(4) == 0) {
                choices.put("c" + i + ":2", replica(choices.get("c" + i)));
            }
        });
        return plan(choices, Optional.empty());
    }

    /** Moves some instances, renews some, adds or removes some, links some otherwise; perhaps changes nothing. */
    DeploymentPlan next(DeploymentPlan current) {
        Map<String, Choice> choices = new TreeMap<>();
        for (InstancePlacement placement : current.instances()) {
            String id = name(placement.instance());
            Set<String> requires = new TreeSet<>();
            current.links().stream().filter(link -> link.from().equals(placement.instance()))
                    .map(link -> name(link.to())).filter(choices::containsKey).forEach(requires::add);
            boolean entry = current.entries().stream().anyMatch(to -> to.to().equals(placement.instance()));
            int port = placement.spec().endpoints().get(0).port();
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> choices.put(id, new Choice(hostId(), port, entry, requires));
                case 3 -> choices.put(id, new Choice(placement.hostId(), port + 1, entry, requires));
                case 4 -> choices.put(id, choice(id, choices));
                case 5 -> { }
                default -> choices.put(id, new Choice(placement.hostId(), port, entry, requires));
            }
        }
        if (random.nextInt(3) == 0) {
            choices.put("c9", choice("c9", choices));
        }
        return plan(choices, Optional.of(current));
    }

    /** Elsewhere, perhaps, but otherwise the same. */
    private Choice replica(Choice first) {
        return new Choice(hostId(), first.port(), first.entry(), first.requires());
    }

    private static String name(InstanceId instance) {
        return instance.index() == 1 ? instance.componentId() : instance.toString();
    }

    private static InstanceId instance(String name) {
        return name.contains(":") ? InstanceId.parse(name) : new InstanceId(name, 1);
    }

    private Choice choice(String id, Map<String, Choice> earlier) {
        Set<String> requires = new TreeSet<>();
        earlier.keySet().stream().filter(other -> other.compareTo(id) < 0 && random.nextBoolean()).forEach(requires::add);
        return new Choice(hostId(), 80, random.nextInt(3) == 0, requires);
    }

    private String hostId() {
        List<Host> hosts = infrastructure.hosts();
        return hosts.get(random.nextInt(hosts.size())).id();
    }

    private DeploymentPlan plan(Map<String, Choice> choices, Optional<DeploymentPlan> parent) {
        long generation = parent.map(DeploymentPlan::generation).orElse(0L) + 1;
        Map<String, InstancePlacement> placements = new TreeMap<>();
        Set<Integer> taken = everTaken.orElseGet(TreeSet::new);
        parent.stream().flatMap(plan -> plan.instances().stream()).map(InstancePlacement::addressSlot).forEach(taken::add);
        choices.forEach((id, choice) -> placements.put(id, placement(id, choice, parent, generation, taken)));
        List<LinkPlacement> links = new ArrayList<>();
        choices.forEach((id, choice) -> choice.requires().stream().filter(placements::containsKey)
                .forEach(required -> links.add(link(placements.get(id), placements.get(required)))));
        List<EntryPlacement> entries = choices.entrySet().stream().filter(choice -> choice.getValue().entry())
                .map(choice -> entry(placements.get(choice.getKey()))).toList();
        return new DeploymentPlan(application, "1", parent.map(DeploymentPlan::digest), generation,
                List.copyOf(placements.values()), links, entries);
    }

    private InstancePlacement placement(
            String id, Choice choice, Optional<DeploymentPlan> parent, long generation, Set<Integer> taken) {
        InstanceId instance = instance(id);
        Optional<InstancePlacement> kept = parent.flatMap(plan -> plan.instance(instance))
                .filter(old -> old.equals(placed(instance, choice, old.generation(), old.addressSlot())));
        int slot = IntStream.iterate(firstSlot, i -> i + 1).filter(i -> !taken.contains(i)).findFirst().orElseThrow();
        return kept.orElseGet(() -> {
            taken.add(slot);
            return placed(instance, choice, generation, slot);
        });
    }

    private InstancePlacement placed(InstanceId instance, Choice choice, long generation, int slot) {
        Site site = infrastructure.siteOfHost(choice.hostId());
        AccessPoint at = site.accessPoints().get(0);
        CopySpec spec = new CopySpec(imageOf.apply(instance.componentId()), cpu, Bytes.ofMebi(10),
                Map.of("PORT", "" + choice.port()),
                List.of(new Endpoint("http", choice.port(), new Readiness.HttpAnswers("/", 200))),
                List.of(new CopyAddress(at, site.subnet(at).address(slot), 24, site.subnet(at).gateway())))
                .withSecrets(secretsOf.apply(instance.componentId()));
        return new InstancePlacement(instance, site.id(), choice.hostId(), generation, slot, spec);
    }

    private static LinkPlacement link(InstancePlacement from, InstancePlacement to) {
        CopyAddress near = from.spec().addresses().get(0);
        CopyAddress far = to.spec().addresses().get(0);
        return new LinkPlacement(from.instance(), to.instance(), "http", to.spec().endpoints().get(0).port(),
                new PathId(near.at(), far.at()), near.address(), far.address());
    }

    private static EntryPlacement entry(InstancePlacement to) {
        CopyAddress far = to.spec().addresses().get(0);
        PathId path = new PathId(new AccessPoint("users", "isp", IpFamily.IPV4), far.at());
        return new EntryPlacement("everyone", to.instance(), "http", to.spec().endpoints().get(0).port(), path, far.address());
    }

    private static Host host(int site, String id) {
        Region region = new Region("memory", Optional.empty(), "region-" + site, Optional.empty(), "none");
        return site > 3
                ? Host.rented(id, "pc", new Rental(region, "small", "debian", site == 5))
                : new Host(id, "pc", "simulated", id + ".example", 22, "none");
    }

    private static Site site(int number) {
        Isp isp = new Isp("isp", Map.of(IpFamily.IPV4, new Subnet("10.1." + number + ".0/24", "10.1." + number + ".1")));
        List<Host> hosts = IntStream.of(1, 2)
                .mapToObj(i -> host(number, "host-" + number + i))
                .sorted(Comparator.comparing(Host::id))
                .toList();
        return new Site("site-" + number, SiteKind.EDGE, "NO", new Position(60, 5), List.of(isp), hosts, Optional.empty());
    }
}
