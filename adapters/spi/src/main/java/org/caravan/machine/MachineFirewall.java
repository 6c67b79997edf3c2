package org.caravan.machine;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.Subnet;

/**
 * The firewall that a provider enforces for a machine, beside SSH and ICMP, which it always admits.
 *
 * @param admissions rules for one TCP port and one sender, or any sender
 * @param foreign true if it also admits traffic that no {@link Admission} describes, which Caravan did not request
 * @param complete true if it admits SSH and ICMP from any sender; false if somebody removed one of these rules at the provider
 */
public record MachineFirewall(SortedSet<Admission> admissions, boolean foreign, boolean complete) {

    private static final List<String> ANY = List.of("0.0.0.0/0", "::/0");

    /**
     * One rule for a TCP port, as providers store it.
     *
     * @param port 1 to 65535
     * @param cidr prefix of the senders, of either IP version
     */
    public record Rule(int port, String cidr) {}

    public MachineFirewall {
        admissions = Collections.unmodifiableSortedSet(new TreeSet<>(admissions));
    }

    /** With SSH and ICMP. */
    public MachineFirewall(SortedSet<Admission> admissions, boolean foreign) {
        this(admissions, foreign, true);
    }

    /** The same rules without SSH or ICMP. */
    public MachineFirewall incomplete() {
        return new MachineFirewall(admissions, foreign, false);
    }

    /** True if the rules are those that Caravan requests for these admissions. */
    public boolean isExactly(Collection<Admission> wanted) {
        return complete && !foreign && admissions.equals(new TreeSet<>(wanted));
    }

    /** The rules for these admissions. A sender is a prefix of one address; any sender is one prefix of each IP version. */
    public static List<Rule> rules(Collection<Admission> admissions) {
        return new TreeSet<>(admissions).stream().flatMap(one -> prefixes(one.source()).stream().map(cidr -> new Rule(one.port(), cidr)))
                .toList();
    }

    /**
     * The firewall that consists of these rules. A prefix of several addresses, or of all addresses of one IP version only, is foreign.
     *
     * @param foreign true if there are also rules of other kinds
     */
    public static MachineFirewall of(Collection<Rule> rules, boolean foreign) {
        TreeSet<Admission> admissions = new TreeSet<>();
        boolean others = foreign;
        for (Rule rule : rules) {
            if (ANY.contains(rule.cidr())) {
                boolean both = ANY.stream().allMatch(any -> rules.contains(new Rule(rule.port(), any)));
                others |= !both;
                if (both) {
                    admissions.add(new Admission(Admission.ANYWHERE, rule.port()));
                }
                continue;
            }
            Optional<String> address = address(rule.cidr());
            others |= address.isEmpty();
            address.ifPresent(literal -> admissions.add(new Admission(literal, rule.port())));
        }
        return new MachineFirewall(admissions, others);
    }

    private static List<String> prefixes(String source) {
        return source.equals(Admission.ANYWHERE) ? ANY : List.of(source + (source.contains(":") ? "/128" : "/32"));
    }

    /** Canonical, because some providers write IPv6 addresses differently; empty for a prefix of several addresses. */
    private static Optional<String> address(String cidr) {
        String whole = cidr.contains(":") ? "/128" : "/32";
        return cidr.endsWith(whole) ? Subnet.canonicalAddress(cidr.substring(0, cidr.length() - whole.length())) : Optional.empty();
    }
}
