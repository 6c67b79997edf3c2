package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.application.Request;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblem.LearnedStart;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

/** Several images of one component: nginx and Flask as containers, and a unikernel as microVM. */
class AlternativeTest {

    private static final int CASES = 50;
    private static final int START_WEIGHT = 3;
    private static final String NGINX = "site/nginx";
    private static final String FLASK = "site/flask";
    private static final String CADDY = "site/caddy";
    private static final String UNIKERNEL = "site/unikernel";

    /** Measured figures of one image: processor time of a request in ms, memory in MiB. */
    private record Figures(String image, FormKind kind, int cpuMillis, int mebibytes) {

        Form form(int requestsPerSecond) {
            return new Form(kind, image, new MilliCores((long) cpuMillis * requestsPerSecond), Bytes.ofMebi(mebibytes),
                    Set.of(Architecture.AMD64), Map.of(), List.of());
        }
    }

    /** What one copy may be: a host and a form. */
    private record Candidate(int host, Form form) {}

    /** The plan has the points of the best of all choices of a host and a form for each copy, computed here without the solver. */
    @Test
    void plansEqualTheEnumerationOfHostsAndForms() {
        int equal = 0;
        int refused = 0;
        int later = 0;
        int mixed = 0;
        for (int seed = 1; seed <= CASES; seed++) {
            PlacementProblem problem = generated(new Random(seed * 7_919L));
            OptionalLong best = enumerated(problem);
            PlanningOutcome outcome = new OptaPlannerPlanner().plan(problem);
            if (best.isEmpty()) {
                assertThat(outcome).as("seed " + seed).isInstanceOf(NoPlacement.class);
                refused++;
            } else {
                Planned planned = (Planned) outcome;
                assertThat(planned.report().certificate().points()).as("seed " + seed).isEqualTo(best.getAsLong());
                assertThat(points(problem, planned.plan())).as("copies of the plan, seed " + seed).isEqualTo(best.getAsLong());
                Set<String> images = images(planned);
                later += images.equals(Set.of(NGINX)) ? 0 : 1;
                mixed += images.size() > 1 ? 1 : 0;
            }
            equal++;
        }
        System.out.printf("%d of %d plans equal the enumeration; %d without a placement, %d with another image than the first, "
                + "%d with several%n", equal, CASES, refused, later, mixed);
        assertThat(equal - refused).isGreaterThanOrEqualTo(CASES * 3 / 4);
        assertThat(later).isGreaterThanOrEqualTo(10);
        assertThat(mixed).isGreaterThanOrEqualTo(5);
    }

    @Test
    void aLearnedStartTimeChangesTheAlternative() {
        PlacementProblem stated = problem(hosts("lxc"), List.of(web(1, container(NGINX, 96).withStartup(new Millis(300)),
                container(FLASK, 96).withStartup(new Millis(900)))), List.of());
        assertThat(images(planned(stated))).containsExactly(NGINX);
        PlacementProblem learned = stated.withStarts(List.of(new LearnedStart("h0-1", FormKind.CONTAINER, NGINX, new Millis(2_000))));
        Planned planned = planned(learned);
        assertThat(images(planned)).containsExactly(FLASK);
        assertThat(planned.report().instances().get(0).because()).startsWith("as container site/flask: ");
        assertThat(planned.report().notes()).contains("alternatives of web: container site/flask (start 900.0 ms, cpu 0.1, "
                + "memory 96 MiB) on h0-1; 3.30 better by the goals than with other images");
    }

    /** An image of which nothing is known must not look faster than the one that was measured. */
    @Test
    void anImageWithoutAnyStartTimeIsNotPreferred() {
        PlacementProblem half = problem(hosts("lxc"), List.of(web(1, container(NGINX, 96), container(FLASK, 96))),
                List.of(new LearnedStart("h0-1", FormKind.CONTAINER, NGINX, new Millis(2_000))));
        assertThat(images(planned(half))).containsExactly(NGINX);
    }

    /** The smaller image only where the larger, faster one has no room. */
    @Test
    void copiesOfOneComponentMayDiffer() {
        PlacementProblem two = problem(hosts("lxc", "lxc", "microvm"), List.of(web(3, container(NGINX, 600), container(FLASK, 100),
                microvm(64))), List.of(start(0, NGINX, 100), start(1, NGINX, 100), start(0, FLASK, 400), start(1, FLASK, 400),
                new LearnedStart("h2-1", FormKind.MICROVM, UNIKERNEL, new Millis(500))));
        Planned planned = planned(two);
        assertThat(planned.plan().instances()).extracting(placed -> placed.spec().image())
                .containsExactlyInAnyOrder(NGINX, NGINX, FLASK);
        assertThat(planned.report().certificate().proved()).as(planned.report().certificate().toString()).isTrue();
    }

    /** The next planning keeps the images, even if the other one is now slightly better. */
    @Test
    void runningCopiesKeepTheirImage() {
        PlacementProblem first = problem(hosts("lxc", "lxc"), List.of(web(2, container(NGINX, 600), container(FLASK, 600))),
                List.of(start(0, NGINX, 500), start(1, NGINX, 500), start(0, FLASK, 400), start(1, FLASK, 400)));
        DeploymentPlan plan = planned(first).plan();
        assertThat(plan.instances()).extracting(placed -> placed.spec().image()).containsOnly(FLASK);
        PlacementProblem next = Replanning.withTarget(first, plan).withStarts(
                List.of(start(0, NGINX, 390), start(1, NGINX, 390), start(0, FLASK, 400), start(1, FLASK, 400)));
        assertThat(PlanDiff.of(Optional.of(plan), planned(next).plan(), next).changes()).isFalse();
    }

    /** 231 choices, of which at most 32 are planned: the running one is among them. */
    @Test
    void aMixOfManyCopiesKeepsItsImages() {
        PlacementProblem mixed = mixed();
        DeploymentPlan plan = planned(mixed).plan();
        assertThat(plan.instances()).extracting(placed -> placed.spec().image()).contains(NGINX, FLASK, CADDY);
        PlacementProblem next = Replanning.withTarget(mixed, plan).withForms(Map.of()).withStarts(mixed.starts());
        assertThat(PlanDiff.of(Optional.of(plan), planned(next).plan(), next).changes()).isFalse();
    }

    @Test
    void afterTheLossOfAHostTheOtherCopiesStayAsTheyAre() {
        PlacementProblem mixed = mixed();
        DeploymentPlan plan = planned(mixed).plan();
        String lost = plan.instances().get(0).hostId();
        PlacementProblem next = Replanning.withTarget(mixed, plan).withForms(Map.of()).withStarts(mixed.starts())
                .excluding(Map.of(lost, "unreachable")).withPolicy(PlanningPolicy.DEFAULT.withMoveCost(PlanningPolicy.PINNED_CENTS));
        DeploymentPlan after = planned(next).plan();
        Map<InstanceId, String> healthy = plan.instances().stream().filter(placed -> !placed.hostId().equals(lost))
                .collect(Collectors.toMap(InstancePlacement::instance, AlternativeTest::words));
        assertThat(healthy).isNotEmpty().hasSizeLessThan(20);
        assertThat(after.instances().stream().filter(placed -> healthy.containsKey(placed.instance()))
                .collect(Collectors.toMap(InstancePlacement::instance, AlternativeTest::words))).isEqualTo(healthy);
    }

    /** It is created again in any case. */
    @Test
    void aCopyOfALostHostIsNotChargedForAnotherImage() {
        PlacementProblem first = problem(hosts("lxc", "lxc"), List.of(web(1, container(NGINX, 96), container(FLASK, 96))),
                List.of(start(0, NGINX, 100), start(1, NGINX, 500), start(0, FLASK, 400), start(1, FLASK, 400)));
        DeploymentPlan plan = planned(first).plan();
        assertThat(plan.instances().get(0).spec().image()).isEqualTo(NGINX);
        PlacementProblem next = Replanning.withTarget(first, plan).withStarts(first.starts()).excluding(Map.of("h0-1", "unreachable"));
        assertThat(images(planned(next))).containsExactly(FLASK);
    }

    /** An optional component without room is left out; the copies that run are not created again with the smaller image. */
    @Test
    void anOmissionKeepsTheRunningImages() {
        PlacementProblem first = problem(hosts("lxc", "lxc"), List.of(web(2, container(NGINX, 300), container(FLASK, 100))),
                List.of(start(0, NGINX, 100), start(1, NGINX, 100), start(0, FLASK, 900), start(1, FLASK, 900)));
        DeploymentPlan plan = planned(first).plan();
        assertThat(images(planned(first))).containsExactly(NGINX);
        PlacementProblem wanted = problem(first.infrastructure(), List.of(first.application().component("web"), optional()),
                first.starts());
        PlacementProblem next = Replanning.withTarget(wanted, plan).withStarts(first.starts());
        Planned smaller = planned(next);
        assertThat(smaller.report().leftOut()).isPresent();
        assertThat(smaller.plan().instances()).extracting(AlternativeTest::words)
                .containsExactlyElementsOf(plan.instances().stream().map(AlternativeTest::words).toList());
    }

    /** The alternative with the least memory is for processors that no host has. */
    @Test
    void anOmissionIsPlannedWithAllAlternatives() {
        Form small = Form.container(FLASK, new MilliCores(100), Bytes.ofMebi(64), Set.of(Architecture.ARM64), Map.of());
        Planned planned = planned(problem(hosts("lxc"), List.of(web(1, small, container(NGINX, 300)), optional()), List.of()));
        assertThat(planned.report().leftOut()).isPresent();
        assertThat(images(planned)).containsExactly(NGINX);
    }

    private static Component optional() {
        Component media = SockShop.component("media", false, 1, 1);
        return new Component("media", false, 1, Optional.empty(), Optional.of(1), List.of(container("site/media", 9_000)),
                media.provides(), List.of());
    }

    /** 20 copies of three images that start equally fast on six hosts: 7, 7 and 6. */
    private static PlacementProblem mixed() {
        List<Form> forms = List.of(container(NGINX, 96), container(FLASK, 96), container(CADDY, 96));
        List<LearnedStart> starts = IntStream.range(0, 6).boxed().flatMap(host -> forms.stream()
                .map(form -> start(host, form.image(), 400))).toList();
        return problem(hosts("lxc", "lxc", "lxc", "lxc", "lxc", "lxc"), List.of(web(20, forms.toArray(Form[]::new))), starts)
                .withForms(IntStream.range(0, 20).boxed().collect(Collectors.toMap(copy -> new InstanceId("web", copy + 1),
                        copy -> List.of(forms.get(copy % 3)))));
    }

    private static String words(InstancePlacement placed) {
        return placed.instance() + " " + placed.spec().image() + " on " + placed.hostId();
    }

    @Test
    void withoutAPlacementTheReasonsHoldForTheLeanestAlternative() {
        NoPlacement none = (NoPlacement) new OptaPlannerPlanner().plan(problem(hosts("lxc"),
                List.of(web(1, container(NGINX, 9_000), container(FLASK, 8_000))), List.of()));
        assertThat(none.reasons()).first().asString().contains("insufficient memory");
        assertThat(none.reasons()).last().asString().endsWith("with the least memory; the others have no placement either.");
        assertThat(none.conflict().orElseThrow().toString()).contains("memory of web: 8000 MiB");
    }

    private static PlacementProblem generated(Random random) {
        String[] providers = IntStream.range(0, 2 + random.nextInt(2)).mapToObj(host -> random.nextInt(3) == 0 ? "microvm" : "lxc")
                .toArray(String[]::new);
        Infrastructure hosts = infrastructure(random, providers);
        List<Component> components = new ArrayList<>();
        for (String id : random.nextBoolean() ? List.of("web") : List.of("web", "media")) {
            int rate = 5 + random.nextInt(40);
            int replicas = 1 + random.nextInt(2);
            List<Form> forms = new ArrayList<>();
            forms.add(new Figures(NGINX, FormKind.CONTAINER, 2 + random.nextInt(20), 64 + random.nextInt(400)).form(rate / replicas + 1));
            forms.add(new Figures(FLASK, FormKind.CONTAINER, 2 + random.nextInt(20), 64 + random.nextInt(400)).form(rate / replicas + 1));
            if (random.nextBoolean()) {
                forms.add(new Figures(UNIKERNEL, FormKind.MICROVM, 1 + random.nextInt(10), 48 + random.nextInt(100)).form(rate / replicas
                        + 1));
            }
            components.add(new Component(id, false, replicas, forms, SockShop.component(id, false, 1, 1).provides(), List.of()));
        }
        List<LearnedStart> starts = new ArrayList<>();
        hosts.hosts().forEach(host -> List.of(NGINX, FLASK, UNIKERNEL).forEach(image -> starts.add(new LearnedStart(host.id(),
                image.equals(UNIKERNEL) ? FormKind.MICROVM : FormKind.CONTAINER, image, new Millis(50 + 10 * random.nextInt(300))))));
        return problem(hosts, components, starts);
    }

    private static OptionalLong enumerated(PlacementProblem problem) {
        return best(problem, copies(problem), new ArrayList<>());
    }

    private static List<Component> copies(PlacementProblem problem) {
        return problem.application().components().stream().flatMap(component -> IntStream.range(0, component.replicas())
                .mapToObj(any -> component)).toList();
    }

    private static OptionalLong best(PlacementProblem problem, List<Component> copies, List<Candidate> chosen) {
        List<Host> hosts = problem.infrastructure().hosts();
        if (chosen.size() == copies.size()) {
            return fits(problem, chosen) ? OptionalLong.of(points(problem, chosen)) : OptionalLong.empty();
        }
        OptionalLong best = OptionalLong.empty();
        for (int host = 0; host < hosts.size(); host++) {
            for (Form form : copies.get(chosen.size()).forms()) {
                if (hosts.get(host).provider().equals(form.kind() == FormKind.MICROVM ? "microvm" : "lxc")) {
                    chosen.add(new Candidate(host, form));
                    OptionalLong rest = best(problem, copies, chosen);
                    best = best.isEmpty() || rest.isPresent() && rest.getAsLong() < best.getAsLong() ? rest : best;
                    chosen.remove(chosen.size() - 1);
                }
            }
        }
        return best;
    }

    private static boolean fits(PlacementProblem problem, List<Candidate> chosen) {
        return IntStream.range(0, problem.infrastructure().hosts().size()).allMatch(host -> {
            HostType type = problem.infrastructure().hostTypeOf(problem.infrastructure().hosts().get(host).id());
            List<Form> on = chosen.stream().filter(one -> one.host() == host).map(Candidate::form).toList();
            return on.stream().mapToLong(form -> form.cpu().value()).sum() <= type.cpu().value()
                    && on.stream().mapToLong(form -> form.memory().value()).sum() <= type.memory().value();
        });
    }

    /** Hundredths: seconds of each start × weight, and EUR/month of each used host. */
    private static long points(PlacementProblem problem, List<Candidate> chosen) {
        List<Host> hosts = problem.infrastructure().hosts();
        long starts = chosen.stream().mapToLong(one -> Math.round(problem.starts().stream().filter(start -> start.hostId().equals(
                hosts.get(one.host()).id()) && start.image().equals(one.form().image())).findFirst().orElseThrow().time().value()
                / 1_000 * 100 * START_WEIGHT)).sum();
        return starts + chosen.stream().map(Candidate::host).distinct().mapToLong(host ->
                problem.infrastructure().hostTypeOf(hosts.get(host).id()).cost().value()).sum();
    }

    private static long points(PlacementProblem problem, DeploymentPlan plan) {
        List<String> hosts = problem.infrastructure().hosts().stream().map(Host::id).toList();
        List<Candidate> chosen = plan.instances().stream().map(placed -> new Candidate(hosts.indexOf(placed.hostId()),
                problem.application().component(placed.instance().componentId()).forms().stream().filter(form -> form.image()
                        .equals(placed.spec().image()) && form.kind() == placed.spec().form()).findFirst().orElseThrow())).toList();
        assertThat(fits(problem, chosen)).isTrue();
        return points(problem, chosen);
    }

    private static LearnedStart start(int host, String image, int millis) {
        return new LearnedStart("h" + host + "-1", FormKind.CONTAINER, image, new Millis(millis));
    }

    private static Form container(String image, int mebibytes) {
        return Form.container(image, new MilliCores(100), Bytes.ofMebi(mebibytes), Set.of(Architecture.AMD64), Map.of());
    }

    private static Form microvm(int mebibytes) {
        return Form.microvm(UNIKERNEL, new MilliCores(100), Bytes.ofMebi(mebibytes), Set.of(Architecture.AMD64), Map.of());
    }

    private static Component web(int replicas, Form... forms) {
        return new Component("web", false, replicas, List.of(forms), SockShop.component("web", false, 1, 1).provides(), List.of());
    }

    private static Planned planned(PlacementProblem problem) {
        return (Planned) new OptaPlannerPlanner().plan(problem);
    }

    private static Set<String> images(Planned planned) {
        return new HashSet<>(planned.plan().instances().stream().map(placed -> placed.spec().image()).collect(Collectors.toSet()));
    }

    private static Infrastructure hosts(String... providers) {
        return infrastructure(new Random(1) {
            @Override
            public int nextInt(int bound) {
                return bound == 600 ? 0 : bound - 1;
            }
        }, providers);
    }

    /** Hosts h0-1, h1-1… of one site, each of its own type. */
    private static Infrastructure infrastructure(Random random, String... providers) {
        List<HostType> types = IntStream.range(0, providers.length).mapToObj(host -> SockShop.type("h" + host, Architecture.AMD64,
                1 + random.nextInt(2), 256 + random.nextInt(513), random.nextInt(600))).toList();
        Site bergen = SockShop.site("bergen", SiteKind.EDGE, "NO", 60.4, 5.3, 6, List.of("BKK/4"),
                types.stream().map(type -> type.id() + "-1").toArray(String[]::new));
        List<Host> hosts = IntStream.range(0, providers.length).mapToObj(number -> {
            Host host = bergen.hosts().get(number);
            return new Host(host.id(), host.hostTypeId(), providers[number], host.address(), host.port(), host.credentials());
        }).toList();
        return new Infrastructure("one-site", types, List.of(
                new Site(bergen.id(), bergen.kind(), bergen.country(), bergen.position(), bergen.isps(), hosts, Optional.empty()),
                SockShop.site("users-bergen", SiteKind.USERS, "NO", 60.4, 5.2, 7, List.of("BKK/4"))));
    }

    private static PlacementProblem problem(Infrastructure infrastructure, List<Component> components, List<LearnedStart> starts) {
        ApplicationModel application = new ApplicationModel("shop", "1", components, List.of(),
                List.of(SockShop.users("bergen", "users-bergen", "BKK", IpFamily.IPV4, 1, Map.of("read", 1.0))),
                List.of(new Request("read", components.stream().map(part -> SockShop.hop("users", part.id(), 1, 8)).toList())), List.of(),
                List.of(new Goal.MinimiseCost(1), new Goal.MinimiseStartup(START_WEIGHT)));
        return PlacementProblems.of(application, infrastructure, SockShop.inventory(infrastructure),
                new SyntheticNetwork(infrastructure, Map.of("BKK", new SyntheticNetwork.IspWorth(1, 90)), Map.of()).matrix(),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT).withStarts(starts);
    }
}
