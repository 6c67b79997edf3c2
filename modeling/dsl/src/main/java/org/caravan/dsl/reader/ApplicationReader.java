package org.caravan.dsl.reader;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.EntryWay;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Limit;
import org.caravan.application.LocationRequirement;
import org.caravan.application.OnFailure;
import org.caravan.application.Request;
import org.caravan.application.RequestPattern;
import org.caravan.application.Separation;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.GoalDeclaration;
import org.caravan.dsl.caravan.HopDeclaration;
import org.caravan.dsl.caravan.LatencyGoal;
import org.caravan.dsl.caravan.LimitDeclaration;
import org.caravan.dsl.caravan.LocationDeclaration;
import org.caravan.dsl.caravan.PowerGoal;
import org.caravan.dsl.caravan.RequestDeclaration;
import org.caravan.dsl.caravan.ShareDeclaration;
import org.caravan.dsl.caravan.SloDeclaration;
import org.caravan.dsl.caravan.StartupGoal;
import org.caravan.dsl.caravan.UsersDeclaration;
import org.caravan.dsl.profile.Profiles;
import org.caravan.dsl.profile.UnreadableProfile;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.eclipse.emf.ecore.EObject;

/** Converts a validated application declaration into its record; fills in defaults. */
public final class ApplicationReader {

    private final Map<Object, EObject> origins;

    /** @param origins receives the source element of each record, by identity of the record */
    public ApplicationReader(Map<Object, EObject> origins) {
        this.origins = origins;
    }

    public ApplicationModel read(ApplicationDeclaration application) {
        return new ApplicationModel(
                application.getName(),
                application.getVersion() == null ? "" : application.getVersion(),
                application.getComponents().stream().map(new ComponentReader(origins)::read).toList(),
                application.getLocations().stream().filter(PlacementRulesReader::isPlace).map(this::location).toList(),
                application.getLocations().stream().filter(location -> location.getApartBy() != null)
                        .map(ApplicationReader::separation).toList(),
                application.getUsers().stream().map(this::users).toList(),
                application.getRequests().stream().map(ApplicationReader::request).toList(),
                application.getSlos().stream().map(ApplicationReader::slo).toList(),
                application.getGoals().stream().map(ApplicationReader::goal).toList(),
                onFailure(application.getOnFailure()),
                new ApplicationExtrasReader(application, origins).read()
                        .withLimits(application.getLimits().stream().map(ApplicationReader::limit).toList())
                        .withPlacementRules(new PlacementRulesReader(application).read())
                        .withReadable(application.getComponents().stream().filter(ComponentDeclaration::isReadable)
                                .map(ComponentDeclaration::getName)
                                .collect(Collectors.toSet())));
    }

    private static OnFailure onFailure(String written) {
        return written == null ? OnFailure.HOLD : OnFailure.valueOf(written.toUpperCase(Locale.ROOT));
    }

    private LocationRequirement location(LocationDeclaration location) {
        LocationRequirement read = new LocationRequirement(
                location.getComponent().getName(),
                ApplicationExtrasReader.sites(location.getSites(), location.getArea()),
                ApplicationExtrasReader.countries(location.getCountries(), location.getArea()));
        origins.put(read, location);
        return read;
    }

    private static Separation separation(LocationDeclaration apart) {
        return new Separation(
                apart.getComponent().getName(), Separation.By.valueOf(apart.getApartBy().toUpperCase(Locale.ROOT)));
    }

    private Users users(UsersDeclaration users) {
        IpFamily family = IpFamily.valueOf(users.getFamily().toUpperCase(Locale.ROOT));
        Users read = new Users(
                users.getName(),
                new AccessPoint(users.getSite(), users.getIsp(), family),
                Amounts.rate(users.getRate()),
                users.getMix().stream()
                        .collect(Collectors.toMap(
                                share -> share.getRequest().getName(), ApplicationReader::shareOf)),
                users.getEntry() == null ? EntryWay.DNS : EntryWay.valueOf(users.getEntry().toUpperCase(Locale.ROOT)));
        origins.put(read, users);
        return read;
    }

    private static double shareOf(ShareDeclaration share) {
        return Amounts.share(share.getShare());
    }

    private static Request request(RequestDeclaration request) {
        return new Request(request.getName(), request.getProfile() == null ? request.getHops().stream().map(ApplicationReader::hop)
                .toList() : ProfileReader.hops(request), request.getPatterns().stream()
                        .map(pattern -> new RequestPattern(pattern.getMethod(), pattern.getPath())).toList());
    }

    private static Hop hop(HopDeclaration hop) {
        return new Hop(
                hop.isFromUsers() ? Hop.USERS : hop.getFrom().getName(),
                hop.getTo().getName(),
                Integer.parseInt(hop.getTurns()),
                Amounts.least(hop.getBytes(), hop.getTailBytes()),
                hop.isReads(),
                Optional.ofNullable(hop.getServiceTime()).map(mean -> Amounts.service(mean, hop.getTailServiceTime())),
                new Hop.Call(hop.isAsync(), hop.isParallel(), Optional.ofNullable(hop.getHits())
                        .map(hits -> new Hop.Cache(Amounts.share(hits),
                        Optional.ofNullable(hop.getStale()).map(Amounts::span)))))
                .varying(Optional.ofNullable(hop.getTailBytes()).map(Amounts::bytes));
    }

    private static Slo slo(SloDeclaration slo) {
        double percentile = Double.parseDouble(slo.getPercentile().substring(1));
        return new Slo(slo.getName(), percentile, slo.getRequest().getName(), Amounts.millis(slo.getLimit()));
    }

    private static Goal goal(GoalDeclaration goal) {
        double weight = goal.getWeight() == null ? 1 : Double.parseDouble(goal.getWeight());
        if (goal instanceof LatencyGoal latency) {
            return new Goal.MinimiseLatency(latency.getRequest().getName(), weight);
        }
        if (goal instanceof StartupGoal) {
            return new Goal.MinimiseStartup(weight);
        }
        return goal instanceof PowerGoal ? new Goal.MinimisePower(weight) : new Goal.MinimiseCost(weight);
    }

    private static Limit limit(LimitDeclaration limit) {
        return new Limit(limit.getName(), Amounts.cost(limit.getMost()));
    }

    /** Reads the hops of a request from its validated profile. */
    static final class ProfileReader {

        private ProfileReader() {}

        static List<Hop> hops(RequestDeclaration request) {
            try {
                return Profiles.of(request).orElseThrow().crossed();
            } catch (UnreadableProfile passed) {
                throw new IllegalStateException("the rules accepted profile " + request.getProfile(), passed);
            }
        }
    }
}
