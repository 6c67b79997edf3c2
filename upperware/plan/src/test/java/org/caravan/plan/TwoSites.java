package org.caravan.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Endpoint;
import org.caravan.application.EndpointReference;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
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
import org.caravan.infrastructure.Vantage;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;
import org.caravan.unit.RequestRate;

/** A web component and its database; a site with two ISPs and two hosts, one with one of each, and one of users. */
public final class TwoSites {

    static final AccessPoint OSLO_FAST = new AccessPoint("oslo", "Fast", IpFamily.IPV4);
    static final AccessPoint OSLO_NEAR = new AccessPoint("oslo", "Near", IpFamily.IPV4);
    static final AccessPoint BERGEN = new AccessPoint("bergen", "Fast", IpFamily.IPV4);
    static final AccessPoint HOME = new AccessPoint("home", "Near", IpFamily.IPV4);

    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private TwoSites() {}

    /** The network is known whole: Bergen is 12 ms from Oslo and 20 ms from home, Oslo 3 ms. */
    public static PlacementProblem problem(Optional<DeploymentPlan> target, List<OtherPlacement> others) {
        return problem(application(), target, others);
    }

    public static PlacementProblem problem(
            ApplicationModel application, Optional<DeploymentPlan> target, List<OtherPlacement> others) {
        return problem(application, target, others, 4);
    }

    /** @param fastRtt ms from home to Oslo by the ISP Fast; by the ISP Near it is 3 ms */
    static PlacementProblem problem(ApplicationModel application, Optional<DeploymentPlan> target,
            List<OtherPlacement> others, double fastRtt) {
        NetworkMatrix network = NetworkMatrix.of(List.of(
                path(HOME, OSLO_FAST, fastRtt, 5, 50, 12), path(HOME, OSLO_NEAR, 3, 4, 50, 0), path(HOME, BERGEN, 20, 30, 50, 1),
                path(OSLO_FAST, BERGEN, 12, 14, 90, 2), path(OSLO_NEAR, BERGEN, 13, 15, 90, 3),
                path(BERGEN, OSLO_FAST, 12, 14, 90, 2), path(BERGEN, OSLO_NEAR, 13, 15, 90, 3)));
        return PlacementProblems.of(application, infrastructure(), inventory(), network,
                target.map(DeploymentPlan::asCurrentTarget), others, PlanningPolicy.DEFAULT);
    }

    /** A plan for the two components on the hosts named. */
    public static DeploymentPlan plan(PlacementProblem problem, String webHostId, String dbHostId) {
        return PlanAssembly.of(problem, Map.of(
                new InstanceId("web", 1), webHostId, new InstanceId("db", 1), dbHostId));
    }

    public static ApplicationModel application() {
        return application("shop/web");
    }

    public static ApplicationModel application(String webImage) {
        Component web = component("web", webImage, false, new EndpointReference("db", "sql"));
        return new ApplicationModel(
                "shop",
                "1.0",
                List.of(web, component("db", "shop/db", true)),
                List.of(),
                List.of(new Users("all", HOME, new RequestRate(10), Map.of("read", 0.75, "write", 0.25))),
                List.of(
                        new Request("read", List.of(hop(Hop.USERS, "web", 1, 100_000), hop("web", "db", 3, 1_000))),
                        new Request("write", List.of(hop(Hop.USERS, "web", 1, 1_000), hop("web", "db", 5, 2_000)))),
                List.of(new Slo("fast", 95, "read", new Millis(50))),
                List.of(new Goal.MinimiseLatency("read", 2), new Goal.MinimiseCost(1)));
    }

    private static Component component(String id, String image, boolean stateful, EndpointReference... requires) {
        return new Component(
                id,
                stateful,
                List.of(Form.container(image, new MilliCores(250), Bytes.ofMebi(64), Set.of(Architecture.AMD64),
                        Map.of("MODE", "test"))),
                List.of(new Endpoint(stateful ? "sql" : "http", 8080, new Readiness.TcpAccepts())),
                List.of(requires));
    }

    private static Hop hop(String from, String to, int turns, long bytes) {
        return new Hop(from, to, turns, new Bytes(bytes));
    }

    public static Infrastructure infrastructure() {
        return new Infrastructure(
                "small",
                List.of(new HostType("box", Architecture.AMD64, MilliCores.ofCores(2), Bytes.ofMebi(1_024),
                        Bytes.ofMebi(4_096), new MonthlyCost(1_000))),
                List.of(
                        site("oslo", SiteKind.EDGE, List.of("Fast", "Near"), 1, "box-1", "box-2"),
                        site("bergen", SiteKind.EDGE, List.of("Fast"), 2, "box-3"),
                        site("home", SiteKind.USERS, List.of("Near"), 3)));
    }

    private static Site site(String id, SiteKind kind, List<String> isps, int index, String... hostIds) {
        List<Isp> named = new ArrayList<>();
        for (String isp : isps) {
            String prefix = "10." + (named.size() + 1) + "." + index + ".";
            named.add(new Isp(isp, Map.of(IpFamily.IPV4, new Subnet(prefix + "0/24", prefix + "1"))));
        }
        List<Host> hosts = new ArrayList<>();
        for (String hostId : hostIds) {
            hosts.add(new Host(hostId, "box", "simulated", hostId + ".example", 22, "key"));
        }
        Optional<Vantage> vantage = hosts.isEmpty() ? Optional.of(new Vantage("v", "v.example", 22, "key")) : Optional.empty();
        return new Site(id, kind, "NO", new Position(60, 10), named, hosts, vantage);
    }

    static Inventory inventory() {
        return new Inventory(
                infrastructure().hosts().stream()
                        .map(host -> new ObservedHost(host.id(), Architecture.AMD64, MilliCores.ofCores(2),
                                Bytes.ofMebi(1_024), Bytes.ofMebi(4_096), List.of()))
                        .toList(),
                List.of());
    }

    /** @param p95 ms; @param secondsOld by the age of its samples */
    static PathFigures path(AccessPoint from, AccessPoint to, double rtt, double p95, double mbps, int secondsOld) {
        Instant taken = NOON.minusSeconds(secondsOld);
        Optional<PathStatistic> throughput = mbps > 0
                ? Optional.of(new PathStatistic(mbps * 1e6, 0, mbps * 1e6, mbps * 1e6, 1, taken, PathStatistic.Origin.MEASURED))
                : Optional.empty();
        PathStatistic idle = new PathStatistic(rtt, 0.5, rtt, p95, 16, taken, PathStatistic.Origin.MEASURED);
        return new PathFigures(new PathId(from, to), idle, Optional.empty(), throughput, 0);
    }
}
