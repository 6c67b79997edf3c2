package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.application.Limit;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostPower;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Quota;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Reservation;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;

/** Problems with more that costs or bounds what is placed, each at random: a limit, power, disk. */
public final class CostlyProblems {

    private final Random random;

    private CostlyProblems(Random random) {
        this.random = random;
    }

    public static PlacementProblem added(PlacementProblem problem, long seed) {
        Random random = new Random(seed * 104_729L);
        random.nextLong();
        return new CostlyProblems(random).added(problem);
    }

    /** The same with one limit on cost, which replaces any that it had. */
    static PlacementProblem limited(PlacementProblem problem, long cents) {
        return with(problem, problem.application().components(), problem.application().goals(),
                List.of(new Limit("spend", new MonthlyCost(cents))));
    }

    static PlacementProblem with(PlacementProblem problem, List<Component> components, List<Goal> goals, List<Limit> limits) {
        ApplicationModel model = problem.application();
        return problem.withApplication(new ApplicationModel(model.name(), model.version(), components, model.locations(),
                model.separations(), model.users(),
                model.requests(), model.slos(), goals, model.onFailure(), model.supplement().withLimits(limits)));
    }

    private PlacementProblem added(PlacementProblem problem) {
        ApplicationModel model = problem.application();
        PlacementProblem changed = problem;
        if (random.nextInt(2) == 0) {
            List<Limit> limits = new ArrayList<>(List.of(new Limit("spend", new MonthlyCost(3_000 + random.nextInt(25_000)))));
            if (random.nextInt(4) == 0) {
                limits.add(new Limit("lax", new MonthlyCost(14_000)));
            }
            changed = with(changed, model.components(), model.goals(), limits);
        }
        if (random.nextInt(2) == 0) {
            List<Goal> goals = new ArrayList<>(model.goals());
            goals.add(new Goal.MinimisePower(0.1 + random.nextInt(3)));
            changed = powered(with(changed, model.components(), goals, changed.application().supplement().limits()));
        }
        changed = random.nextInt(2) == 0 ? filled(changed) : changed;
        return random.nextInt(3) == 0 ? rationed(changed) : changed;
    }

    /** At most sites hosts are rented, each of a quota of the site. */
    private PlacementProblem rationed(PlacementProblem problem) {
        Infrastructure before = problem.infrastructure();
        return problem.withInfrastructure(new Infrastructure(before.name(), before.hostTypes(), before.sites().stream()
                .map(site -> site.hosts().isEmpty() || random.nextInt(3) == 0 ? site : rationed(site)).toList()));
    }

    private Site rationed(Site site) {
        Region region = new Region("openstack", Optional.empty(), site.id(), Optional.empty(), "os");
        List<Host> hosts = site.hosts().stream().map(host -> Host.rented(host.id(), host.hostTypeId(),
                new Rental(region, "small", "debian", false))).toList();
        Quota quota = new Quota(random.nextBoolean() ? Optional.of(new MilliCores(1_000L * (2 + random.nextInt(9)))) : Optional.empty(),
                random.nextBoolean() ? Optional.of(Bytes.ofMebi(512L * (1 + random.nextInt(9)))) : Optional.empty(),
                random.nextInt(3) == 0 ? Optional.of(1) : Optional.empty());
        return new Site(site.id(), site.kind(), site.country(), site.position(), site.isps(), hosts, site.vantage(),
                Map.of("openstack", quota));
    }

    /** One type of host may be without a power. */
    private PlacementProblem powered(PlacementProblem problem) {
        Infrastructure before = problem.infrastructure();
        List<HostType> types = before.hostTypes().stream().map(type -> random.nextInt(4) == 0 ? type
                : type.withPower(new HostPower(random.nextInt(30) / 4.0, 8 + random.nextInt(100)))).toList();
        return problem.withInfrastructure(new Infrastructure(before.name(), types, before.sites()));
    }

    /** Hosts have 9 to 18 GiB or do not say it; forms ask for none to 5. */
    private PlacementProblem filled(PlacementProblem problem) {
        List<Component> components = problem.application().components().stream()
                .map(part -> new Component(part.id(), part.stateful(), part.replicas(), part.scaling(),
                        part.forms().stream().map(this::withDisk).toList(), part.provides(), part.requires())).toList();
        PlacementProblem asking = with(problem, components, problem.application().goals(), problem.application().supplement().limits());
        List<ObservedHost> hosts = problem.inventory().hosts().stream()
                .map(host -> new ObservedHost(host.hostId(), host.architecture(), host.cpu(), host.memory(),
                random.nextInt(6) == 0 ? new Bytes(0) : gibi(9 + random.nextInt(10)), host.addresses())).toList();
        TreeMap<String, Reservation> others = new TreeMap<>(problem.reservedElsewhere());
        others.replaceAll((host, reserved) -> new Reservation(reserved.cpu(), reserved.memory(), Optional.of(gibi(random.nextInt(3)))));
        return new PlacementProblem(asking.application(), asking.infrastructure(), new Inventory(hosts, problem.inventory().unobserved()),
                asking.network(),
                asking.parentId(), asking.generation(), asking.current(), others, asking.takenSlots(), asking.excluded(), asking.policy());
    }

    private Form withDisk(Form form) {
        return form.withDisk(gibi(Math.max(0, random.nextInt(7) - 1)));
    }

    private static Bytes gibi(int count) {
        return Bytes.ofMebi(1024L * count);
    }

    static boolean limited(PlacementProblem problem) {
        return !problem.application().supplement().limits().isEmpty();
    }

    static boolean powered(ApplicationModel model) {
        return model.goals().stream().anyMatch(Goal.MinimisePower.class::isInstance);
    }

    static boolean asksForDisk(ApplicationModel model) {
        return Optional.of(model).stream().flatMap(one -> one.components().stream()).flatMap(part -> part.forms().stream())
                .anyMatch(form -> form.disk().isPresent());
    }
}
