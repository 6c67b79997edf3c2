package org.caravan.adapter.aws;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ec2.model.IpPermission;
import software.amazon.awssdk.services.ec2.model.IpRange;
import software.amazon.awssdk.services.ec2.model.Ipv6Range;

/**
 * One rule of a security group with one source. EC2 combines several rules in one permission, and splits it when one is revoked.
 *
 * @param source CIDR of either IP version
 */
record IngressRule(String protocol, int from, int to, String source) {

    private static final String ANY_IPV4 = "0.0.0.0/0";
    private static final String ANY_IPV6 = "::/0";

    static Set<IngressRule> all(SortedSet<Integer> ports, int ssh) {
        Set<IngressRule> all = new LinkedHashSet<>();
        Stream.concat(Stream.of(ssh), ports.stream()).forEach(port -> {
            all.add(new IngressRule("tcp", port, port, ANY_IPV4));
            all.add(new IngressRule("tcp", port, port, ANY_IPV6));
        });
        all.add(new IngressRule("icmp", -1, -1, ANY_IPV4));
        all.add(new IngressRule("icmpv6", -1, -1, ANY_IPV6));
        return all;
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
