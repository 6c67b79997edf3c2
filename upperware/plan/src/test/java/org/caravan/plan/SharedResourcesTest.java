package org.caravan.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedHost;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Gpus;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Quota;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.Reservation;
import org.caravan.problem.ReservedResponses;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

/** A host has 4 cores, 1 GiB of memory, 8 GiB of disk and 2 GPUs; the uplink of its site carries 100 Mbit/s, the downlink 40. */
class SharedResourcesTest {

    private static final AccessLink UPLINK = new AccessLink("lab", "isp");
    private static final Infrastructure INFRASTRUCTURE = infrastructure();

    private static Infrastructure infrastructure() {
        HostType type = new HostType("pc", Architecture.AMD64, new MilliCores(4_000), Bytes.ofMebi(1_024), Bytes.ofMebi(8_192),
                MonthlyCost.ZERO).withGpu(new Gpus(2, Optional.empty()));
        Isp isp = new Isp("isp", Map.of(IpFamily.IPV4, new Subnet("10.1.1.0/24", "10.1.1.1")), Optional.empty(),
                Optional.of(BitRate.ofMbps(100))).withDownlink(Optional.of(BitRate.ofMbps(40)));
        Region region = new Region("cloud", Optional.empty(), "region", Optional.empty(), "none");
        List<Host> hosts = new ArrayList<>();
        Stream.of("pc-1", "pc-2").forEach(id -> hosts.add(new Host(id, "pc", "simulated", id + ".example", 22, "none")));
        Stream.of("rented-1", "rented-2", "rented-3")
                .forEach(id -> hosts.add(Host.rented(id, "pc", new Rental(region, "small", "debian", false))));
        Site site = new Site("lab", SiteKind.EDGE, "NO", new Position(60, 10), List.of(isp), hosts, Optional.empty(),
                Map.of("cloud", new Quota(Optional.of(new MilliCores(8_000)), Optional.empty(), Optional.of(2))));
        return new Infrastructure("small", List.of(type), List.of(site));
    }

    private record Use(long cpu, long mebi, long diskMebi, int gpus) {

        private static final Use SMALL = new Use(1_000, 256, 0, 0);

        private Reservation reserved() {
            return new Reservation(new MilliCores(cpu), Bytes.ofMebi(mebi), Optional.of(Bytes.ofMebi(diskMebi)), Optional.of(gpus));
        }
    }

    private static InstancePlacement placed(String instance, String hostId, int slot, Use use) {
        CopySpec spec = new CopySpec("image", new MilliCores(use.cpu()), Bytes.ofMebi(use.mebi()), Map.of(), List.of(), List.of());
        spec = new CopySpec(spec.form(), spec.image(), spec.cpu(), spec.memory(), Map.of(), List.of(), List.of(), List.of(),
                Optional.of(Bytes.ofMebi(use.diskMebi())), Optional.empty(), Optional.empty())
                .withGpu(use.gpus() == 0 ? Optional.empty() : Optional.of(new Gpus(use.gpus(), Optional.empty())));
        return new InstancePlacement(InstanceId.parse(instance), "lab", hostId, 1, slot, spec);
    }

    private static DeploymentPlan plan(Optional<DeploymentPlan> target, InstancePlacement... placed) {
        return new DeploymentPlan("shop", "1", target.map(DeploymentPlan::digest), target.map(DeploymentPlan::generation).orElse(0L) + 1,
                List.of(placed), List.of(), List.of());
    }

    private static OtherPlacement other(String hostId, int slot, Use use) {
        return new OtherPlacement("lab", hostId, slot, use.reserved());
    }

    private static List<String> shortages(DeploymentPlan plan, Optional<DeploymentPlan> target, OtherPlacement... others) {
        return new SharedResources(plan, target, ReservedPlacements.of(others), INFRASTRUCTURE).shortages(Map.of()).stream()
                .map(Shortage::toString).toList();
    }

    @Test
    void aPlanThatFitsBesideOthersHasNoShortage() {
        DeploymentPlan plan = plan(Optional.empty(), placed("web:1", "pc-1", 100, new Use(2_000, 512, 4_096, 1)));
        assertThat(shortages(plan, Optional.empty(), other("pc-1", 101, new Use(2_000, 512, 4_096, 1)))).isEmpty();
    }

    @Test
    void everyResourceOfAHostIsChecked() {
        DeploymentPlan plan = plan(Optional.empty(), placed("web:1", "pc-1", 100, new Use(2_000, 512, 4_096, 1)));
        assertThat(shortages(plan, Optional.empty(), other("pc-1", 101, new Use(2_500, 768, 5_120, 2)))).containsExactly(
                "cpu on host (pc-1): 2 needed, 1.5 free", "memory on host (pc-1): 512 MiB needed, 256 MiB free",
                "disk on host (pc-1): 4 GiB needed, 3 GiB free", "gpu on host (pc-1): 1 needed, 0 free");
    }

    @Test
    void anAddressIsGivenOnce() {
        DeploymentPlan plan = plan(Optional.empty(), placed("web:1", "pc-1", 100, Use.SMALL));
        assertThat(shortages(plan, Optional.empty(), other("pc-2", 100, Use.SMALL)))
                .containsExactly("address of web:1 at site (lab): 1 needed, 0 free");
    }

    @Test
    void growthInPlaceIsCounted() {
        Optional<DeploymentPlan> target = Optional.of(plan(Optional.empty(), placed("web:1", "pc-1", 100, Use.SMALL)));
        DeploymentPlan grown = plan(target, placed("web:1", "pc-1", 100, new Use(1_000, 512, 0, 0)));
        assertThat(shortages(grown, target, other("pc-1", 101, new Use(1_000, 600, 0, 0))))
                .containsExactly("memory on host (pc-1): 512 MiB needed, 424 MiB free");
    }

    /** The host has become smaller, or two plans were accepted before this was checked. */
    @Test
    void whatIsReservedStaysReserved() {
        Optional<DeploymentPlan> target = Optional.of(plan(Optional.empty(), placed("web:1", "pc-1", 100, Use.SMALL),
                placed("web:2", "pc-1", 101, Use.SMALL)));
        OtherPlacement greedy = other("pc-1", 100, new Use(4_000, 900, 0, 0));
        assertThat(shortages(target.get(), target, greedy)).isEmpty();
        assertThat(shortages(plan(target, placed("web:1", "pc-1", 100, Use.SMALL)), target, greedy)).isEmpty();
    }

    @Test
    void aHostIsAsLargeAsItReports() {
        DeploymentPlan plan = plan(Optional.empty(), placed("web:1", "pc-1", 100, new Use(1_000, 512, 6_144, 1)));
        List<OtherPlacement> others = List.of(other("pc-1", 101, new Use(1_000, 512, 4_096, 1)));
        SharedResources shared = new SharedResources(plan, Optional.empty(),
                ReservedPlacements.of(others.toArray(OtherPlacement[]::new)), INFRASTRUCTURE);
        ObservedHost less = new ObservedHost("pc-1", Architecture.AMD64, new MilliCores(4_000), Bytes.ofMebi(1_000), new Bytes(0),
                List.of(), Optional.of(4));
        assertThat(shared.shortages(Map.of("pc-1", less))).extracting(Shortage::toString)
                .containsExactly("memory on host (pc-1): 512 MiB needed, 488 MiB free");
        assertThat(shared.hostIds()).containsExactly("pc-1");
    }

    @Test
    void nothingIsPlacedBesideAVirtualMachine() {
        DeploymentPlan plan = plan(Optional.empty(), placed("web:1", "pc-1", 100, new Use(10, 1, 0, 0)));
        ObservedHost larger = new ObservedHost("pc-1", Architecture.AMD64, new MilliCores(4_100), Bytes.ofMebi(1_100), new Bytes(0),
                List.of());
        assertThat(new SharedResources(plan, Optional.empty(),
                ReservedPlacements.of(other("pc-1", 101, new Use(4_000, 1_024, 0, 0))), INFRASTRUCTURE)
                .shortages(Map.of("pc-1", larger))).extracting(Shortage::toString)
                .containsExactly("cpu on host (pc-1): 0.01 needed, 0 free", "memory on host (pc-1): 1 MiB needed, 0 B free");
    }

    @Test
    void aHostThatLeftTheInfrastructureIsNotChecked() {
        DeploymentPlan plan = plan(Optional.empty(), placed("web:1", "gone", 100, Use.SMALL));
        assertThat(shortages(plan, Optional.empty(), other("gone", 101, new Use(4_000, 1_024, 0, 0)))).isEmpty();
    }

    @Test
    void minimaOnAnUplinkAreAddedUp() {
        BandwidthReservation min = new BandwidthReservation(InstanceId.parse("web:1"), UPLINK, BitRate.ofMbps(60), Optional.empty(), 1);
        DeploymentPlan plan = new DeploymentPlan("shop", "1", Optional.empty(), 1,
                List.of(placed("web:1", "pc-1", 100, Use.SMALL)), List.of(), List.of(), List.of(min));
        OtherPlacement half = new OtherPlacement("lab", "pc-2", 101, Use.SMALL.reserved(), Map.of(UPLINK, BitRate.ofMbps(50)),
                ReservedResponses.NONE);
        assertThat(shortages(plan, Optional.empty(), half))
                .containsExactly("bandwidth on uplink (lab.isp): 60.0 Mbit/s needed, 50.0 Mbit/s free");
        assertThat(shortages(plan, Optional.of(plan), half)).isEmpty();
    }

    /** A copy calls another one at another site, whose responses enter its own. */
    @Test
    void minimaOfResponsesAreAddedUp() {
        InstanceId store = InstanceId.parse("store:1");
        PathId path = new PathId(new AccessPoint("lab", "isp", IpFamily.IPV4), new AccessPoint("far", "isp", IpFamily.IPV4));
        DeploymentPlan plan = new DeploymentPlan("shop", "1", Optional.empty(), 1,
                List.of(placed("web:1", "pc-1", 100, Use.SMALL), placed("store:1", "pc-2", 102, Use.SMALL)),
                List.of(new LinkPlacement(InstanceId.parse("web:1"), store, "sql", 8080, path, "10.1.1.2", "10.1.2.2")), List.of(),
                List.of(new BandwidthReservation(store, AccessLink.of(path.to()), BitRate.ofMbps(30), Optional.empty(), 1)));
        OtherPlacement half = new OtherPlacement("lab", "pc-2", 101, Use.SMALL.reserved(), Map.of(),
                new ReservedResponses(new TreeMap<>(), new TreeMap<>(Map.of(UPLINK, BitRate.ofMbps(20)))));
        assertThat(shortages(plan, Optional.empty(), half))
                .containsExactly("bandwidth on downlink (lab.isp): 30.0 Mbit/s needed, 20.0 Mbit/s free");
        assertThat(shortages(plan, Optional.of(plan), half)).isEmpty();
    }

    @Test
    void aQuotaIsSharedByProvisionedHosts() {
        DeploymentPlan two = plan(Optional.empty(), placed("web:1", "rented-1", 100, Use.SMALL),
                placed("web:2", "rented-2", 101, Use.SMALL));
        assertThat(shortages(two, Optional.empty())).isEmpty();
        assertThat(shortages(two, Optional.empty(), other("rented-1", 102, Use.SMALL))).isEmpty();
        assertThat(shortages(two, Optional.empty(), other("rented-3", 102, Use.SMALL))).containsExactly(
                "cpu in the quota of cloud at site (lab): 8 needed, 4 free", "hosts in the quota of cloud at site (lab): 2 needed, 1 free");
    }

    /** Pairs of plans made from the same state: the second is accepted exactly if a host, its addresses and their sum allow it. */
    @Test
    void ofAnyTwoPlansTheSecondIsAcceptedOnlyIfItFits() {
        int refused = 0;
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            List<OtherPlacement> rest = List.of(other("pc-1", 100, use(random)), other("pc-2", 101, use(random)));
            Optional<DeploymentPlan> target = random.nextBoolean() ? Optional.of(random(random, Optional.empty())) : Optional.empty();
            List<OtherPlacement> others = new ArrayList<>(rest);
            others.addAll(random(random, Optional.empty()).asOtherPlacements());
            DeploymentPlan second = random(random, target);
            boolean fits = new SharedResources(second, target, ReservedPlacements.of(others.toArray(OtherPlacement[]::new)),
                    INFRASTRUCTURE).shortages(Map.of()).isEmpty();
            assertThat(fits).as("seed " + seed).isEqualTo(fits(second, target, others));
            refused += fits ? 0 : 1;
        }
        assertThat(refused).isBetween(400, 1_600);
    }

    private static Use use(Random random) {
        return new Use(500 * random.nextInt(4), 128L * random.nextInt(4), 1_024L * random.nextInt(4), random.nextInt(2));
    }

    private static DeploymentPlan random(Random random, Optional<DeploymentPlan> target) {
        List<InstancePlacement> placed = new ArrayList<>();
        for (int index = 1; index <= 1 + random.nextInt(3); index++) {
            placed.add(placed("web:" + index, random.nextBoolean() ? "pc-1" : "pc-2", 102 + 4 * index + random.nextInt(4), use(random)));
        }
        return plan(target, placed.toArray(InstancePlacement[]::new));
    }

    /** Written without the sums of the class under test: every growing amount is compared one by one. */
    private static boolean fits(DeploymentPlan plan, Optional<DeploymentPlan> target, List<OtherPlacement> others) {
        Set<String> taken = new HashSet<>();
        Map<String, long[]> theirs = new HashMap<>();
        for (OtherPlacement one : others) {
            taken.add(one.siteId() + one.addressSlot());
            add(theirs, one);
        }
        for (InstancePlacement one : plan.instances()) {
            boolean kept = target.filter(old -> old.instances().stream().anyMatch(held -> held.addressSlot() == one.addressSlot()))
                    .isPresent();
            if (!kept && taken.contains(one.siteId() + one.addressSlot())) {
                return false;
            }
        }
        Map<String, long[]> now = new HashMap<>();
        target.ifPresent(old -> old.asOtherPlacements().forEach(one -> add(now, one)));
        Map<String, long[]> then = new HashMap<>();
        plan.asOtherPlacements().forEach(one -> add(then, one));
        long[] whole = {4_000, 1L << 30, 8L << 30, 2};
        for (Map.Entry<String, long[]> host : then.entrySet()) {
            for (int resource = 0; resource < 4 && theirs.containsKey(host.getKey()); resource++) {
                long grown = host.getValue()[resource] - now.getOrDefault(host.getKey(), new long[4])[resource];
                if (grown > 0 && host.getValue()[resource] + theirs.get(host.getKey())[resource] > whole[resource]) {
                    return false;
                }
            }
        }
        return true;
    }

    private static void add(Map<String, long[]> sums, OtherPlacement one) {
        long[] sum = sums.computeIfAbsent(one.hostId(), unused -> new long[4]);
        sum[0] += one.reservation().cpu().value();
        sum[1] += one.reservation().memory().value();
        sum[2] += one.reservation().diskBytes().value();
        sum[3] += one.reservation().gpuCount();
    }
}
