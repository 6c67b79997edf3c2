package org.caravan.solver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.adapter.UnobservedHost;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Request;
import org.caravan.application.Separation;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.Reservation;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;

/** Small problems of every kind, one per seed: tight and roomy, with and without promises, with holes in the network. */
public final class GeneratedProblems {

    private final Random random;
    private final int components;
    private final int hosts;

    private GeneratedProblems(long seed, int components, int hosts) {
        this.random = new Random(seed);
        // The first numbers of neighbouring seeds are alike.
        random.nextLong();
        this.components = 2 + random.nextInt(components - 1);
        this.hosts = 2 + random.nextInt(hosts - 1);
    }

    public static Stream<PlacementProblem> small(int count) {
        return IntStream.range(0, count).mapToObj(seed -> new GeneratedProblems(seed, 5, 5).problem());
    }

    public static PlacementProblem sized(long seed, int components, int hosts) {
        return new GeneratedProblems(seed, components, hosts).problem();
    }

    private PlacementProblem problem() {
        Infrastructure infrastructure = infrastructure();
        return PlacementProblems.of(
                application(infrastructure),
                infrastructure,
                inventory(infrastructure),
                matrix(infrastructure),
                Optional.empty(),
                others(infrastructure),
                new PlanningPolicy(random.nextInt(3), 300, random.nextInt(3) * 40L));
    }

    private Infrastructure infrastructure() {
        List<HostType> types = List.of(
                SockShop.type("pi", Architecture.ARM64, 2 + random.nextInt(3), 512, random.nextInt(500)),
                SockShop.type("server", Architecture.AMD64, 4, 2048, random.nextInt(9_000)));
        List<Site> sites = new ArrayList<>();
        int placed = 0;
        for (int s = 0; placed < hosts; s++) {
            int here = Math.min(hosts - placed, 1 + random.nextInt(2));
            String[] hostIds = new String[here];
            for (int h = 0; h < here; h++) {
                hostIds[h] = (random.nextBoolean() ? "pi-" : "server-") + placed++;
            }
            sites.add(site("site" + s, SiteKind.EDGE, s + 1, hostIds));
        }
        sites.add(site("users0", SiteKind.USERS, 101));
        sites.add(site("users1", SiteKind.USERS, 102));
        return new Infrastructure("generated", types, sites);
    }

    private Site site(String id, SiteKind kind, int index, String... hostIds) {
        List<String> isps = random.nextBoolean() ? List.of("A/46") : List.of("A/46", "B/4");
        return SockShop.site(id, kind, random.nextBoolean() ? "NO" : "CN", random.nextInt(120) - 60,
                random.nextInt(300) - 150, index, isps, hostIds);
    }

    private Inventory inventory(Infrastructure infrastructure) {
        List<ObservedHost> observed = new ArrayList<>(SockShop.inventory(infrastructure).hosts());
        List<UnobservedHost> unobserved = new ArrayList<>();
        if (random.nextInt(6) == 0) {
            unobserved.add(new UnobservedHost(observed.remove(0).hostId(), "connection refused"));
        }
        return new Inventory(observed, unobserved);
    }

    private NetworkMatrix matrix(Infrastructure infrastructure) {
        Map<String, Double> added = new HashMap<>();
        infrastructure.sites().forEach(site -> added.put(site.id(), random.nextInt(40) * 1.0));
        NetworkMatrix whole = new SyntheticNetwork(
                        infrastructure,
                        Map.of("A", new SyntheticNetwork.IspWorth(2, 80), "B", new SyntheticNetwork.IspWorth(9, 300)),
                        added)
                .matrix();
        List<PathFigures> known = whole.all().values().stream().filter(figures -> random.nextInt(12) > 0).toList();
        return NetworkMatrix.of(known);
    }

    private ApplicationModel application(Infrastructure infrastructure) {
        List<Component> parts = new ArrayList<>();
        List<LocationRequirement> locations = new ArrayList<>();
        for (int c = 0; c < components; c++) {
            String[] peers = c + 1 < components ? new String[] {"c" + (c + 1 + random.nextInt(components - c - 1))} : new String[0];
            parts.add(SockShop.component("c" + c, random.nextInt(4) == 0, 100 + random.nextInt(1_400),
                    32 + random.nextInt(300), peers));
            if (random.nextInt(5) == 0) {
                locations.add(new LocationRequirement("c" + c, Set.of(), Set.of(random.nextBoolean() ? "NO" : "CN")));
            }
        }
        List<Request> requests = List.of(request("r0", parts), request("r1", parts));
        List<Users> users = List.of(
                SockShop.users("u0", "users0", "A", IpFamily.IPV4, random.nextInt(20), Map.of("r0", 0.5, "r1", 0.5)),
                SockShop.users("u1", "users1", "A", IpFamily.IPV6, random.nextInt(20), Map.of("r0", 1.0)));
        List<Slo> slos = random.nextBoolean()
                ? List.of()
                : List.of(new Slo("fast", random.nextBoolean() ? 95 : 50, "r0", new Millis(300 + random.nextInt(900))));
        return replicated(new ApplicationModel("generated", "1", parts, locations, users, requests, slos, goals()));
    }

    /** In two of three, one component has two replicas or three, in half of these kept apart. */
    private ApplicationModel replicated(ApplicationModel model) {
        Optional<Component> chosen = model.components().stream().filter(component -> !component.stateful()).findFirst()
                .filter(component -> random.nextInt(3) > 0);
        List<Separation> separations = chosen.filter(component -> random.nextBoolean()).stream()
                .map(component -> new Separation(
                        component.id(), random.nextBoolean() ? Separation.By.SITE : Separation.By.HOST))
                .toList();
        int replicas = 2 + random.nextInt(2);
        List<Component> components = model.components().stream()
                .map(component -> chosen.filter(component::equals).isEmpty() ? component : new Component(component.id(), false,
                        replicas, component.forms(), component.provides(), component.requires()))
                .toList();
        return new ApplicationModel(model.name(), model.version(), components, model.locations(), separations, model.users(),
                model.requests(), model.slos(), model.goals(), model.onFailure());
    }

    private List<Goal> goals() {
        return switch (random.nextInt(4)) {
            case 0 -> List.of(new Goal.MinimiseLatency("r0", 1));
            case 1 -> List.of(new Goal.MinimiseCost(1));
            default -> List.of(
                    new Goal.MinimiseLatency("r0", 1 + random.nextInt(3)),
                    new Goal.MinimiseLatency("r1", 0.5),
                    new Goal.MinimiseCost(0.3));
        };
    }

    private Request request(String id, List<Component> parts) {
        List<Hop> hops = new ArrayList<>();
        hops.add(SockShop.hop(Hop.USERS, "c0", 1 + random.nextInt(3), random.nextInt(60)));
        for (Component part : parts) {
            part.requires().forEach(required -> {
                if (random.nextInt(4) > 0) {
                    hops.add(SockShop.hop(part.id(), required.componentId(), 1 + random.nextInt(6), random.nextInt(20)));
                }
            });
        }
        return new Request(id, hops);
    }

    private List<OtherPlacement> others(Infrastructure infrastructure) {
        List<OtherPlacement> others = new ArrayList<>();
        infrastructure.sites().forEach(site -> site.hosts().forEach(host -> {
            if (random.nextInt(4) == 0) {
                others.add(new OtherPlacement(site.id(), host.id(), 100 + others.size(),
                        new Reservation(new MilliCores(random.nextInt(1_500)), Bytes.ofMebi(random.nextInt(300)))));
            }
        }));
        return others;
    }
}
