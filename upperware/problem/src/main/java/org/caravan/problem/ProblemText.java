package org.caravan.problem;

import java.time.Duration;
import java.time.Instant;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathStatistic;

/** Canonical text of a problem, used in bug reports about plans. Times are ages, so that it is reproducible. */
final class ProblemText {

    private ProblemText() {}

    static String of(PlacementProblem problem) {
        StringBuilder text = new StringBuilder();
        ApplicationText.append(text, problem.application());
        InfrastructureText.append(text, problem.infrastructure());
        appendInventory(text, problem);
        Instant newest = PathMetrics.newest(problem.network());
        boolean p99 = problem.promisesP99();
        problem.network().all().values().forEach(figures -> appendPath(text, figures, newest, p99));
        appendTarget(text, problem);
        problem.reservedElsewhere().forEach((hostId, reserved) -> text.append("reserved elsewhere on ").append(hostId)
                .append(" cpu ").append(reserved.cpu()).append(" memory ").append(reserved.memory())
                .append(reserved.disk().map(disk -> " disk " + disk).orElse(""))
                .append(reserved.gpus().map(gpus -> " gpu " + gpus).orElse("")).append('\n'));
        problem.takenSlots().forEach((siteId, slots) -> slots.forEach(slot ->
                text.append("slot taken at ").append(siteId).append(' ').append(slot).append('\n')));
        problem.uplinks().reservedElsewhere().forEach((link, rate) ->
                text.append("uplink reserved elsewhere on ").append(link).append(' ').append(rate.value()).append(" bit/s\n"));
        problem.uplinks().sharesElsewhere().forEach((link, share) ->
                text.append("shares elsewhere on ").append(link).append(' ').append(share).append('\n'));
        problem.uplinks().counted().forEach((link, one) -> text.append("counted on ").append(link).append(' ').append(one.used())
                .append(" in ").append(one.elapsed()).append(" s, renewed in ").append(one.left()).append(" s\n"));
        if (problem.uplinks().weight() != 1) {
            text.append("organisation of weight ").append(problem.uplinks().weight()).append('\n');
        }
        problem.uplinks().responsesElsewhere().paths().forEach((path, rate) ->
                text.append("responses reserved elsewhere on ").append(path).append(' ').append(rate.value()).append(" bit/s\n"));
        problem.uplinks().inboundElsewhere(problem.infrastructure()).forEach((at, rate) ->
                text.append("responses reserved elsewhere into ").append(at).append(' ').append(rate.value()).append(" bit/s\n"));
        problem.uplinks().sorted().forEach(rerouted -> text.append("rerouted ").append(rerouted).append('\n'));
        problem.uplinks().delays().forEach((path, delay) -> text.append("delay by own traffic on ").append(path).append(' ')
                .append(delay.mean()).append(" p95 ").append(delay.p95()).append(", ").append(delay.words()).append('\n'));
        problem.services().forEach(one -> text.append("service time of ").append(one.requestId()).append(" for ").append(one.usersId())
                .append(' ').append(one.words()).append(", p95 ").append(one.p95()).append('\n'));
        problem.speeds().forEach((hostId, speed) -> text.append("speed of ").append(hostId).append(' ').append(speed).append('\n'));
        problem.starts().forEach(one -> text.append("start of ").append(one.form()).append(' ').append(one.image()).append(" on ")
                .append(one.hostId()).append(' ').append(one.time()).append(", learned\n"));
        problem.forms().forEach((copy, forms) -> forms.forEach(form -> text.append("form of ").append(copy).append(' ')
                .append(form.kind()).append(' ').append(form.image()).append('\n')));
        problem.excluded().forEach((hostId, reason) ->
                text.append("excluded ").append(hostId).append(": ").append(reason).append('\n'));
        PlanningPolicy policy = problem.policy();
        text.append("policy seed ").append(policy.seed()).append(" steps ").append(policy.stepLimit())
                .append(" move cost ").append(policy.moveCostCents()).append(" cents robustness ").append(policy.robustness())
                .append(policy.proofSeconds() > 0 ? " proof " + policy.proofSeconds() + " s" : "").append('\n');
        return text.toString();
    }

    private static void appendInventory(StringBuilder text, PlacementProblem problem) {
        problem.inventory().hosts().forEach(host -> text.append("observed ").append(host.hostId()).append(' ')
                .append(host.architecture()).append(" cpu ").append(host.cpu()).append(" memory ")
                .append(host.memory()).append(" disk ").append(host.disk())
                .append(host.gpus().map(gpus -> " gpu " + gpus).orElse(""))
                .append(host.noBandwidth().map(why -> " no bandwidth: " + why).orElse(""))
                .append(host.noInbound().map(why -> " no inbound bandwidth: " + why).orElse(""))
                .append(" addresses ").append(host.addresses()).append('\n'));
        problem.inventory().unobserved().forEach(host -> text.append("unobserved ").append(host.hostId())
                .append(": ").append(host.reason()).append('\n'));
    }

    private static void appendPath(StringBuilder text, PathFigures figures, Instant newest, boolean p99) {
        text.append("path ").append(figures.path()).append('\n');
        appendFigure(text, "idle rtt", "ms", figures.idleRtt(), newest);
        figures.idleRtt().p99().filter(any -> p99).ifPresent(known ->
                text.append("  idle rtt p99 ").append(known.value()).append(" ms from ").append(known.samples()).append(" samples\n"));
        figures.loadedRtt().ifPresent(figure -> appendFigure(text, "loaded rtt", "ms", figure, newest));
        figures.throughput().ifPresent(figure -> appendFigure(text, "throughput", "bit/s", figure, newest));
        text.append("  loss ").append(figures.loss()).append('\n');
    }

    private static void appendFigure(StringBuilder text, String what, String unit, PathStatistic figure, Instant newest) {
        text.append("  ").append(what).append(" mean ").append(figure.mean()).append(" ± ")
                .append(figure.halfWidth95()).append(" median ").append(figure.median()).append(" p95 ")
                .append(figure.p95()).append(' ').append(unit);
        if (figure.origin() == PathStatistic.Origin.ESTIMATED) {
            text.append(" estimated");
        } else if (figure.origin() == PathStatistic.Origin.PASSIVE) {
            text.append(" passive");
        }
        if (figure.samples() == 0) {
            text.append('\n');
            return;
        }
        text.append(" from ").append(figure.samples()).append(" samples, age ")
                .append(Duration.between(figure.newest(), newest).toMillis()).append(" ms\n");
    }

    private static void appendTarget(StringBuilder text, PlacementProblem problem) {
        text.append("parent ").append(problem.parentId().orElse("none")).append('\n');
        text.append("generation ").append(problem.generation()).append('\n');
        problem.current().forEach(placement -> appendCurrent(text, placement));
    }

    private static void appendCurrent(StringBuilder text, CurrentPlacement placement) {
        text.append("current ").append(placement.instance()).append(" on ").append(placement.hostId())
                .append(" slot ").append(placement.addressSlot()).append(" since ").append(placement.generation())
                .append(" spec ").append(placement.specDigest()).append('\n');
        placement.links().forEach((instance, path) ->
                text.append("  link to ").append(instance).append(" via ").append(path).append('\n'));
        placement.entries().forEach((usersId, path) ->
                text.append("  entry of ").append(usersId).append(" via ").append(path).append('\n'));
    }
}
