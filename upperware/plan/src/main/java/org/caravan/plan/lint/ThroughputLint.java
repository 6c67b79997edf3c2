package org.caravan.plan.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.measure.PathId;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PathLoad;
import org.caravan.plan.lint.Remark.Severity;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.BitRate;

/**
 * Checks for paths with more traffic than their estimated throughput. An estimate never makes a plan infeasible, so only this check
 * reports it.
 */
final class ThroughputLint {

    private ThroughputLint() {}

    static List<Remark> of(PlacementProblem problem, DeploymentPlan plan) {
        Map<PathId, Long> sent = new TreeMap<>();
        PathLoad.of(problem, plan).stream().filter(load -> !load.path().withinSite())
                .forEach(load -> sent.merge(load.path(), load.rate().value(), Long::sum));
        LatencyModel latency = new LatencyModel(problem);
        List<Remark> remarks = new ArrayList<>();
        sent.forEach((path, rate) -> latency.known(path, false).filter(known -> !known.measured()).flatMap(known -> known.throughput())
                .filter(guessed -> rate > guessed.value())
                .ifPresent(guessed -> remarks.add(new Remark(Severity.WARNING, "throughput-guessed", "Requests send " + new BitRate(rate)
                        + " by path (" + path
                        + "), which was never measured; its assumed throughput is " + guessed + ".", "measure it: caravan probe --path \""
                        + path + "\"."))));
        return remarks;
    }
}
