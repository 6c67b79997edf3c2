package org.caravan.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.Reservation;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;

class ReservedPlacementsTest {

    private static final AccessLink UPLINK = new AccessLink("lab", "isp");

    private record Copy(String instance, String hostId, int slot, long cpu, long mbps) {}

    private static DeploymentPlan plan(Copy... copies) {
        return new DeploymentPlan("shop", "1", Optional.empty(), 1, Stream.of(copies).map(ReservedPlacementsTest::placed).toList(),
                List.of(), List.of(), Stream.of(copies).filter(copy -> copy.mbps() > 0).map(copy -> new BandwidthReservation(
                        InstanceId.parse(copy.instance()), UPLINK, BitRate.ofMbps(copy.mbps()), Optional.empty(), 1)).toList());
    }

    private static InstancePlacement placed(Copy copy) {
        return new InstancePlacement(InstanceId.parse(copy.instance()), "lab", copy.hostId(), 1, copy.slot(),
                new CopySpec("image", new MilliCores(copy.cpu()), Bytes.ofMebi(64), Map.of(), List.of(), List.of()));
    }

    private static Map<String, Long> cpu(List<OtherPlacement> reserved) {
        return PlacementProblems.reservations(reserved).entrySet().stream().filter(host -> host.getValue().cpu().value() > 0)
                .collect(Collectors.toMap(Map.Entry::getKey, host -> host.getValue().cpu().value(), Long::sum, TreeMap::new));
    }

    private static long uplink(List<OtherPlacement> reserved) {
        return reserved.stream().mapToLong(one -> one.uplinks().getOrDefault(UPLINK, BitRate.ZERO).value()).sum();
    }

    private static Set<Integer> slots(List<OtherPlacement> reserved) {
        return reserved.stream().map(OtherPlacement::addressSlot).collect(Collectors.toCollection(TreeSet::new));
    }

    /** A new image on the same host has another address. */
    @Test
    void aCopyThatIsReplacedOnItsHostReservesItOnce() {
        List<OtherPlacement> reserved = ReservedPlacements.of(plan(new Copy("web:1", "pc-1", 101, 1_500, 30)),
                List.of(plan(new Copy("web:1", "pc-1", 100, 2_000, 20)))).asOtherPlacements();
        assertThat(cpu(reserved)).isEqualTo(Map.of("pc-1", 2_000L));
        assertThat(uplink(reserved)).isEqualTo(30_000_000);
        assertThat(slots(reserved)).containsExactly(100, 101);
    }

    @Test
    void aCopyThatMovesReservesBothHosts() {
        DeploymentPlan target = plan(new Copy("web:1", "pc-2", 101, 1_000, 0), new Copy("db:1", "pc-1", 102, 500, 0));
        List<OtherPlacement> reserved = ReservedPlacements.of(target, List.of(target,
                plan(new Copy("web:1", "pc-1", 100, 1_000, 0), new Copy("db:1", "pc-1", 102, 500, 0)))).asOtherPlacements();
        assertThat(cpu(reserved)).isEqualTo(Map.of("pc-1", 1_500L, "pc-2", 1_000L));
        assertThat(slots(reserved)).containsExactly(100, 101, 102);
        assertThat(cpu(ReservedPlacements.of(target, List.of()).asOtherPlacements())).isEqualTo(Map.of("pc-1", 500L, "pc-2", 1_000L));
    }

    /** The copy on the lost host may come back with its address; the one that is kept has its own. */
    @Test
    void earlierCopiesHoldTheirAddressesOnly() {
        DeploymentPlan target = plan(new Copy("web:2", "pc-2", 101, 1_000, 0), new Copy("db:1", "pc-1", 102, 500, 0));
        List<OtherPlacement> held = ReservedPlacements.ofEarlierCopies(target, List.of(target,
                plan(new Copy("web:1", "pc-3", 100, 2_000, 30), new Copy("db:1", "pc-1", 102, 500, 0))), (copy, hostId) -> true)
                .asOtherPlacements();
        assertThat(held).containsExactly(new OtherPlacement("lab", "pc-3", 100, Reservation.NOTHING));
        assertThat(ReservedPlacements.ofEarlierCopies(target, List.of(plan(new Copy("web:1", "pc-3", 101, 2_000, 0))), (copy, hostId) ->
                true)
                .asOtherPlacements()).as("in use by the target").isEmpty();
        assertThat(ReservedPlacements.ofEarlierCopies(target, List.of(plan(new Copy("web:1", "pc-3", 100, 2_000, 0))),
                (copy, hostId) -> !hostId.equals("pc-3")).asOtherPlacements()).as("removed").isEmpty();
    }

    @Test
    void ofEachHostAndLinkThePlanThatNeedsMostCounts() {
        for (long seed = 0; seed < 1_000; seed++) {
            Random random = new Random(seed);
            List<DeploymentPlan> plans = List.of(random(random), random(random), random(random));
            List<OtherPlacement> reserved = ReservedPlacements.of(plans.get(0), plans.subList(1, 3)).asOtherPlacements();
            Map<String, Long> most = new TreeMap<>();
            plans.forEach(plan -> cpu(plan.asOtherPlacements()).forEach((host, cpu) -> most.merge(host, cpu, Math::max)));
            assertThat(cpu(reserved)).as("seed " + seed).isEqualTo(most);
            assertThat(uplink(reserved)).as("seed " + seed).isEqualTo(plans.stream().mapToLong(plan -> uplink(plan.asOtherPlacements()))
                    .max().orElseThrow());
            assertThat(slots(reserved)).isEqualTo(plans.stream().flatMap(plan -> slots(plan.asOtherPlacements()).stream())
                    .collect(Collectors.toCollection(TreeSet::new)));
            assertThat(reserved).allMatch(one -> !one.reservation().equals(Reservation.NOTHING) || one.addressSlot() >= 100);
        }
    }

    private static DeploymentPlan random(Random random) {
        List<Copy> copies = new ArrayList<>();
        for (int index = 1; index <= 1 + random.nextInt(3); index++) {
            copies.add(new Copy("web:" + index, "pc-" + (1 + random.nextInt(2)), 96 + 4 * index + random.nextInt(4),
                    500L * (1 + random.nextInt(4)), 10L * random.nextInt(3)));
        }
        return plan(copies.toArray(Copy[]::new));
    }
}
