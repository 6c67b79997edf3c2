package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Endpoint;
import org.caravan.application.EndpointReference;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Readiness;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;
import org.caravan.unit.RequestRate;

/** A web shop of ten components over five sites, with figures in the manner of NorNet. */
public final class SockShop {

    private static final Map<String, SyntheticNetwork.IspWorth> ISPS = Map.of(
            "Uninett", new SyntheticNetwork.IspWorth(1, 90),
            "Kvantel", new SyntheticNetwork.IspWorth(2, 200),
            "BKK", new SyntheticNetwork.IspWorth(1.5, 90),
            "Telenor", new SyntheticNetwork.IspWorth(12, 16),
            "PowerTech", new SyntheticNetwork.IspWorth(14, 1),
            "CERNET", new SyntheticNetwork.IspWorth(40, 20),
            "CnUnicom", new SyntheticNetwork.IspWorth(55, 8),
            "Amazon", new SyntheticNetwork.IspWorth(2, 300));

    private SockShop() {}

    public static PlacementProblem first() {
        return problem(Map.of(), Optional.empty());
    }

    /** @param addedDelay by site, ms; @param target the current plan */
    public static PlacementProblem problem(Map<String, Double> addedDelay, Optional<DeploymentPlan> target) {
        return problem(application(), addedDelay, target);
    }

    static PlacementProblem problem(
            ApplicationModel application, Map<String, Double> addedDelay, Optional<DeploymentPlan> target) {
        Infrastructure infrastructure = infrastructure();
        return PlacementProblems.of(
                application,
                infrastructure,
                inventory(infrastructure),
                new SyntheticNetwork(infrastructure, ISPS, addedDelay).matrix(),
                target.map(DeploymentPlan::asCurrentTarget),
                List.of(),
                PlanningPolicy.DEFAULT);
    }

    static ApplicationModel application() {
        return new ApplicationModel(
                "sock-shop",
                "1.0",
                List.of(
                        component("frontend", false, 300, 128, "catalogue", "carts", "orders", "user"),
                        component("catalogue", false, 200, 64, "catalogue-db"),
                        component("catalogue-db", false, 250, 256),
                        component("carts", false, 300, 192, "carts-db"),
                        component("carts-db", true, 250, 192),
                        component("orders", false, 300, 192, "payment", "shipping", "user", "carts"),
                        component("payment", false, 100, 32),
                        component("shipping", false, 200, 64),
                        component("user", false, 200, 64, "user-db"),
                        component("user-db", true, 250, 192)),
                List.of(
                        new LocationRequirement("carts-db", Set.of("simula"), Set.of()),
                        new LocationRequirement("user-db", Set.of("simula"), Set.of("NO"))),
                List.of(
                        users("bergen", "users-bergen", "BKK", IpFamily.IPV4, 30, Map.of("browse", 0.8, "checkout", 0.2)),
                        users("haikou", "users-haikou", "CERNET", IpFamily.IPV6, 5, Map.of("browse", 1.0))),
                List.of(
                        new Request("browse", List.of(
                                hop(Hop.USERS, "frontend", 1, 24),
                                hop("frontend", "catalogue", 2, 8),
                                hop("catalogue", "catalogue-db", 5, 4))),
                        new Request("checkout", List.of(
                                hop(Hop.USERS, "frontend", 1, 8),
                                hop("frontend", "orders", 2, 2),
                                hop("orders", "user", 2, 2),
                                hop("user", "user-db", 3, 2),
                                hop("orders", "carts", 2, 2),
                                hop("carts", "carts-db", 3, 4),
                                hop("orders", "payment", 1, 1),
                                hop("orders", "shipping", 1, 1)))),
                List.of(new Slo("fast", 95, "checkout", new Millis(150))),
                List.of(
                        new Goal.MinimiseLatency("browse", 3),
                        new Goal.MinimiseLatency("checkout", 1),
                        new Goal.MinimiseCost(1)));
    }

    static Infrastructure infrastructure() {
        return new Infrastructure(
                "NorNet",
                List.of(
                        type("pi", Architecture.ARM64, 4, 1024, 300),
                        type("server", Architecture.AMD64, 8, 8192, 4_000),
                        type("rented", Architecture.AMD64, 2, 4096, 6_500)),
                List.of(
                        site("hainan", SiteKind.EDGE, "CN", 20, 110.3, 88, List.of("CERNET/46", "CnUnicom/4"), "pi-1", "pi-2"),
                        site("bergen", SiteKind.EDGE, "NO", 60.4, 5.3, 6, List.of("Uninett/46", "BKK/46"), "pi-3"),
                        site("narvik", SiteKind.EDGE, "NO", 68.4, 17.4, 10, List.of("Uninett/4", "PowerTech/46"), "pi-4"),
                        site("simula", SiteKind.PRIVATE, "NO", 59.9, 10.6, 1, List.of("Uninett/46", "Kvantel/4", "Telenor/4"), "server-1"),
                        site("ohio", SiteKind.PUBLIC, "US", 40, -83, 99, List.of("Amazon/4"), "rented-1"),
                        site("users-bergen", SiteKind.USERS, "NO", 60.4, 5.2, 7, List.of("BKK/4")),
                        site("users-haikou", SiteKind.USERS, "CN", 20, 110.2, 89, List.of("CERNET/46"))));
    }

    public static Inventory inventory(Infrastructure infrastructure) {
        return new Inventory(
                infrastructure.hosts().stream()
                        .map(host -> {
                            HostType type = infrastructure.hostTypeOf(host.id());
                            return new ObservedHost(
                                    host.id(), type.architecture(), type.cpu(), type.memory(), type.disk(), List.of());
                        })
                        .toList(),
                List.of());
    }

    public static Component component(String id, boolean stateful, long cpu, long mebibytes, String... requires) {
        return new Component(
                id,
                stateful,
                List.of(Form.container("sock-shop/" + id, new MilliCores(cpu), Bytes.ofMebi(mebibytes),
                        Set.of(Architecture.AMD64, Architecture.ARM64), Map.of())),
                List.of(new Endpoint("http", 8080, new Readiness.TcpAccepts())),
                Arrays.stream(requires).map(peer -> new EndpointReference(peer, "http")).toList());
    }

    public static Users users(String id, String site, String isp, IpFamily family, double rate, Map<String, Double> mix) {
        return new Users(id, new AccessPoint(site, isp, family), new RequestRate(rate), mix);
    }

    public static Hop hop(String from, String to, int turns, long kibibytes) {
        return new Hop(from, to, turns, new Bytes(kibibytes * 1024));
    }

    public static HostType type(String id, Architecture architecture, int cores, long mebibytes, long cents) {
        return new HostType(id, architecture, MilliCores.ofCores(cores), Bytes.ofMebi(mebibytes),
                Bytes.ofMebi(32_768), new MonthlyCost(cents));
    }

    /** @param isps each with its IP versions: {@code Uninett/46}; @param hostIds whose type is what stands before "-" */
    public static Site site(String id, SiteKind kind, String country, double latitude, double longitude, int index,
            List<String> isps, String... hostIds) {
        List<Isp> named = new ArrayList<>();
        for (int i = 0; i < isps.size(); i++) {
            String[] parts = isps.get(i).split("/");
            Map<IpFamily, Subnet> subnets = new TreeMap<>();
            if (parts[1].contains("4")) {
                String prefix = "10." + (i + 1) + "." + index + ".";
                subnets.put(IpFamily.IPV4, new Subnet(prefix + "0/24", prefix + "1"));
            }
            if (parts[1].contains("6")) {
                String prefix = "fd4e:" + (i + 1) + ":" + Integer.toHexString(index) + "::";
                subnets.put(IpFamily.IPV6, new Subnet(prefix + "/64", prefix + "1"));
            }
            named.add(new Isp(parts[0], subnets));
        }
        List<Host> hosts = Arrays.stream(hostIds)
                .map(hostId -> new Host(hostId, hostId.substring(0, hostId.indexOf('-')), "simulated", hostId, 22, "key"))
                .toList();
        return new Site(id, kind, country, new Position(latitude, longitude), named, hosts, Optional.empty());
    }
}
