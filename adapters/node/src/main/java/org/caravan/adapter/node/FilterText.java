package org.caravan.adapter.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.application.Endpoint;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.IpFamily;

/**
 * The filter of a copy's network port in the format of nft(8). It is one table of family netdev on the host's end of the port. One
 * chain handles frames that the copy sends (hook ingress), and one handles frames that it receives (hook egress, Linux 5.16).
 * Loading the text replaces the table in one transaction. A pure function.
 *
 * <p>The family has no connection tracking. A TCP segment without ACK and RST opens a connection (RFC 9293, 3.10.7); only such
 * segments are compared with the admitted senders. Responses to UDP and to echo requests are matched by sets that the copy's own
 * packets fill.
 *
 * <p>{@code @bridge@} is replaced by the hardware address of the host's bridge. Lines that end in {@code # bridged} do not apply to
 * a host that forwards for its copies, because there the bridge is their gateway.
 */
final class FilterText {

    /** Prefix of a comment line per admission, from which the host reads the admitted senders back. */
    static final String ADMITS = "# admits ";

    private static final String BRIDGED = " # bridged";
    /** Maximum concurrent UDP exchanges, and addresses with open echo requests, of one copy. */
    private static final int MOST_OPEN = 4096;

    private final String device;
    private final String hardwareAddress;
    private final CopySpec spec;
    private final Admitted admitted;
    private final boolean asked;
    private final List<String> lines = new ArrayList<>();

    private FilterText(CopyId id, CopySpec spec, Admitted admitted, boolean asked) {
        this.device = CopyVariables.deviceOf(id);
        this.hardwareAddress = CopyVariables.hardwareAddress(id, spec);
        this.spec = spec;
        this.admitted = admitted;
        this.asked = asked;
    }

    /** @param asked true if the host itself connects to the copy's endpoints, because no check can run inside the copy */
    static String of(CopyId id, CopySpec spec, Admitted admitted, boolean asked) {
        if (admitted.everyone()) {
            throw new IllegalArgumentException("a filter that admits everyone is none: " + id.label());
        }
        return new FilterText(id, spec, admitted, asked).text();
    }

    private String text() {
        String table = "table netdev caravan_" + device;
        add(table);
        admitted.admissions().forEach(one -> add(ADMITS + one.source() + " " + one.port()));
        add("delete " + table);
        add(table + " {");
        families().forEach(this::addSets);
        addSent();
        addReceived();
        add("}");
        return String.join("\n", lines) + "\n";
    }

    private void addSets(IpFamily family) {
        String type = family == IpFamily.IPV4 ? "ipv4_addr" : "ipv6_addr";
        addSet("asked" + digit(family), type + " . inet_service . inet_service");
        addSet("pinged" + digit(family), type);
    }

    private void addSet(String name, String type) {
        add("set " + name + " {", "type " + type, "size " + MOST_OPEN, "flags dynamic,timeout", "timeout 2m", "}");
    }

    private void addSent() {
        families().forEach(family -> {
            addSentToTheHost(family);
            if (family == IpFamily.IPV6) {
                addSentNeighbourMessages();
            }
            add("chain sent_" + word(family) + " {");
            if (family == IpFamily.IPV4) {
                addSent4();
            } else {
                addSent6();
            }
            add("}");
        });
        if (families().contains(IpFamily.IPV4)) {
            add("chain sent_arp {", "arp htype 1 arp ptype ip arp hlen 6 arp plen 4 arp operation { request, reply } arp saddr ether "
                    + hardwareAddress
                    + " arp saddr ip " + own(IpFamily.IPV4) + " accept", "}");
        }
        addBase("sent", "ingress", "ether saddr != " + hardwareAddress + " counter drop");
    }

    private void addSent4() {
        add("ip saddr != " + own(IpFamily.IPV4) + " counter drop");
        addNotToTheHost(IpFamily.IPV4);
        // Loopback, link-local (including a cloud's metadata service), multicast and reserved.
        add("ip daddr { 0.0.0.0/8, 127.0.0.0/8, 169.254.0.0/16, 224.0.0.0/3 } counter drop");
        // Numbers of protocols: nft looks names up in /etc/protocols, which small systems do not have. 6 is TCP, 17 UDP, 58 ICMPv6.
        add("meta l4proto 6 accept", "udp sport 67 counter drop");
        add("meta l4proto 17 update @asked4 { ip daddr . udp dport . udp sport } accept");
        add("icmp type echo-request update @pinged4 { ip daddr } accept");
        add("icmp type { echo-reply, destination-unreachable, time-exceeded, parameter-problem } accept");
        add("ip frag-off & 0x1fff != 0 accept");
    }

    /** A chain of its own, so that other packets are compared with it once. */
    private void addSentNeighbourMessages() {
        add("chain sent_icmp6 {");
        String neighbour = "ip6 hoplimit 255 icmpv6 type ";
        add("ip6 saddr :: " + neighbour + "nd-neighbor-solicit @th,64,128 " + ownTargets() + " accept");
        // Without options, or with the sender's own hardware address as the only option (RFC 4861, 4.3 and 4.4).
        String bearers = bearers();
        add("ip6 saddr " + bearers + " " + neighbour + "nd-neighbor-solicit ip6 length 24 accept");
        add("ip6 saddr " + bearers + " " + neighbour + "nd-neighbor-solicit ip6 length 32 @th,192,64 0x0101" + plainHardwareAddress()
                + " accept");
        add("ip6 saddr " + bearers + " " + neighbour + "nd-neighbor-advert ip6 length 24 @th,64,128 " + ownTargets() + " accept");
        add("ip6 saddr " + bearers + " " + neighbour + "nd-neighbor-advert ip6 length 32 @th,64,128 " + ownTargets()
                + " @th,192,64 0x0201" + plainHardwareAddress() + " accept");
        // Bridges with MLD snooping forward multicast, including neighbour solicitations, only to ports that sent reports (RFC
        // 4541).
        add("ip6 saddr { ::, " + linkLocal() + " } icmpv6 type { mld-listener-report, mld-listener-done, mld2-listener-report } accept");
        add("icmpv6 type { nd-router-solicit, nd-router-advert, nd-neighbor-solicit, nd-neighbor-advert, nd-redirect } counter drop");
        add("}");
    }

    private void addSent6() {
        add("meta l4proto 58 jump sent_icmp6");
        add("ip6 saddr != " + own(IpFamily.IPV6) + " counter drop");
        addNotToTheHost(IpFamily.IPV6);
        add("ip6 daddr { ::1, ::ffff:0:0/96, fe80::/10, ff00::/8 } counter drop");
        add("meta l4proto 6 accept", "udp sport 547 counter drop");
        add("meta l4proto 17 update @asked6 { ip6 daddr . udp dport . udp sport } accept");
        add("icmpv6 type echo-request update @pinged6 { ip6 daddr } accept");
        add("icmpv6 type { echo-reply, destination-unreachable, packet-too-big, time-exceeded, parameter-problem } accept");
        add("frag frag-off != 0 accept");
    }

    /** To the host go only responses, which open no connection. The look-up of an address costs more than all other rules. */
    private void addSentToTheHost(IpFamily family) {
        TreeSet<Integer> answering = new TreeSet<>(openPorts());
        answering.addAll(asked ? endpoints() : List.of());
        add("chain sent_host_" + word(family) + " {");
        if (!answering.isEmpty()) {
            add("tcp sport " + braced(answering) + " tcp flags & (ack | rst) != 0x0 accept");
        }
        add("counter drop", "}");
    }

    private void addNotToTheHost(IpFamily family) {
        add("fib daddr type local goto sent_host_" + word(family));
        add("meta pkttype { broadcast, multicast } counter drop");
        add("meta pkttype host counter drop" + BRIDGED, "ether daddr @bridge@ counter drop" + BRIDGED);
    }

    private void addReceived() {
        families().forEach(family -> {
            add("chain received_" + word(family) + " {");
            if (family == IpFamily.IPV6) {
                // Accept neighbour discovery but no router messages, because addresses and routes come from the plan.
                add("icmpv6 type nd-neighbor-solicit @th,64,128 " + ownTargets() + " accept");
                add("icmpv6 type { nd-neighbor-advert, mld-listener-query } accept");
            }
            addReceived(family);
            add("}");
        });
        if (families().contains(IpFamily.IPV4)) {
            add("chain received_arp {", "arp operation request arp daddr ip " + own(IpFamily.IPV4) + " accept",
                    "arp operation reply accept", "}");
        }
        addBase("received", "egress");
    }

    private void addReceived(IpFamily family) {
        String ip = word(family);
        String icmp = family == IpFamily.IPV4 ? "icmp" : "icmpv6";
        add(ip + " daddr != " + own(family) + " counter drop");
        add("tcp flags & (ack | rst) != 0x0 accept");
        List<Integer> open = openPorts();
        List<Admission> peers = admitted.admissions().stream().filter(one -> !one.source().equals(Admission.ANYWHERE))
                .filter(one -> (one.source().indexOf(':') >= 0) == (family == IpFamily.IPV6)).toList();
        if (!open.isEmpty()) {
            add("tcp dport " + braced(open) + " accept", "udp dport " + braced(open) + " accept", icmp + " type echo-request accept");
        }
        if (!peers.isEmpty()) {
            String pairs = braced(peers.stream().map(one -> one.source() + " . " + one.port()).toList());
            add(ip + " saddr . tcp dport " + pairs + " accept", ip + " saddr . udp dport " + pairs + " accept");
            add(icmp + " type echo-request " + ip + " saddr " + braced(peers.stream().map(Admission::source).distinct().toList())
                    + " accept");
        }
        if (asked && !spec.endpoints().isEmpty()) {
            add("fib saddr type local tcp dport " + braced(endpoints()) + " accept");
        }
        add(ip + " saddr . udp sport . udp dport @asked" + digit(family) + " accept");
        add(icmp + " type echo-reply " + ip + " saddr @pinged" + digit(family) + " accept");
        add(icmp + " type { destination-unreachable, " + (family == IpFamily.IPV6 ? "packet-too-big, " : "")
                + "time-exceeded, parameter-problem } accept");
        // Fragments after the first. The first one is filtered; without it, the packet is never reassembled.
        add(family == IpFamily.IPV4 ? "ip frag-off & 0x1fff != 0 accept" : "frag frag-off != 0 accept");
    }

    /**
     * Added last, because it refers to the other chains. Uses the frame type on the wire; frames with a VLAN tag match no chain.
     */
    private void addBase(String name, String hook, String... first) {
        add("chain " + name + " {", "type filter hook " + hook + " device \"" + device + "\" priority 0; policy drop;");
        add(first);
        List<String> kinds = new ArrayList<>(families().stream().map(family -> word(family) + " : jump " + name + "_" + word(family))
                .toList());
        if (families().contains(IpFamily.IPV4)) {
            kinds.add("arp : jump " + name + "_arp");
        }
        add("ether type vmap " + braced(kinds), "counter drop", "}");
    }

    private List<IpFamily> families() {
        return spec.addresses().stream().map(address -> address.at().family()).distinct().sorted().toList();
    }

    private List<Integer> endpoints() {
        return spec.endpoints().stream().map(Endpoint::port).distinct().toList();
    }

    /** Ports open to users, which include programs of the host. */
    private List<Integer> openPorts() {
        return admitted.admissions().stream().filter(one -> one.source().equals(Admission.ANYWHERE)).map(Admission::port).toList();
    }

    private List<String> addresses(IpFamily family) {
        return spec.addresses().stream().filter(address -> address.at().family() == family).map(CopyAddress::address).distinct().sorted()
                .toList();
    }

    private String own(IpFamily family) {
        return braced(addresses(family));
    }

    private String bearers() {
        TreeSet<String> all = new TreeSet<>(addresses(IpFamily.IPV6));
        all.add(linkLocal());
        return braced(all);
    }

    /** Hexadecimal targets of neighbour solicitations and advertisements. */
    private String ownTargets() {
        TreeSet<String> all = new TreeSet<>();
        addresses(IpFamily.IPV6).forEach(address -> all.add(Ipv6Digits.of(address)));
        all.add(Ipv6Digits.of(linkLocal()));
        return braced(all.stream().map(digits -> "0x" + digits).toList());
    }

    private String linkLocal() {
        return Ipv6Digits.linkLocal(hardwareAddress);
    }

    private String plainHardwareAddress() {
        return hardwareAddress.replace(":", "");
    }

    private static String braced(Collection<?> words) {
        return words.stream().map(Object::toString).collect(Collectors.joining(", ", "{ ", " }"));
    }

    private static String digit(IpFamily family) {
        return family == IpFamily.IPV4 ? "4" : "6";
    }

    private static String word(IpFamily family) {
        return family == IpFamily.IPV4 ? "ip" : "ip6";
    }

    private void add(String... more) {
        lines.addAll(List.of(more));
    }
}
