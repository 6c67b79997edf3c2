package org.caravan.problem.requirement;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.application.Bandwidth;
import org.caravan.application.Component;
import org.caravan.application.Coupling;
import org.caravan.application.Form;
import org.caravan.application.Hop;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Gpus;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Site;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PathChoice;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.QueueingDelay;

/** Lists the requirements of a problem. */
public final class Requirements {

    private final PlacementProblem problem;
    private final List<Requirement> all = new ArrayList<>();
    /** Components with a load at or above the capacity of their replicas. */
    private final List<String> overloaded;

    private Requirements(PlacementProblem problem) {
        this.problem = problem;
        this.overloaded = new QueueingDelay(problem.application()).overloaded();
    }

    /** One requirement per component: that it is placed. */
    public static List<Requirement> components(PlacementProblem problem) {
        return problem.application().components().stream()
                .map(component -> new Requirement("component " + component.id(), Relaxations.component(component.id())))
                .toList();
    }

    /**
     * All requirements except the placement of components, least informative first: a deletion filter that starts from the front keeps the
     * most informative ones.
     */
    public static List<Requirement> all(PlacementProblem problem) {
        Requirements requirements = new Requirements(problem);
        problem.application().components().forEach(requirements::addNeeds);
        problem.application().components().forEach(requirements::addLinks);
        requirements.addOthers();
        problem.application().components().forEach(requirements::addReplicas);
        problem.application().entryComponentIds().forEach(requirements::addEntry);
        requirements.addData();
        requirements.addDeclared();
        requirements.all.addAll(ControlRequirements.of(problem.application()));
        return List.copyOf(requirements.all);
    }

    private void add(String text, UnaryOperator<PlacementProblem> without) {
        all.add(new Requirement(text, without));
    }

    private void addNeeds(Component component) {
        String id = component.id();
        add("memory of " + id + ": " + joined(component, form -> form.memory().toString()), Relaxations.memory(id));
        add("cpu of " + id + ": " + joined(component, form -> form.cpu() + " cores"), Relaxations.cpu(id));
        if (component.forms().stream().anyMatch(form -> form.disk().isPresent())) {
            add("disk of " + id + ": " + joined(component, form -> form.diskBytes().toString()), Relaxations.disk(id));
        }
        if (component.forms().stream().anyMatch(form -> form.gpu().isPresent())) {
            add("gpu of " + id + ": " + joined(component, form -> form.gpu().map(Gpus::toString).orElse("none")), Relaxations.gpu(id));
        }
        if (component.forms().stream().anyMatch(form -> form.architectures().size() < Architecture.values().length)) {
            add("arch of " + id + ": " + joined(component, form -> form.architectures().stream()
                    .map(Architecture::toString).collect(Collectors.joining(" | "))), Relaxations.architectures(id));
        }
        if (component.forms().stream().map(Form::kind).distinct().count() < FormKind.values().length) {
            add("form of " + id + ": " + joined(component, form -> form.kind().toString()), Relaxations.forms(id));
        }
    }

    private static String joined(Component component, Function<Form, String> words) {
        return component.forms().stream().map(words).distinct().collect(Collectors.joining(" or "));
    }

    private void addLinks(Component component) {
        component.requires().stream().map(required -> required.componentId()).distinct().forEach(to ->
                add(to.equals(component.id()) ? "replicas of " + to + " require each other" : component.id() + " requires " + to,
                        Relaxations.link(component.id(), to)));
    }

    private void addEntry(String componentId) {
        if (!problem.application().users().isEmpty()) {
            add("users " + problem.application().users().stream().map(Users::id).collect(Collectors.joining(", "))
                    + " reach " + componentId, Relaxations.link(Hop.USERS, componentId));
        }
    }

    private void addOthers() {
        if (!problem.reservedElsewhere().isEmpty()) {
            add("what other applications have reserved on " + String.join(", ", problem.reservedElsewhere().keySet()),
                    Relaxations.reservations());
        }
        if (!problem.uplinks().reservedElsewhere().isEmpty()) {
            add("what other applications have reserved of uplinks " + problem.uplinks().reservedElsewhere().keySet().stream()
                    .map(AccessLink::toString).collect(Collectors.joining(", ")), Relaxations.uplinksElsewhere());
        }
        String responses = responsesElsewhere();
        if (!responses.isEmpty()) {
            add("what other applications have reserved for responses " + responses, Relaxations.responsesElsewhere());
        }
        problem.infrastructure().sites().stream().filter(site -> !site.hosts().isEmpty()).forEach(site -> site.isps().forEach(isp ->
                isp.uplink().ifPresent(rate -> add("uplink of " + new AccessLink(site.id(), isp.id()) + ": " + rate,
                        WiderLinks.without(site.id(), isp.id(), Isp::withoutUplink)))));
        problem.infrastructure().sites().stream().filter(site -> !site.hosts().isEmpty()).forEach(site -> site.isps().forEach(isp ->
                isp.downlink().ifPresent(rate -> add("downlink of " + new AccessLink(site.id(), isp.id()) + ": " + rate,
                        WiderLinks.without(site.id(), isp.id(), one -> one.withDownlink(Optional.empty()))))));
        problem.takenSlots().keySet().forEach(siteId ->
                add("addresses that other applications have at " + siteId, Relaxations.addresses(siteId)));
    }

    /**
     * Access links where reservations of others for responses can limit this application. Paths are not named: an application must not
     * learn which sites another one connects.
     */
    private String responsesElsewhere() {
        LatencyModel latency = new LatencyModel(problem);
        Stream<String> from = problem.uplinks().responsesElsewhere().paths().keySet().stream()
                .filter(path -> problem.network().all().containsKey(path)
                        && latency.known(path, false).flatMap(PathChoice::most).isPresent())
                .map(path -> "from " + AccessLink.of(path.to())).sorted();
        Stream<String> into = problem.uplinks().inboundElsewhere(problem.infrastructure()).keySet().stream().map(at -> "into " + at);
        return Stream.concat(from, into).distinct().collect(Collectors.joining(", "));
    }

    private void addReplicas(Component component) {
        if (component.replicas() > 1) {
            add("replicas " + component.replicas() + " of " + component.id(), Relaxations.replicas(component.id()));
        }
        component.scaling().filter(any -> !problem.application().slos().isEmpty() || overloaded.contains(component.id()))
                .ifPresent(scaling ->
                add("capacity " + scaling.capacity() + " of " + component.id(), Relaxations.capacity(component.id())));
    }

    private void addData() {
        new TreeSet<>(problem.excluded().values()).forEach(reason -> add(problem.excluded().entrySet().stream()
                .filter(host -> host.getValue().equals(reason)).map(Map.Entry::getKey).collect(Collectors.joining(", "))
                + " " + reason, Relaxations.excluded(reason)));
        problem.current().stream()
                .filter(now -> problem.application().statefulComponentIds().contains(now.instance().componentId()))
                .forEach(now -> add("data of " + now.instance() + " on " + now.hostId(), Relaxations.data(now.instance())));
    }

    private void addDeclared() {
        problem.application().supplement().limits().forEach(limit -> add(limit.toString(), Relaxations.limit(limit.id())));
        problem.infrastructure().sites().forEach(site -> site.quotas().forEach((provider, quota) ->
                add("quota of " + provider + " at " + site.id() + ": " + quota, Relaxations.quota(site.id(), provider))));
        problem.application().slos().forEach(slo -> add(words(slo), Relaxations.slo(slo.id())));
        problem.application().separations().forEach(separation -> add(
                "require " + separation.componentId() + " apart by " + separation.by(), Relaxations.separation(separation)));
        problem.application().supplement().bonds().couplings().stream().filter(Coupling::required)
                .forEach(coupling -> add(coupling.text(), Relaxations.coupling(coupling)));
        problem.application().supplement().bonds().bandwidths().forEach((id, bandwidth) -> {
            if (binds(bandwidth)) {
                add("bandwidth of " + id + ": " + words(bandwidth), Relaxations.bandwidth(id));
            }
        });
        problem.application().supplement().bonds().chosen().forEach((copy, bandwidth) -> {
            if (binds(bandwidth)) {
                add("bandwidth chosen for " + copy + ": " + words(bandwidth), Relaxations.chosenBandwidth(copy));
            }
        });
        problem.application().locations().stream().distinct().forEach(location ->
                add("require " + location.text(), Relaxations.location(location)));
    }

    /** A minimum needs room on uplinks; any bandwidth needs a host that can divide its uplink. */
    private boolean binds(Bandwidth bandwidth) {
        return bandwidth.min().value() > 0
                || problem.inventory().hosts().stream().anyMatch(host -> host.noBandwidth().isPresent());
    }

    private static String words(Bandwidth bandwidth) {
        return bandwidth.min().value() > 0 ? "min " + bandwidth.min()
                : bandwidth.max().map(most -> "max " + most).orElseGet(() -> "share "
                + Bandwidth.shareText(bandwidth.share()));
    }

    private static String words(Slo slo) {
        String percentile = slo.percentile() == Math.rint(slo.percentile())
                ? Long.toString(Math.round(slo.percentile()))
                : Double.toString(slo.percentile());
        return "slo " + slo.id() + " { p" + percentile + " latency of " + slo.requestId() + " < " + slo.limit() + " }";
    }

    /** Creates problems with an access link that is unlimited in one direction. */
    private static final class WiderLinks {

        private WiderLinks() {}

        static UnaryOperator<PlacementProblem> without(String siteId, String ispId, UnaryOperator<Isp> limit) {
            return problem -> {
                Infrastructure all = problem.infrastructure();
                return problem.withInfrastructure(new Infrastructure(all.name(), all.hostTypes(),
                        all.sites().stream().map(site -> site.id().equals(siteId) ? without(site, ispId, limit) : site).toList()));
            };
        }

        private static Site without(Site site, String ispId, UnaryOperator<Isp> limit) {
            return site.withIsps(site.isps().stream().map(isp -> isp.id().equals(ispId) ? limit.apply(isp) : isp).toList());
        }
    }
}
