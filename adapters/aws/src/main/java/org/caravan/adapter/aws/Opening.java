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
record Opening(String protocol, int from, int to, String source) {

    private static final String ANY_IPV4 = "0.0.0.0/0";
    private static final String ANY_IPV6 = "::/0";

    static Set<Opening> all(SortedSet<Integer> ports, int ssh) {
        Set<Opening> all = new LinkedHashSet<>();
        Stream.concat(Stream.of(ssh), ports.stream()).forEach(port -> {
            all.add(new Opening("tcp", port, port, ANY_IPV4));
            all.add(new Opening("tcp", port, port, ANY_IPV6));
        });
        all.add(new Opening("icmp", -1, -1, ANY_IPV4));
        all.add(new Opening("icmpv6", -1, -1, ANY_IPV6));
        return all;
    }

    static Set<Opening> of(IpPermission permission) {
        Set<Opening> openings = new LinkedHashSet<>();
        int from = permission.fromPort() == null ? -1 : permission.fromPort();
        int to = permission.toPort() == null ? -1 : permission.toPort();
        String protocol = permission.ipProtocol().equals("58") ? "icmpv6" : permission.ipProtocol();
        permission.ipRanges().forEach(range -> openings.add(new Opening(protocol, from, to, range.cidrIp())));
        permission.ipv6Ranges().forEach(range -> openings.add(new Opening(protocol, from, to, range.cidrIpv6())));
        return openings;
    }

    IpPermission permission() {
        IpPermission.Builder permission = IpPermission.builder().ipProtocol(protocol).fromPort(from).toPort(to);
        return source.contains(":") ? permission.ipv6Ranges(Ipv6Range.builder().cidrIpv6(source).build()).build()
                : permission.ipRanges(IpRange.builder().cidrIp(source).build()).build();
    }
}
