package org.caravan.adapter.aws;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.caravan.infrastructure.Admission;
import org.caravan.machine.MachineFirewall;
import software.amazon.awssdk.services.ec2.model.IpPermission;
import software.amazon.awssdk.services.ec2.model.IpRange;
import software.amazon.awssdk.services.ec2.model.Ipv6Range;

/**
 * One rule of a security group with one source. EC2 combines several rules in one permission, and splits it when one is revoked.
 *
 * @param source CIDR of either IP version
 */
record IngressRule(String protocol, int from, int to, String source) {

    private static final int SSH = 22;
    private static final String ANY_IPV4 = "0.0.0.0/0";
    private static final String ANY_IPV6 = "::/0";

    /** SSH and ICMP from anywhere, which every machine admits. */
    static Set<IngressRule> always() {
        return new LinkedHashSet<>(List.of(tcp(SSH, ANY_IPV4), tcp(SSH, ANY_IPV6), new IngressRule("icmp", -1, -1, ANY_IPV4),
                new IngressRule("icmpv6", -1, -1, ANY_IPV6)));
    }

    static Set<IngressRule> all(Collection<Admission> admissions) {
        Set<IngressRule> all = always();
        MachineFirewall.rules(admissions).forEach(rule -> all.add(tcp(rule.port(), rule.cidr())));
        return all;
    }

    private static IngressRule tcp(int port, String source) {
        return new IngressRule("tcp", port, port, source);
    }

    /** True for a rule that {@link MachineFirewall} describes: one TCP port. */
    boolean isPort() {
        return protocol.equals("tcp") && from == to;
    }

    static Set<IngressRule> of(IpPermission permission) {
        Set<IngressRule> openings = new LinkedHashSet<>();
        int from = permission.fromPort() == null ? -1 : permission.fromPort();
        int to = permission.toPort() == null ? -1 : permission.toPort();
        String protocol = permission.ipProtocol().equals("58") ? "icmpv6" : permission.ipProtocol();
        permission.ipRanges().forEach(range -> openings.add(new IngressRule(protocol, from, to, range.cidrIp())));
        permission.ipv6Ranges().forEach(range -> openings.add(new IngressRule(protocol, from, to, range.cidrIpv6())));
        return openings;
    }

    IpPermission permission() {
        IpPermission.Builder permission = IpPermission.builder().ipProtocol(protocol).fromPort(from).toPort(to);
        return source.contains(":") ? permission.ipv6Ranges(Ipv6Range.builder().cidrIpv6(source).build()).build()
                : permission.ipRanges(IpRange.builder().cidrIp(source).build()).build();
    }
}
