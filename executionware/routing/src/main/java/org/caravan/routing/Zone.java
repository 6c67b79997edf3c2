package org.caravan.routing;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.plan.EntryPlacement;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.Address;
import org.xbill.DNS.DClass;
import org.xbill.DNS.NSRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.Type;

/** Immutable snapshot of the names under {@code caravan.}. */
final class Zone {

    static final Name APEX = Name.fromConstantString("caravan.");
    private static final Name SERVER = Name.fromConstantString("ns.caravan.");
    private static final Name MAILBOX = Name.fromConstantString("hostmaster.caravan.");
    /** Users must switch to another address within one second. */
    private static final long TTL_SECONDS = 1;
    /** In s. For secondary servers; there are none. */
    private static final long REFRESH = 60;

    private static final long RETRY = 10;
    private static final long EXPIRE = 3600;

    private final long serial;
    private final Map<String, List<Entry>> applications;

    private record Entry(String usersId, String componentId, InetAddress address) {}

    private Zone(long serial, Map<String, List<Entry>> applications) {
        this.serial = serial;
        this.applications = Collections.unmodifiableMap(applications);
    }

    static Zone empty() {
        return new Zone(1, Map.of());
    }

    /** @throws IllegalArgumentException if an address is not a literal */
    Zone with(String application, List<EntryPlacement> entries) {
        Map<String, List<Entry>> changed = new TreeMap<>(applications);
        if (entries.isEmpty()) {
            changed.remove(application);
        } else {
            changed.put(application, entries.stream().map(Zone::entry).toList());
        }
        return new Zone(serial + 1, changed);
    }

    /** The application that a name belongs to, even if the name does not exist; empty for the apex. */
    Optional<String> application(Name name) {
        int labels = name.labels() - APEX.labels();
        return labels < 1 ? Optional.empty() : Optional.of(label(name, labels - 1));
    }

    /** The component of a name that has addresses. */
    String component(Name name) {
        return label(name, 0);
    }

    boolean exists(Name name) {
        return switch (name.labels() - APEX.labels()) {
            case 0 -> true;
            case 1 -> applications.containsKey(label(name, 0));
            case 2 -> entries(name).stream().anyMatch(entry -> entry.componentId().equals(label(name, 0)));
            default -> false;
        };
    }

    /**
     * Records of a name, of one type or of all types.
     *
     * @param usersId group of the client; if it is unknown, the first group with an answer is used
     */
    List<Record> records(Name name, int type, Optional<String> usersId) {
        List<Record> all = new ArrayList<>();
        if (name.equals(APEX)) {
            all.add(authority());
            all.add(new NSRecord(APEX, DClass.IN, TTL_SECONDS, SERVER));
        } else if (name.labels() - APEX.labels() == 2) {
            addresses(name, usersId).forEach(address -> all.add(addressRecord(name, address)));
        }
        return all.stream().filter(record -> type == Type.ANY || record.getType() == type).toList();
    }

    /** States how long negative answers ("no such name", "no such address") are valid. */
    Record authority() {
        return new SOARecord(APEX, DClass.IN, TTL_SECONDS, SERVER, MAILBOX, serial, REFRESH, RETRY, EXPIRE, TTL_SECONDS);
    }

    private List<InetAddress> addresses(Name name, Optional<String> usersId) {
        List<Entry> candidates = entries(name).stream()
                .filter(entry -> entry.componentId().equals(label(name, 0)))
                .toList();
        Optional<String> group = candidates.stream().map(Entry::usersId).filter(id -> Optional.of(id).equals(usersId)).findFirst()
                .or(() -> candidates.stream().map(Entry::usersId).sorted().findFirst());
        return candidates.stream()
                .filter(entry -> Optional.of(entry.usersId()).equals(group))
                .map(Entry::address)
                .toList();
    }

    private List<Entry> entries(Name name) {
        return application(name).map(applications::get).orElse(List.of());
    }

    private static Record addressRecord(Name name, InetAddress address) {
        return address instanceof Inet4Address
                ? new ARecord(name, DClass.IN, TTL_SECONDS, address)
                : new AAAARecord(name, DClass.IN, TTL_SECONDS, address);
    }

    private static Entry entry(EntryPlacement placement) {
        try {
            return new Entry(placement.usersId(), placement.component(), Address.getByAddress(placement.targetAddress()));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("entry " + placement.to() + " of users " + placement.usersId()
                    + " has no address literal: " + placement.targetAddress(), e);
        }
    }

    private static String label(Name name, int index) {
        return name.getLabelString(index).toLowerCase(Locale.ROOT);
    }
}
