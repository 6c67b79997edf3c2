package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.adapter.Inventory;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.measure.NetworkMatrix;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.Reservation;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * A problem of the planner's benchmark: sites over Europe, each with hosts of a few types and one to three ISPs, and parts of
 * an application that call each other from users inwards. Equal seeds give equal problems.
 */
public final class BenchProblem {

    /** @param sites with hosts; half as many more have users only */
    public record Size(int instances, int hosts, int sites) {

        static final List<Size> ALL = List.of(
                new Size(10, 20, 4), new Size(50, 200, 10), new Size(100, 400, 14), new Size(200, 1_000, 20), new Size(1_000, 5_000, 50),
                new Size(5_000, 10_000, 100));

        /** @param text one of {@link #ALL} */
        public static Size of(String text) {
            return ALL.stream().filter(size -> size.toString().equals(text)).findFirst().orElseThrow();
        }

        @Override
        public String toString() {
            return instances + "x" + hosts;
        }
    }

    private static final Map<String, SyntheticNetwork.IspWorth> ISPS = new TreeMap<>(Map.of(
            "Fibre", new SyntheticNetwork.IspWorth(1.5, 400),
            "Cable", new SyntheticNetwork.IspWorth(4, 120),
            "Mobile", new SyntheticNetwork.IspWorth(14, 40),
            "Transit", new SyntheticNetwork.IspWorth(2.5, 900)));
    private static final List<HostType> TYPES = List.of(
            SockShop.type("pi", Architecture.ARM64, 4, 1_024, 300),
            SockShop.type("mini", Architecture.AMD64, 8, 8_192, 1_500),
            SockShop.type("server", Architecture.AMD64, 32, 65_536, 12_000),
            SockShop.type("small", Architecture.AMD64, 2, 4_096, 2_000),
            SockShop.type("large", Architecture.AMD64, 8, 32_768, 9_000));

    private final Size size;
    private final boolean tight;
    private final Random random;
    private final List<String> userSites = new ArrayList<>();

    private BenchProblem(Size size, long seed, boolean tight) {
        this.size = size;
        this.tight = tight;
        this.random = new Random(seed * 31 + size.hosts());
    }

    /** @param tight whether parts are so large that they fill most of what there is near users */
    public static PlacementProblem of(Size size, long seed, boolean tight) {
        return new BenchProblem(size, seed, tight).problem();
    }

    private PlacementProblem problem() {
        Infrastructure infrastructure = infrastructure();
        NetworkMatrix network = new SyntheticNetwork(infrastructure, ISPS, Map.of()).matrix();
        Inventory inventory = SockShop.inventory(infrastructure);
        return PlacementProblems.of(new BenchApplication(random, size.instances(), userSites, tight).model(), infrastructure, inventory,
                network, Optional.empty(), others(infrastructure), new PlanningPolicy(1, 3_000, 50));
    }

    private Infrastructure infrastructure() {
        List<Site> sites = new ArrayList<>();
        int placed = 0;
        for (int s = 0; s < size.sites(); s++) {
            SiteKind kind = List.of(SiteKind.EDGE, SiteKind.EDGE, SiteKind.EDGE, SiteKind.PRIVATE, SiteKind.PUBLIC).get(s % 5);
            int here = (size.hosts() - placed) / (size.sites() - s);
            String[] hostIds = new String[here];
            for (int h = 0; h < here; h++) {
                hostIds[h] = type(kind) + "-" + placed++;
            }
            sites.add(site("site" + s, kind, s + 1, hostIds));
        }
        for (int u = 0; u < size.sites() / 2; u++) {
            userSites.add("users" + u);
            sites.add(SockShop.site("users" + u, SiteKind.USERS, "NO", latitude(), longitude(), 151 + u, List.of("Fibre/46")));
        }
        return new Infrastructure("generated", TYPES, sites);
    }

    private String type(SiteKind kind) {
        return switch (kind) {
            case EDGE -> random.nextInt(3) == 0 ? "mini" : "pi";
            case PRIVATE -> random.nextInt(4) == 0 ? "server" : "mini";
            default -> random.nextInt(3) == 0 ? "large" : "small";
        };
    }

    private Site site(String id, SiteKind kind, int index, String... hostIds) {
        List<String> isps = switch (random.nextInt(4)) {
            case 0 -> List.of("Cable/4", "Mobile/46");
            case 1 -> List.of("Fibre/46", "Cable/4", "Mobile/4");
            case 2 -> List.of("Fibre/46", "Transit/4");
            default -> List.of("Fibre/46");
        };
        String country = List.of("NO", "DE", "FR").get(random.nextInt(3));
        return SockShop.site(id, kind, country, latitude(), longitude(), index, isps, hostIds);
    }

    private double latitude() {
        return 38 + random.nextInt(300) / 10.0;
    }

    private double longitude() {
        return -8 + random.nextInt(330) / 10.0;
    }

    /** A tenth of the hosts is partly taken by other applications, which pay for it. */
    private List<OtherPlacement> others(Infrastructure infrastructure) {
        List<OtherPlacement> others = new ArrayList<>();
        for (Site site : infrastructure.sites()) {
            int slot = 100;
            for (Host host : site.hosts()) {
                if (random.nextInt(10) == 0 && slot < 120) {
                    others.add(new OtherPlacement(site.id(), host.id(), slot++,
                            new Reservation(new MilliCores(500L + random.nextInt(4) * 250), Bytes.ofMebi(128L * (1 + random.nextInt(5))))));
                }
            }
        }
        return others;
    }
}
