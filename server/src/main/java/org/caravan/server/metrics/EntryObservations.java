package org.caravan.server.metrics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.adapter.ClientCounts;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.HostUsage;
import org.caravan.application.ApplicationModel;
import org.caravan.application.EntryWay;
import org.caravan.application.RequestCounts;
import org.caravan.application.RequestTimes;
import org.caravan.application.Users;
import org.caravan.measure.metric.EntryObservation;
import org.caravan.measure.metric.EntryObservation.Source;
import org.caravan.routing.LookUps;
import org.caravan.routing.UsersLookup;
import org.caravan.server.Settings;
import org.caravan.server.model.Models;
import org.springframework.stereotype.Component;

/**
 * Assigns DNS queries and connections of clients to groups of users, in the way in which the name server chooses its answer: by the
 * prefixes of sites. Connections of groups that enter by a router are left out; the router counts their requests.
 */
@Component
class EntryObservations {

    private final UsersLookup users;
    private final LookUps lookUps;
    private final Models models;
    private final NameTotals names;

    EntryObservations(UsersLookup users, LookUps lookUps, Models models, Settings settings) {
        this.users = users;
        this.lookUps = lookUps;
        this.models = models;
        this.names = new NameTotals(settings.name());
    }

    /** Called repeatedly while another server leads: what the name server counts until then is not reported. */
    void follow() {
        names.follow(lookUps.totals());
    }

    /** Totals of the name server since this server began to lead. */
    List<EntryObservation> ofNames(Instant at) {
        return names.since(lookUps.totals()).stream().map(since -> new EntryObservation(since.total().application(),
                since.total().component(), since.total().usersId(), Source.QUERIES, names.counter(since.total().application()),
                since.start(), at, counts(since.queries()))).toList();
    }

    /** Totals of the connections at copies of a host, and the round-trip times of those that are open now. */
    List<EntryObservation> ofHost(HostUsage usage, Instant at) {
        List<EntryObservation> all = new ArrayList<>();
        usage.clients().forEach((id, counts) -> all.addAll(of(id, counts, at, users, byRouter(id.application()))));
        return all;
    }

    private Set<String> byRouter(String application) {
        return models.model(application).map(ApplicationModel::users).orElse(List.of()).stream()
                .filter(group -> group.entry() == EntryWay.ROUTER).map(Users::id).collect(Collectors.toSet());
    }

    /** @param byRouter groups that enter by a router */
    static List<EntryObservation> of(CopyId id, ClientCounts counts, Instant at, UsersLookup users, Set<String> byRouter) {
        TreeMap<String, Long> opened = new TreeMap<>();
        counts.opened().forEach(one -> opened.merge(group(users, id, one.subnet()), one.attempts(), Long::sum));
        opened.merge("", counts.unlisted(), Long::sum);
        TreeMap<String, TreeMap<Long, Long>> trips = new TreeMap<>();
        counts.trips().forEach(one -> trips.computeIfAbsent(group(users, id, one.client()), unknown -> new TreeMap<>())
                .merge(RequestTimes.step(one.smoothedMillis()), 1L, Long::sum));
        opened.keySet().removeAll(byRouter);
        trips.keySet().removeAll(byRouter);
        List<EntryObservation> all = new ArrayList<>();
        opened.forEach((group, attempts) -> all.add(observation(id, group, Source.CONNECTIONS, counts.start(), at, counts(attempts))));
        trips.forEach((group, times) -> all.add(observation(id, group, Source.ROUND_TRIPS, at.toString(), at,
                new RequestCounts(0, 0, new RequestTimes(times)).text())));
        return all;
    }

    private static EntryObservation observation(CopyId id, String group, Source source, String start, Instant at, String counts) {
        return new EntryObservation(id.application(), id.instance().componentId(), group, source, id.label(), start, at, counts);
    }

    /** Empty for an address of no group. */
    private static String group(UsersLookup users, CopyId id, String address) {
        return users.find(id.application(), address).map(UsersLookup.Match::usersId).orElse("");
    }

    private static String counts(long received) {
        return new RequestCounts(received, 0, RequestTimes.NONE).text();
    }
}
