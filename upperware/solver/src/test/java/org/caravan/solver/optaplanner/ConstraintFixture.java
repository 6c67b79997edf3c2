package org.caravan.solver.optaplanner;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Component;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathId;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.PathChoice;
import org.caravan.problem.Traffic;
import org.caravan.solver.SockShop;
import org.caravan.solver.model.Demand;
import org.caravan.solver.model.HostResources;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PathTable;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.caravan.unit.Millis;
import org.optaplanner.test.api.score.stream.ConstraintVerifier;

/** Two hosts, one at each of two sites; host 0 is where everything should be. */
abstract class ConstraintFixture {

    static final long MEBI = 1L << 20;
    static final Position HERE = new Position(0, "here", 0, 0, 1_000, 100 * MEBI, 300);
    static final Position THERE = new Position(1, "there", 1, 1, 1_000, 100 * MEBI, 700);

    final ConstraintVerifier<PlacementConstraintProvider, PlacementSolution> verifier =
            ConstraintVerifier.build(new PlacementConstraintProvider(), PlacementSolution.class, PlacementEntity.class);

    static PlacementEntity changed(int index, Position position, UnaryOperator<Demand> change) {
        PlacedInstance instance = placed(index, 10, 10, position).instance();
        return PlacementEntity.of(new PlacedInstance(index, instance.id(), instance.component(), change.apply(instance.demand()),
                instance.positions(), true, 0, true, 50),
                List.of(HERE, THERE), position);
    }

    /** The host here with other terms. */
    static Position costly(HostResources terms) {
        return new Position(0, "here", 0, 0, 1_000, 100 * MEBI, 300, terms);
    }

    /** A tenant that keeps all its obligations here and none there. */
    static PlacementEntity placed(int index, long cpu, long mebibytes, Position position) {
        return placed(index, cpu, mebibytes, position, 0);
    }

    /** @param disk in MiB */
    static PlacementEntity placed(int index, long cpu, long mebibytes, Position position, long disk) {
        boolean[] onlyHere = {true, false};
        Component component = SockShop.component("c" + index, true, cpu, mebibytes);
        long bytes = Bytes.ofMebi(mebibytes).value();
        Demand demand = new Demand(new long[] {cpu, cpu}, new long[] {bytes, bytes}, new int[2], onlyHere, onlyHere, new int[] {0, 1},
                new long[] {disk * MEBI, disk * MEBI});
        PlacedInstance instance = new PlacedInstance(index, new InstanceId("c" + index, 1), component, demand, demand.positions(), true, 0,
                true, 50);
        return PlacementEntity.of(instance, List.of(HERE, THERE), position);
    }

    /** From tenant 0 to tenant 1. Nothing is known of the way from there to here. */
    static LinkModel link() {
        return link(0, 1);
    }

    static LinkModel link(int index, int to) {
        ParetoPaths away = path(30);
        ParetoPaths nearby = path(0.2);
        ParetoPaths onOneHost = path(0.1);
        ParetoPaths[] between = {nearby, away, ParetoPaths.NONE, nearby, onOneHost, onOneHost, away, away};
        Traffic one = new Traffic(1, 0);
        return new LinkModel(index, 0, to, new PathTable(2, 2, between), one, one, one, Map.of());
    }

    static ParetoPaths path(double rtt) {
        return path(rtt, 0);
    }

    static ParetoPaths path(double rtt, long price) {
        AccessPoint near = new AccessPoint("here", "A", IpFamily.IPV4);
        AccessPoint far = new AccessPoint("there", "A", IpFamily.IPV4);
        return ParetoPaths.of(List.of(
                new PathChoice(new PathId(near, far), new Millis(rtt), new Millis(rtt), Optional.of(new BitRate(3_000_000)), true,
                        "estimated", new DataPrice(price))));
    }
}
