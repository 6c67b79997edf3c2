package org.caravan.plan.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.application.Script;
import org.caravan.application.Scripts;
import org.caravan.infrastructure.FormKind;
import org.caravan.plan.BandwidthReservation;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.LinkPlacement;
import org.caravan.plan.diff.PlanDiff.Action;
import org.caravan.plan.diff.PlanDiff.Line;

/** Computes the lines of a {@link PlanDiff}. */
final class PlanComparison {

    private final Optional<DeploymentPlan> before;
    private final DeploymentPlan after;

    PlanComparison(Optional<DeploymentPlan> before, DeploymentPlan after) {
        this.before = before;
        this.after = after;
    }

    List<Line> instances() {
        return lines(
                // Other bandwidth recreates no copy.
                plan -> plan.instances().stream().map(placement -> placement.withBandwidth(List.of())).toList(),
                placement -> placement.instance().toString(),
                PlanComparison::where,
                PlanComparison::movedOrChanged);
    }

    List<Line> links() {
        return lines(
                DeploymentPlan::links,
                link -> link.from() + " -> " + link.to() + "." + link.endpointName(),
                link -> PathText.of(link.path()),
                PlanComparison::reroutedOrReaddressed);
    }

    List<Line> entries() {
        return lines(
                DeploymentPlan::entries,
                entry -> entry.usersId() + " -> " + entry.to() + "." + entry.endpointName(),
                entry -> entry.targetAddress() + " by " + entry.path(),
                PlanComparison::enteredElsewhere);
    }

    List<Line> bandwidth() {
        return lines(
                plan -> plan.bandwidth().stream().map(reservation -> new Enforced(reservation, link(plan, reservation))).toList(),
                one -> one.reservation().instance() + " on " + one.reservation().at(),
                Enforced::amounts,
                (was, is) -> is.amounts()
                        + (was.amounts().equals(is.amounts()) ? ", enforced by its host" : " (was " + was.amounts() + ")"));
    }

    /** @param link as the host of the copy enforces it; empty in plans of earlier versions */
    private record Enforced(BandwidthReservation reservation, Optional<LinkBandwidth> link) {

        String amounts() {
            return reservation.amounts() + link.map(one -> one.beside(reservation.share())).orElse("");
        }
    }

    private static Optional<LinkBandwidth> link(DeploymentPlan plan, BandwidthReservation reservation) {
        return plan.instance(reservation.instance()).stream().flatMap(placement -> placement.spec().bandwidth().stream())
                .filter(link -> link.ispId().equals(reservation.at().ispId())).findFirst();
    }

    private <T> List<Line> lines(
            Function<DeploymentPlan, List<T>> part,
            Function<T, String> subject,
            Function<T, String> place,
            BiFunction<T, T, String> difference) {
        SortedMap<String, T> past = bySubject(before.map(part).orElse(List.of()), subject);
        SortedMap<String, T> future = bySubject(part.apply(after), subject);
        TreeSet<String> subjects = new TreeSet<>(past.keySet());
        subjects.addAll(future.keySet());
        List<Line> lines = new ArrayList<>();
        for (String name : subjects) {
            T was = past.get(name);
            T is = future.get(name);
            if (was == null) {
                lines.add(new Line(Action.ADD, name, place.apply(is)));
            } else if (is == null) {
                lines.add(new Line(Action.REMOVE, name, place.apply(was)));
            } else if (!was.equals(is)) {
                lines.add(new Line(Action.REPLACE, name, difference.apply(was, is)));
            }
        }
        return lines;
    }

    private static <T> SortedMap<String, T> bySubject(List<T> things, Function<T, String> subject) {
        SortedMap<String, T> bySubject = new TreeMap<>();
        things.forEach(thing -> bySubject.put(subject.apply(thing), thing));
        return bySubject;
    }

    private static String where(InstancePlacement placement) {
        return "on " + placement.hostId() + " at " + placement.siteId() + form(placement.spec());
    }

    /** Names the form unless it is a container, which is the default. */
    private static String form(CopySpec spec) {
        return spec.form() == FormKind.CONTAINER ? "" : " as " + spec.form();
    }

    private static String movedOrChanged(InstancePlacement was, InstancePlacement is) {
        return was.hostId().equals(is.hostId())
                ? where(is) + ", recreated: " + String.join(", ", changed(was.spec(), is.spec()))
                : "moves from " + was.hostId() + " at " + was.siteId() + " to " + is.hostId() + " at " + is.siteId()
                        + (was.spec().form() == is.spec().form() ? "" : ", from " + was.spec().form() + " to " + is.spec().form());
    }

    private static String reroutedOrReaddressed(LinkPlacement was, LinkPlacement is) {
        String port = ports(was.port(), is.port());
        if (!was.path().equals(is.path())) {
            return PathText.of(is.path()) + " (was " + PathText.of(was.path()) + ")" + port;
        }
        String then = was.sourceAddress() + " -> " + was.targetAddress();
        String now = is.sourceAddress() + " -> " + is.targetAddress();
        return "same path" + (then.equals(now) ? "" : ", " + now + " (was " + then + ")") + port;
    }

    /** Names the users' end of the path only if their model changed it, because it is fixed. */
    private static String enteredElsewhere(EntryPlacement was, EntryPlacement is) {
        boolean sameStart = was.path().from().equals(is.path().from());
        String port = ports(was.port(), is.port());
        if (!sameStart) {
            return is.targetAddress() + " by " + is.path() + " (was " + was.targetAddress() + " by " + was.path() + ")" + port;
        }
        boolean sameEnd = was.path().to().equals(is.path().to());
        String then = was.targetAddress() + (sameEnd ? "" : " at " + was.path().to());
        return is.targetAddress() + " at " + is.path().to()
                + (sameEnd && was.targetAddress().equals(is.targetAddress()) ? "" : " (was " + then + ")") + port;
    }

    private static String ports(int was, int is) {
        return was == is ? "" : ", port " + is + " (was " + was + ")";
    }

    private static List<String> changed(CopySpec was, CopySpec is) {
        List<String> changed = new ArrayList<>();
        addIfChanged(changed, "form", was.form(), is.form());
        addIfChanged(changed, "image", was.image(), is.image());
        addIfChanged(changed, "cpu", was.cpu(), is.cpu());
        addIfChanged(changed, "memory", was.memory(), is.memory());
        addIfChanged(changed, "ceiling", was.ceiling(), is.ceiling());
        changed.addAll(ScriptText.changed(was.scripts(), is.scripts()));
        TreeSet<String> names = new TreeSet<>(was.environment().keySet());
        names.addAll(is.environment().keySet());
        // Names only, because values can be long or confidential.
        names.removeIf(name -> same(was.environment(), is.environment(), name));
        names.forEach(name -> changed.add("env " + name));
        if (!was.endpoints().equals(is.endpoints())) {
            changed.add("endpoints");
        }
        if (changed.isEmpty()) {
            changed.add("addresses");
        }
        return changed;
    }

    private static void addIfChanged(List<String> changed, String what, Object was, Object is) {
        if (!was.equals(is)) {
            changed.add(what + " " + was + " becomes " + is);
        }
    }

    private static boolean same(Map<String, String> was, Map<String, String> is, String name) {
        return was.containsKey(name) && was.get(name).equals(is.get(name));
    }

    /** Compares the scripts of virtual machines; names only, because their contents are too long for a plan. */
    static final class ScriptText {

        private ScriptText() {}

        static List<String> changed(Optional<Scripts> was, Optional<Scripts> is) {
            List<String> changed = new ArrayList<>();
            add(changed, "install", was, is, Scripts::install);
            add(changed, "start", was, is, scripts -> Optional.of(scripts.start()));
            add(changed, "stop", was, is, Scripts::stop);
            return changed;
        }

        private static void add(List<String> changed, String word, Optional<Scripts> was, Optional<Scripts> is,
                Function<Scripts, Optional<Script>> one) {
            if (!was.flatMap(one).map(Script::digest).equals(is.flatMap(one).map(Script::digest))) {
                changed.add(word + " script");
            }
        }
    }
}
