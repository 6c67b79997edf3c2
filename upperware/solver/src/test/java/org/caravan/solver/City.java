package org.caravan.solver;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Request;
import org.caravan.application.Scaling;
import org.caravan.application.Slo;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.SiteKind;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.unit.RequestRate;

/**
 * Small applications in a city: kiosks at a corner that has IPv6 alone, racks at a depot and machines in Frankfurt that have both, users at
 * a station that have IPv4 alone.
 */
public final class City {

    private City() {}

    /** Calls its parts one after the other; nothing is left open but numbers of replicas. @param rate of requests per second */
    public static PlacementProblem chain(double rate, List<Goal> goals, List<Slo> slos, Component... parts) {
        List<Hop> hops = Stream.iterate(0, i -> i < parts.length, i -> i + 1)
                .map(i -> SockShop.hop(i == 0 ? Hop.USERS : parts[i - 1].id(), parts[i].id(), 1, 1)).toList();
        return problem(new ApplicationModel("chain", "1", List.of(parts), List.of(),
                List.of(SockShop.users("u", "station", "Bredband", IpFamily.IPV4, rate, Map.of("r", 1.0))),
                List.of(new Request("r", hops)), slos, goals));
    }

    /** Without requests of users. */
    static PlacementProblem parts(List<LocationRequirement> locations, Component... parts) {
        return problem(new ApplicationModel("parts", "1", List.of(parts), locations, List.of(), List.of(), List.of(),
                List.of(new Goal.MinimiseCost(1))));
    }

    static PlacementProblem problem(ApplicationModel application) {
        Infrastructure infrastructure = infrastructure();
        return PlacementProblems.of(application, infrastructure, SockShop.inventory(infrastructure),
                new SyntheticNetwork(infrastructure, Map.of("CityNet", new SyntheticNetwork.IspWorth(2, 200), "Bredband",
                        new SyntheticNetwork.IspWorth(3, 1_000),
                        "Transit", new SyntheticNetwork.IspWorth(1, 1_000)), Map.of()).matrix(),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT).completed();
    }

    /** @param capacity of one replica, requests per second */
    static Component scaled(String id, int least, int most, double capacity, String... requires) {
        Component part = SockShop.component(id, false, 200, 64, requires);
        return new Component(id, false, least, Optional.of(new Scaling(most, new RequestRate(capacity))), part.forms(), part.provides(),
                part.requires());
    }

    private static Infrastructure infrastructure() {
        return new Infrastructure("City",
                List.of(SockShop.type("kiosk", Architecture.ARM64, 4, 4_096, 900),
                        SockShop.type("rack", Architecture.AMD64, 16, 65_536, 6_000),
                        SockShop.type("cmed", Architecture.AMD64, 8, 16_384, 4_500)),
                List.of(
                        SockShop.site("corner", SiteKind.EDGE, "NO", 60.39, 5.32, 1, List.of("CityNet/6"), "kiosk-1", "kiosk-2"),
                        SockShop.site("depot", SiteKind.PRIVATE, "NO", 60.38, 5.33, 2, List.of("CityNet/6", "Bredband/46"), "rack-1",
                                "rack-2"),
                        SockShop.site("frankfurt", SiteKind.PUBLIC, "DE", 50.1, 8.7, 3, List.of("Transit/46"), "cmed-1", "cmed-2"),
                        SockShop.site("station", SiteKind.USERS, "NO", 60.39, 5.30, 4, List.of("Bredband/4"))));
    }
}
