package org.caravan.solver;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Coupling;
import org.caravan.application.Form;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Scaling;
import org.caravan.application.Separation;
import org.caravan.application.Slo;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;
import org.caravan.problem.AddressSlots;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.unit.Millis;
import org.caravan.unit.RequestRate;

/**
 * {@link GeneratedProblems}, with more hosts and fewer restrictions so that most have a placement, and with more of what a model or an
 * operator may ask for, each at random; says what of it a problem has.
 */
public final class MixedProblems {

    public enum Feature { REPLICAS, APART, FORMS, COUNTRIES, SITES, DATA_IN_PLACE, PLACED_BEFORE, DRAINED, SCARCE_ADDRESSES, RENTED,
            PROMISES, OTHERS, SILENT_HOSTS, LIMIT, POWER, DISK, QUOTA, TOGETHER, PREFERENCES, NARROW_LINES, QUEUES, EGRESS, UTILITY,
            CONTROLS, CLASSES, STARTUP, GPU }

    /** @param has of the features, those it has */
    public record Mixed(PlacementProblem problem, Set<Feature> has) {}

    private final int seed;
    private final Random random;
    private PlacementProblem problem;

    private MixedProblems(int seed) {
        this.seed = seed;
        this.random = new Random(seed * 7_919L);
        this.random.nextLong();
        this.problem = GeneratedProblems.sized(1_000_000 + seed, 4, 8);
    }

    public static Mixed of(int seed) {
        return new MixedProblems(seed).mixed();
    }

    private Mixed mixed() {
        problem = problem.withApplication(application(problem.application()));
        problem = problem.withApplication(queued(problem.application()));
        problem = problem.withInfrastructure(infrastructure(problem.infrastructure()));
        problem = random.nextInt(3) == 0 ? withTakenSlots() : problem;
        problem = random.nextInt(3) == 0 ? Replanning.asIfPlacedAnywhere(problem, random) : problem;
        Map<String, String> drained = new HashMap<>();
        problem.infrastructure().hosts().stream().filter(host -> random.nextInt(12) == 0)
                .forEach(host -> drained.put(host.id(), "drained"));
        problem = problem.excluding(drained);
        problem = CostlyProblems.added(problem, seed);
        problem = random.nextInt(3) == 0 ? GeneratedPlacementRules.added(problem) : problem;
        problem = random.nextInt(4) == 0 ? GeneratedPlacementRules.narrow(problem) : problem;
        problem = seed % 3 == 1 ? GeneratedPlacementRules.priced(problem) : problem;
        problem = seed % 4 == 2 ? GeneratedUtilities.added(problem) : problem;
        problem = GeneratedControls.added(problem, seed);
        problem = seed % 5 == 3 ? GeneratedStartups.added(problem) : problem;
        problem = seed % 6 == 4 ? GeneratedGpus.added(problem, seed) : problem;
        return new Mixed(problem, has());
    }

    private ApplicationModel application(ApplicationModel model) {
        List<Component> components = model.components().stream()
                .map(part -> new Component(part.id(), part.stateful(), part.replicas(), part.scaling(), forms(part.forms().get(0)),
                        part.provides(), part.requires()))
                .toList();
        List<Separation> separations = new ArrayList<>(model.separations().stream().filter(one -> random.nextBoolean()).toList());
        components.stream().filter(part -> part.replicas() > 1 && random.nextInt(5) == 0 && separations.isEmpty())
                .forEach(part -> separations.add(new Separation(part.id(), Separation.By.FORM)));
        List<LocationRequirement> locations = new ArrayList<>(model.locations().stream().filter(one -> random.nextInt(3) > 0).toList());
        components.stream().filter(part -> random.nextInt(12) == 0)
                .forEach(part -> locations.add(new LocationRequirement(part.id(), Set.of("site0", "site1"), Set.of())));
        return new ApplicationModel(model.name(), model.version(), components, locations, separations, model.users(), model.requests(),
                model.slos().stream().map(this::laxer).toList(), model.goals(), model.onFailure());
    }

    /** Twice or three times as long for two of three. */
    private Slo laxer(Slo slo) {
        return new Slo(slo.id(), slo.percentile(), slo.requestId(), new Millis(slo.limit().value() * (1 + random.nextInt(3))));
    }

    /**
     * In one of three, some say what a replica of them can serve: mostly more than comes. Numbers of their own, so that the others stay as
     * they were.
     */
    private ApplicationModel queued(ApplicationModel model) {
        Random numbers = new Random(31L * seed + 1);
        boolean some = numbers.nextInt(3) == 0;
        return model.withComponents(model.components().stream().map(part -> {
            double each = model.rateOf(part.id()).value() / part.replicas();
            Scaling scaling = new Scaling(part.replicas(), new RequestRate(0.5 + each * (0.95 + 4 * numbers.nextDouble())));
            return some && numbers.nextBoolean()
                    ? new Component(part.id(), part.stateful(), part.replicas(), Optional.of(scaling), part.forms(), part.provides(),
                            part.requires()) : part;
        }).toList());
    }

    private List<Form> forms(Form container) {
        Form microvm = Form.microvm(container.image() + ".unikernel", container.cpu(), container.memory(), container.architectures(),
                Map.of());
        return switch (random.nextInt(6)) {
            case 0 -> List.of(container, microvm);
            case 1 -> List.of(microvm, container);
            default -> List.of(container);
        };
    }

    /** In one of three, some hosts run microVMs or containers only; in one of five, those of a site are rented. */
    private Infrastructure infrastructure(Infrastructure before) {
        boolean kinds = random.nextInt(3) == 0;
        List<Site> sites = before.sites().stream().map(site -> {
            boolean rented = random.nextInt(5) == 0;
            List<Host> hosts = site.hosts().stream().map(host -> rented ? rented(host, site) : kinds ? of(host) : host).toList();
            return new Site(site.id(), site.kind(), site.country(), site.position(), site.isps(), hosts, site.vantage());
        }).toList();
        return new Infrastructure(before.name(), before.hostTypes(), sites);
    }

    private static Host rented(Host host, Site site) {
        Region region = new Region("openstack", Optional.empty(), site.id(), Optional.empty(), "os");
        return Host.rented(host.id(), host.hostTypeId(), new Rental(region, "small", "debian", false));
    }

    private Host of(Host host) {
        String provider = List.of("lxc", "microvm", "simulated").get(random.nextInt(3));
        return new Host(host.id(), host.hostTypeId(), provider, host.address(), host.port(), host.credentials());
    }

    /** Other applications leave no address or up to three at a site. */
    private PlacementProblem withTakenSlots() {
        Map<String, Set<Integer>> taken = new HashMap<>(problem.takenSlots());
        int free = random.nextInt(4);
        taken.put("site0", new TreeSet<>(IntStream.rangeClosed(AddressSlots.FIRST, AddressSlots.LAST - free).boxed().toList()));
        return new PlacementProblem(problem.application(), problem.infrastructure(), problem.inventory(), problem.network(),
                problem.parentId(),
                problem.generation(), problem.current(), problem.reservedElsewhere(), taken, problem.policy());
    }

    private Set<Feature> has() {
        ApplicationModel model = problem.application();
        Set<Feature> has = EnumSet.noneOf(Feature.class);
        add(has, Feature.REPLICAS, model.components().stream().anyMatch(part -> part.replicas() > 1));
        add(has, Feature.APART, !model.separations().isEmpty());
        add(has, Feature.FORMS, model.components().stream()
                .anyMatch(part -> part.forms().stream().anyMatch(form -> form.kind() == FormKind.MICROVM)));
        add(has, Feature.COUNTRIES, model.locations().stream().anyMatch(location -> !location.countries().isEmpty()));
        add(has, Feature.SITES, model.locations().stream().anyMatch(location -> !location.siteIds().isEmpty()));
        add(has, Feature.DATA_IN_PLACE, problem.current().stream()
                .anyMatch(now -> model.component(now.instance().componentId()).stateful()));
        add(has, Feature.PLACED_BEFORE, !problem.current().isEmpty());
        add(has, Feature.DRAINED, !problem.excluded().isEmpty());
        add(has, Feature.SCARCE_ADDRESSES, problem.takenSlots().getOrDefault("site0", Set.of()).size() > 100);
        add(has, Feature.RENTED, problem.infrastructure().hosts().stream().anyMatch(host -> host.rental().isPresent()));
        add(has, Feature.PROMISES, !model.slos().isEmpty());
        add(has, Feature.OTHERS, !problem.reservedElsewhere().isEmpty());
        add(has, Feature.SILENT_HOSTS, !problem.inventory().unobserved().isEmpty());
        add(has, Feature.LIMIT, CostlyProblems.limited(problem));
        add(has, Feature.POWER, CostlyProblems.powered(model));
        add(has, Feature.QUOTA, problem.infrastructure().sites().stream().anyMatch(site -> !site.quotas().isEmpty()));
        add(has, Feature.DISK, CostlyProblems.asksForDisk(model));
        add(has, Feature.GPU, ProblemCompiler.of(problem).considered().gpu());
        add(has, Feature.NARROW_LINES, ProblemCompiler.of(problem).lines().all().size() > 0);
        add(has, Feature.TOGETHER, model.supplement().bonds().couplings().stream().anyMatch(Coupling::required));
        add(has, Feature.PREFERENCES, model.supplement().bonds().couplings().stream().anyMatch(coupling -> !coupling.required()));
        add(has, Feature.QUEUES, !model.slos().isEmpty() && model.components().stream().anyMatch(part -> part.scaling().isPresent()));
        add(has, Feature.EGRESS, ProblemCompiler.of(problem).considered().egress());
        add(has, Feature.UTILITY, ProblemCompiler.of(problem).utilities().any());
        add(has, Feature.CONTROLS, !model.supplement().controls().isEmpty());
        add(has, Feature.STARTUP, ProblemCompiler.of(problem).considered().startup() > 0);
        add(has, Feature.CLASSES, !model.supplement().data().isEmpty());
        return has;
    }

    private static void add(Set<Feature> has, Feature feature, boolean there) {
        if (there) {
            has.add(feature);
        }
    }
}
