package org.caravan.solver;

import java.util.List;
import org.caravan.problem.PlacementProblem;

/**
 * A search that also has links take other paths than the best by themselves, where those would be too much for a path or an access link, too slow for a
 * promise or too dear for a limit: seated as if all were wide enough, what is too much then is rerouted and all is seated anew, a few times. The best of all is taken; where nothing could be
 * too much, or nothing is better near what was found, it is one plain search.
 */
final class WideSearch {

    /** @param ground with paths that links are not to take */
    record Found(PlanningGround ground, Seating seating, List<String> notes) {}

    private static final int ROUNDS = 4;
    /** Tenants × hosts up to which every other seat is tried. */
    private static final long EVERY_SEAT = 400_000;

    private WideSearch() {}

    static Found of(PlanningGround ground, Partitions partitions) {
        Found best = found(ground, partitions);
        PlanningGround last = ground;
        boolean bound = (!best.seating().whole() || isSmall(ground)) && Wide.matters(ground.tables()) && (!best.seating().whole() || bindsNearby(ground, best.seating()));
        for (int round = 0; round < ROUNDS && bound; round++) {
            PlacementProblem rerouted = Rerouting.of(last.problem(), last.tables(), asIfWide(last));
            if (rerouted == last.problem()) {
                break;
            }
            last = PlanningGround.of(rerouted);
            Found next = found(last, partitions);
            best = next.seating().compareTo(best.seating()) < 0 ? next : best;
        }
        return best;
    }

    /** In large problems nobody looks for what would be better if only all were wide enough. */
    private static boolean isSmall(PlanningGround ground) {
        return (long) ground.tables().tenants().size() * ground.tables().hosts() <= EVERY_SEAT;
    }

    /** Whether one instance elsewhere would be better if only all were wide enough. */
    private static boolean bindsNearby(PlanningGround ground, Seating seating) {
        PlacementTables wide = Wide.of(ground.searched());
        RunningScore score = new RunningScore(wide);
        score.load(seating.seats());
        long soft = score.soft();
        for (Tenant tenant : wide.tenants()) {
            for (int seat : tenant.seats()) {
                score.place(tenant.index(), seat);
                if (score.hard() == 0 && score.soft() < soft) {
                    return true;
                }
            }
            score.place(tenant.index(), seating.seats()[tenant.index()]);
        }
        return false;
    }

    private static Found found(PlanningGround ground, Partitions partitions) {
        SeatingSearch.Found found = SeatingSearch.of(ground, partitions).find(ground.searched(), solver -> {});
        return new Found(ground, found.seating(), found.notes());
    }

    private static Seating asIfWide(PlanningGround ground) {
        return new SeatingSearch(ground.problem().policy()).find(Wide.of(ground.searched()));
    }
}
