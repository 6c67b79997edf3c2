package org.caravan.server.simulation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.caravan.infrastructure.Host;

/** Worlds made from seeds, and the least faults that still violate an invariant. */
final class Worlds {

    private static final int FAULTS_PER_HOUR = 12;

    private Worlds() {}

    /** Odd seeds have one server, even ones two. */
    static int servers(long seed) {
        return seed % 2 == 0 ? 2 : 1;
    }

    static History run(Ground ground, Path folder, long seed, Planted planted, Duration duration) {
        List<String> hostIds = ground.infrastructure(Features.FORMER).hosts().stream().map(Host::id).toList();
        List<Fault> faults = Fault.random(new Random(seed), duration.minus(World.CALM), FAULTS_PER_HOUR, hostIds, servers(seed),
                Features.of(seed).faults());
        return World.run(ground, folder, seed, faults, duration, servers(seed), planted, Features.of(seed));
    }

    /** Delta debugging: leaves out ever smaller parts of the faults, as long as the same kind of invariant is violated. */
    static History shrunk(Ground ground, Path folder, History failed, Planted planted, Duration duration) {
        History least = failed;
        for (int part = Math.max(1, failed.faults().size() / 2); part >= 1; part /= 2) {
            for (int begin = 0; begin < least.faults().size();) {
                List<Fault> fewer = new ArrayList<>(least.faults());
                fewer.subList(begin, Math.min(fewer.size(), begin + part)).clear();
                History tried = World.run(ground, folder, failed.seed(), fewer, duration, servers(failed.seed()), planted,
                        Features.of(failed.seed()));
                if (kind(tried).equals(kind(failed))) {
                    least = tried;
                } else {
                    begin += part;
                }
            }
        }
        return least;
    }

    private static String kind(History history) {
        return history.violation().map(text -> text.replaceFirst(":.*", "")).orElse("");
    }
}
