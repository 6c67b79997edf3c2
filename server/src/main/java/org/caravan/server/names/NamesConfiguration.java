package org.caravan.server.names;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.caravan.change.EntryTable;
import org.caravan.execution.entry.EntryProbe;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.journal.RunStore;
import org.caravan.plan.EntryPlacement;
import org.caravan.routing.EntryNames;
import org.caravan.routing.LookUps;
import org.caravan.routing.UsersBySubnet;
import org.caravan.routing.UsersLookup;
import org.caravan.routing.powerdns.PowerDnsNames;
import org.caravan.routing.powerdns.PowerDnsSettings;
import org.caravan.server.PublicZoneSettings;
import org.caravan.server.Settings;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.model.Models;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class NamesConfiguration {

    private static final Duration ZONE_LIMIT = Duration.ofSeconds(15);
    private static final Logger LOG = LoggerFactory.getLogger(NamesConfiguration.class);

    @Bean
    LookUps lookUps() {
        return new LookUps();
    }

    @Bean
    UsersLookup usersLookup(Infrastructures infrastructures, Models models) {
        return new UsersBySubnet(infrastructures::required, models::model);
    }

    @Bean
    HealthyNames entryTable(Settings settings, UsersLookup users, HostRegistry fleet, RunStore store, Decisions decisions,
            LookUps lookUps) {
        EntryTable names = names(settings, users, lookUps);
        return new HealthyNames(names, EntryProbe.of(fleet, store), (application, entry, told) ->
                decisions.note(decided(entry, told).by(application).about(List.of(entry.to().toString()))));
    }

    private static DecisionRecord decided(EntryPlacement entry, boolean told) {
        String where = entry.to() + " at " + entry.targetAddress();
        return told ? DecisionRecord.of(BuiltInRule.ENTRY_BACK, where + " is ready again.", "Users " + entry.usersId()
                + " get its address again.")
                : DecisionRecord.of(BuiltInRule.ENTRY_LEFT_OUT, where + " does not answer.", "Users " + entry.usersId()
                        + " get only the addresses of the other replicas.");
    }

    private static EntryTable names(Settings settings, UsersLookup users, LookUps lookUps) {
        List<InetSocketAddress> wanted = settings.dns().listen().stream()
                .filter(text -> !text.isBlank())
                .map(NamesConfiguration::socket)
                .toList();
        EntryNames names = EntryNames.listen(wanted, users, lookUps);
        names.addresses().forEach(address -> LOG.info("the name server listens at {}", address));
        if (!settings.powerdns().used()) {
            return names;
        }
        PowerDnsNames zone = new PowerDnsNames(zoneOf(settings));
        LOG.info("names are kept in zone {} of {} too", settings.powerdns().zone(), settings.powerdns().url());
        return new NamesTwice(names, zone);
    }

    private static PowerDnsSettings zoneOf(Settings settings) {
        PublicZoneSettings powerdns = settings.powerdns();
        return new PowerDnsSettings(URI.create(powerdns.url()), powerdns.server(),
                settings.credentials().resolve(powerdns.credentials()).resolve("api-key"), powerdns.zone(), powerdns.nameServers(),
                powerdns.ttl(), powerdns.verifyAt().stream().map(NamesConfiguration::socket).toList(), ZONE_LIMIT);
    }

    /** Publishes to the built-in name server first. It cannot fail, so internal users never wait for the external DNS zone. */
    record NamesTwice(EntryNames names, PowerDnsNames zone) implements EntryTable, AutoCloseable {

        @Override
        public void set(String application, long generation, List<EntryPlacement> entries) {
            names.set(application, generation, entries);
            zone.set(application, generation, entries);
        }

        @Override
        public void close() {
            names.close();
        }
    }

    /** Parses {@code 127.0.0.1:5053} or {@code [::1]:5053}. */
    static InetSocketAddress socket(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1 || !text.substring(colon + 1).matches("\\d{1,5}")) {
            throw new IllegalArgumentException("The address (" + text + ") of caravan.dns.listen is not address:port.\n"
                    + "Maybe use 127.0.0.1:5053.");
        }
        String host = text.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
        return new InetSocketAddress(host, Integer.parseInt(text.substring(colon + 1)));
    }
}
