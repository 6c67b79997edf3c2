package org.caravan.rules.path;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what the rule finds in a round. Public only because compiled rules access it. */
public final class PathFindings {

    private final List<PathFinding> found = new ArrayList<>();

    public void worse(PathRound round, PathLook look, PathTrouble trouble, PathRuleSettings settings) {
        int attempt = (int) ((round.millis() - trouble.since()) / settings.againMillis());
        found.add(new PathFinding.PathWorse(look, Instant.ofEpochMilli(trouble.since()), trouble.count(), Math.max(0, attempt)));
    }

    public void suspected(PathLook look) {
        found.add(new PathFinding.Suspected(look));
    }

    public void settled(PathRound round, PathTrouble trouble, PathRuleSettings settings) {
        found.add(new PathFinding.Settled(trouble.application(), trouble.path(), Instant.ofEpochMilli(trouble.since()),
                trouble.fineAgain(round.millis(), settings)));
    }

    public void mostSilent(PathRound round) {
        found.add(new PathFinding.MostSilent(round.silent(), round.answering() + round.silent()));
    }

    /** In an order that depends on the findings only. */
    List<PathFinding> take() {
        List<PathFinding> all = found.stream().sorted(Comparator.comparing(PathFinding::toString)).toList();
        found.clear();
        return all;
    }
}
