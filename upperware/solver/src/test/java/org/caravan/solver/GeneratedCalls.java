package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.problem.PlacementProblem;

/** Calls that are made at the same time, beside the service times and kinds of calls of {@link GeneratedServices}. */
final class GeneratedCalls {

    private GeneratedCalls() {}

    /** At random, two of three calls, and more calls of the first component; the same for the same problem. */
    static PlacementProblem added(PlacementProblem problem) {
        Random random = new Random(problem.digest().hashCode() * 13L + 7);
        ApplicationModel model = problem.application();
        List<String> called = model.components().stream().map(Component::id).filter(id -> !id.equals("c0")).toList();
        List<Request> requests = model.requests().stream().map(request -> {
            List<Hop> hops = new ArrayList<>(request.hops());
            for (int more = 1 + random.nextInt(3); more > 0; more--) {
                hops.add(1, SockShop.hop("c0", called.get(random.nextInt(called.size())), 1 + random.nextInt(6), random.nextInt(20)));
            }
            return request.withHops(hops);
        }).toList();
        PlacementProblem served = GeneratedServices.added(problem.withApplication(GeneratedServices.with(model, requests, model.slos())));
        return served.withApplication(GeneratedServices.with(served.application(), served.application().requests().stream()
                .map(request -> request.withHops(request.hops().stream().map(hop -> hop.fromUsers() || random.nextInt(3) == 0 ? hop
                        : hop.as(new Hop.Call(hop.called().async(), true, hop.called().cache()))).toList())).toList(),
                served.application().slos().stream().map(slo -> new Slo(slo.id(), slo.percentile(), slo.requestId(), slo.limit().times(3)))
                        .toList()));
    }
}
