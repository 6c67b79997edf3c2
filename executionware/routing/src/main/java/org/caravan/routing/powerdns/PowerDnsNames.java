package org.caravan.routing.powerdns;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.caravan.adapter.AdapterFault;
import org.caravan.change.EntryTable;
import org.caravan.plan.EntryPlacement;
import org.xbill.DNS.Address;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.Type;

/** Publishes users' names in a PowerDNS zone. A change is complete when every configured name server returns the new answer. */
public final class PowerDnsNames implements EntryTable {

    private static final Duration ONE_QUESTION = Duration.ofSeconds(1);
    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    private final PowerDnsSettings settings;
    private final PowerDnsApi api;

    public PowerDnsNames(PowerDnsSettings settings) {
        this.settings = settings;
        this.api = new PowerDnsApi(settings);
    }

    /** @throws AdapterFault if the zone cannot be changed, or a name server does not return the new answer in time */
    @Override
    public synchronized void set(String application, long generation, List<EntryPlacement> entries) {
        List<RecordSet> now = api.recordSets().orElseGet(() -> {
            api.createZone();
            return List.of();
        });
        ZoneChange change = ZoneChange.of(now, settings.zone(), application, generation, entries, settings.ttl().toSeconds());
        if (!change.isEmpty()) {
            api.change(change);
        }
        settings.verifiedAt().forEach(server -> verify(server, change));
    }

    private void verify(InetSocketAddress server, ZoneChange change) {
        change.replaced().forEach(set -> awaitAnswer(server, set, set.contents()));
        change.removed().forEach(set -> awaitAnswer(server, set, List.of()));
    }

    private void awaitAnswer(InetSocketAddress server, RecordSet set, List<String> wanted) {
        long end = System.nanoTime() + settings.verifyLimit().toNanos();
        while (true) {
            String answer = answer(server, set);
            if (answer.equals(new TreeSet<>(wanted).toString())) {
                return;
            }
            if (System.nanoTime() > end) {
                throw new AdapterFault(AdapterFault.Kind.FAILED,
                        ("Name server (%s) answers %s for (%s %s), not %s, after %d s.\nMaybe it is a secondary that gets no notice, or "
                                + "another view answers there.")
                                .formatted(server, answer, set.name(), set.type(), wanted, settings.verifyLimit().toSeconds()));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** The sorted addresses; if there are none, the reason. */
    private static String answer(InetSocketAddress server, RecordSet set) {
        try {
            SimpleResolver resolver = new SimpleResolver(server);
            resolver.setTimeout(ONE_QUESTION);
            Message query = Message.newQuery(Record.newRecord(Name.fromString(set.name()), Type.value(set.type()), DClass.IN));
            TreeSet<String> found = new TreeSet<>();
            for (Record record : resolver.send(query).getSection(Section.ANSWER)) {
                found.add(canonical(record.rdataToString(), set));
            }
            return found.toString();
        } catch (IOException e) {
            return "nothing (" + e.getMessage() + ")";
        }
    }

    /**
     * Converts an address to the spelling of the plan. RFC 5952 defines one form of an IPv6 address, but dnsjava writes another.
     */
    private static String canonical(String literal, RecordSet set) {
        return set.contents().stream().filter(known -> sameAddress(known, literal)).findFirst().orElse(literal);
    }

    private static boolean sameAddress(String one, String other) {
        try {
            return Address.getByAddress(one).equals(Address.getByAddress(other));
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
