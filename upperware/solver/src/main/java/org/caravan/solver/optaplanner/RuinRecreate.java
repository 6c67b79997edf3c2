package org.caravan.solver.optaplanner;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.caravan.solver.cluster.ClusterBeamSearch;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.IncrementalScore;

/**
 * Ruin-and-recreate move: removes a part of a cluster and places its instances one after the other on the best near hosts. Uses the score
 * of the search, which is restored before the move is returned.
 */
final class RuinRecreate {

    private static final int MOST = 7;
    private static final ClusterBeamSearch.Care CARE = new ClusterBeamSearch.Care(2, 5);

    private final CompiledProblem tables;
    private final List<PlacementEntity> all;
    private final IncrementalScore running;
    private final ClusterBeamSearch assignment;
    private final boolean[] named;

    RuinRecreate(PlacementSolution plan, DomainIndex index) {
        this.tables = plan.tables();
        this.all = plan.entities();
        this.running = plan.running();
        this.assignment = new ClusterBeamSearch(tables, index, running);
        this.named = new boolean[tables.instances().size()];
    }

    PlacementMove near(PlacementEntity one, Random random) {
        int[] ruined = ruined(one, random);
        int[] before = new int[ruined.length];
        for (int i = 0; i < ruined.length; i++) {
            before[i] = running.positionOf(ruined[i]);
            named[ruined[i]] = false;
        }
        assignment.unassign(ruined);
        assignment.position(ruined, CARE);
        PlacementEntity[] who = new PlacementEntity[ruined.length];
        Position[] where = new Position[ruined.length];
        for (int i = 0; i < ruined.length; i++) {
            who[i] = all.get(ruined[i]);
            where[i] = tables.position(running.positionOf(ruined[i]));
        }
        for (int i = 0; i < ruined.length; i++) {
            running.place(ruined[i], before[i]);
        }
        return new PlacementMove(who, where);
    }

    /** Selects an instance and a few instances connected to it by links, in random breadth-first order. */
    private int[] ruined(PlacementEntity one, Random random) {
        int[] ruined = new int[2 + random.nextInt(MOST - 1)];
        int count = 0;
        ruined[count++] = one.index();
        named[one.index()] = true;
        for (int at = 0; at < count && count < ruined.length; at++) {
            LinkModel[] links = tables.linksOf()[ruined[at]];
            int first = links.length == 0 ? 0 : random.nextInt(links.length);
            for (int i = 0; i < links.length && count < ruined.length; i++) {
                LinkModel link = links[(first + i) % links.length];
                PlacementEntity peer = all.get(link.from() == ruined[at] ? link.to() : link.from());
                if (peer.isFree() && !named[peer.index()]) {
                    named[peer.index()] = true;
                    ruined[count++] = peer.index();
                }
            }
        }
        return Arrays.copyOf(ruined, count);
    }
}
