package org.caravan.solver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.caravan.application.Bandwidth;
import org.caravan.application.PlacementRules;
import org.caravan.application.Component;
import org.caravan.application.Coupling;
import org.caravan.application.Coupling.Kind;
import org.caravan.application.Separation.By;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Uplinks;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;

/** Couplings at random, for problems that have none; the same for the same problem. */
public final class GeneratedPlacementRules {

    private GeneratedPlacementRules() {}

    /** Narrow lines, and copies that reserve something of them; in some, others do, too. */
    public static PlacementProblem narrow(PlacementProblem problem) {
        Random random = new Random(problem.digest().hashCode() * 31L);
        Random inbound = new Random(problem.digest().hashCode() * 37L);
        Map<String, Bandwidth> bandwidths = new HashMap<>();
        problem.application().components().stream().filter(component -> random.nextInt(2) == 0).forEach(component ->
                bandwidths.put(component.id(), new Bandwidth(1, BitRate.ofMbps(random.nextInt(8)), Optional.empty())));
        Map<AccessLink, BitRate> others = new HashMap<>();
        List<Site> sites = problem.infrastructure().sites().stream().map(site -> {
            List<Isp> isps = site.isps().stream().map(isp -> {
                if (random.nextInt(4) == 0) {
                    others.put(new AccessLink(site.id(), isp.id()), BitRate.ofMbps(random.nextInt(4)));
                }
                return new Isp(isp.id(), isp.subnets(), Optional.empty(),
                        random.nextInt(3) == 0 ? Optional.empty() : Optional.of(BitRate.ofMbps(1 + random.nextInt(25))))
                        .withDownlink(inbound.nextInt(2) == 0 ? Optional.empty() : Optional.of(BitRate.ofMbps(1 + inbound.nextInt(25))));
            }).toList();
            return new Site(site.id(), site.kind(), site.country(), site.position(), isps, site.hosts(), site.vantage())
                    .withControls(site.guards());
        }).toList();
        PlacementRules bonds = problem.application().supplement().bonds();
        return problem.withInfrastructure(new Infrastructure("narrow", problem.infrastructure().hostTypes(), sites))
                .withUplinks(new Uplinks(others, Set.of()))
                .withApplication(problem.application().withPlacementRules(new PlacementRules(bonds.couplings(), bandwidths)));
    }

    /** What leaves sites by some ISPs costs something, from next to nothing to more than hosts. */
    public static PlacementProblem priced(PlacementProblem problem) {
        Random random = new Random(problem.digest().hashCode() * 17L + 5);
        random.nextLong();
        List<Site> sites = problem.infrastructure().sites().stream()
                .map(site -> new Site(site.id(), site.kind(), site.country(), site.position(),
                site.isps().stream().map(isp -> random.nextInt(4) == 0 ? isp : isp.withEgress(new DataPrice(1L << random.nextInt(21))))
                        .toList(),
                site.hosts(), site.vantage(), site.quotas())).toList();
        return problem.withInfrastructure(new Infrastructure("priced", problem.infrastructure().hostTypes(), sites));
    }

    /**
     * Egress above quotas of some uplinks costs more; most problems exceed some of them. Others keep their price, or have none. Prices
     * of networks in these problems are decades apart, and so are quotas.
     */
    public static PlacementProblem metered(PlacementProblem problem) {
        Random random = new Random(problem.digest().hashCode() * 23L + 7);
        random.nextLong();
        List<Site> sites = problem.infrastructure().sites().stream().map(site -> site.withIsps(site.isps().stream().map(isp ->
                random.nextInt(4) == 0 ? isp : isp.withQuota(new TrafficQuota(new Bytes((1L << random.nextInt(14)) * 100_000_000L),
                        random.nextInt(4) == 0 ? TrafficQuota.Period.DAY : TrafficQuota.Period.MONTH,
                        new TrafficQuota.Price(new DataPrice(isp.egress().orElse(DataPrice.ZERO).value() + (1L << random.nextInt(21)))))))
                .toList())).toList();
        return problem.withInfrastructure(new Infrastructure("metered", problem.infrastructure().hostTypes(), sites));
    }

    public static PlacementProblem added(PlacementProblem problem) {
        Random random = new Random(problem.digest().hashCode());
        List<String> ids = problem.application().components().stream().map(Component::id).toList();
        List<Coupling> couplings = new ArrayList<>();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            String one = ids.get(random.nextInt(ids.size()));
            String other = ids.get(random.nextInt(ids.size()));
            Optional<Double> weight = random.nextInt(3) == 0 ? Optional.empty() : Optional.of(0.5 + random.nextInt(20));
            Kind kind = random.nextBoolean() ? Kind.TOGETHER : Kind.APART;
            By by = random.nextBoolean() ? By.SITE : By.HOST;
            if (!one.equals(other)) {
                couplings.add(new Coupling(one, kind, other, by, weight));
            }
        }
        return problem.withApplication(problem.application().withPlacementRules(new PlacementRules(couplings, Map.of())));
    }
}
