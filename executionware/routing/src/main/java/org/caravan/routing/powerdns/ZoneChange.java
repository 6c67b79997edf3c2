package org.caravan.routing.powerdns;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adapter.AdapterFault;
import org.caravan.plan.EntryPlacement;
import org.xbill.DNS.Address;

/** Derives the required writes from the current records of a zone and the entries of an application. A pure function. */
record ZoneChange(List<RecordSet> replaced, List<RecordSet> removed) {

    /**
     * @throws AdapterFault OUTDATED if a later generation wrote the zone; FAILED if a name has a record that Caravan did not write
     */
    static ZoneChange of(List<RecordSet> now, String zone, String application, long generation, List<EntryPlacement> entries, long ttl) {
        List<RecordSet> ours = now.stream().filter(set -> set.isOf(application)).toList();
        long newest = ours.stream().mapToLong(set -> set.mark().orElseThrow().generation()).max().orElse(0);
        if (newest > generation) {
            throw new AdapterFault(AdapterFault.Kind.OUTDATED,
                    ("Zone (%s) has the names of application (%s) of generation %d, which is later than %d.\nMaybe another server deploys "
                            + "it; if not, plan again.")
                            .formatted(zone, application, newest, generation));
        }
        List<RecordSet> wanted = wanted(zone, application, generation, entries, ttl);
        refuseForeign(now, wanted, zone);
        return new ZoneChange(
                wanted.stream().filter(set -> !ours.contains(set)).toList(),
                ours.stream().filter(set -> wanted.stream().noneMatch(set::sameName)).toList());
    }

    boolean isEmpty() {
        return replaced.isEmpty() && removed.isEmpty();
    }

    private static void refuseForeign(List<RecordSet> now, List<RecordSet> wanted, String zone) {
        for (RecordSet set : wanted) {
            now.stream().filter(other -> other.name().equals(set.name()))
                    .filter(other -> other.type().equals("CNAME") || other.sameName(set)
                            && !other.isOf(set.mark().orElseThrow().application()))
                    .findFirst().ifPresent(other -> {
                        throw new AdapterFault(AdapterFault.Kind.FAILED,
                                ("Zone (%s) has a record (%s %s) that Caravan did not write.\nMaybe remove it, or name the component or "
                                        + "the application otherwise.")
                                        .formatted(zone, other.name(), other.type()));
                    });
        }
    }

    /**
     * The wanted records. A zone does not distinguish users, so a name has the addresses of all groups that reach the component.
     */
    static List<RecordSet> wanted(String zone, String application, long generation, List<EntryPlacement> entries, long ttl) {
        Map<String, TreeSet<String>> addresses = new TreeMap<>();
        for (EntryPlacement entry : entries) {
            String name = (entry.component() + "." + application + "." + zone).toLowerCase(Locale.ROOT);
            InetAddress address = literal(entry);
            String type = address instanceof Inet4Address ? "A" : "AAAA";
            addresses.computeIfAbsent(name + " " + type, key -> new TreeSet<>()).add(entry.targetAddress());
        }
        List<RecordSet> sets = new ArrayList<>();
        addresses.forEach((key, contents) -> {
            String[] nameAndType = key.split(" ");
            sets.add(new RecordSet(nameAndType[0], nameAndType[1], ttl, List.copyOf(contents),
                    Optional.of(new RecordSet.Mark(application, generation))));
        });
        return sets;
    }

    private static InetAddress literal(EntryPlacement entry) {
        try {
            return Address.getByAddress(entry.targetAddress());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("entry " + entry.to() + " of users " + entry.usersId()
                    + " has no address literal: " + entry.targetAddress(), e);
        }
    }
}
