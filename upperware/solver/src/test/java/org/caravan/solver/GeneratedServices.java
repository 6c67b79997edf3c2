package org.caravan.solver;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.infrastructure.Host;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;

/**
 * Service times of up to 60 ms, hosts of a quarter to four times the speed, one in five unmeasured, calls that are async or cached, and
 * payloads that vary, some above the initial window of TCP.
 */
final class GeneratedServices {

    private GeneratedServices() {}

    /** At random; the same for the same problem. */
    static PlacementProblem added(PlacementProblem problem) {
        Random random = new Random(problem.digest().hashCode() * 31L + 5);
        Random payloads = new Random(problem.digest().hashCode() * 31L + 6);
        Map<String, Double> speeds = new HashMap<>();
        for (Host host : problem.infrastructure().hosts()) {
            if (random.nextInt(5) > 0) {
                speeds.put(host.id(), new double[] {0.25, 0.5, 0.8, 1.3, 2, 4}[random.nextInt(6)]);
            }
        }
        ApplicationModel model = problem.application();
        List<Request> requests = model.requests().stream().map(request -> request.withHops(request.hops().stream()
                .map(hop -> random.nextInt(4) == 0 ? hop : hop.serving(service(random)))
                .map(hop -> random.nextInt(3) == 0 ? hop.as(call(random)) : hop)
                .map(hop -> payloads.nextInt(3) == 0 ? hop : varying(hop, payloads)).toList())).toList();
        List<Slo> slos = model.slos().stream().map(slo -> new Slo(slo.id(), random.nextBoolean() ? 99 : slo.percentile(), slo.requestId(),
                slo.limit())).toList();
        return problem.withApplication(with(model, requests, slos)).withSpeeds(speeds);
    }

    private static Hop.Call call(Random random) {
        return new Hop.Call(random.nextInt(3) == 0, random.nextInt(3) == 0 ? Optional.empty()
                : Optional.of(new Hop.Cache(random.nextBoolean() ? 0.99 : 0.01 * (1 + random.nextInt(99)), Optional.empty())));
    }

    private static Hop varying(Hop hop, Random random) {
        return hop.varying(Optional.of(new Bytes((long) (hop.bytes().value() * (1 + 4 * random.nextDouble())))));
    }

    private static Hop.Service service(Random random) {
        Millis mean = new Millis(1 + random.nextInt(60));
        return random.nextInt(3) == 0 ? new Hop.Service(mean) : new Hop.Service(mean, mean.plus(new Millis(random.nextInt(150))));
    }

    static ApplicationModel with(ApplicationModel model, List<Request> requests, List<Slo> slos) {
        return new ApplicationModel(model.name(), model.version(), model.components(), model.locations(), model.separations(),
                model.users(),
                requests, slos, model.goals(), model.onFailure(), model.supplement());
    }
}
