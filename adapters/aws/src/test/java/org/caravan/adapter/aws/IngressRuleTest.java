package org.caravan.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.caravan.infrastructure.Admission;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.IpPermission;
import software.amazon.awssdk.services.ec2.model.IpRange;
import software.amazon.awssdk.services.ec2.model.Ipv6Range;

class IngressRuleTest {

    @Test
    void admitsSshAndIcmpFromAnywhereAndTheGivenSenders() {
        assertThat(IngressRule.all(List.of(new Admission("anywhere", 8080), new Admission("10.1.2.7", 80), new Admission("fd4e::7", 80))))
                .containsExactlyInAnyOrder(new IngressRule("tcp", 22, 22, "0.0.0.0/0"), new IngressRule("tcp", 22, 22, "::/0"),
                        new IngressRule("icmp", -1, -1, "0.0.0.0/0"), new IngressRule("icmpv6", -1, -1, "::/0"),
                        new IngressRule("tcp", 8080, 8080, "0.0.0.0/0"), new IngressRule("tcp", 8080, 8080, "::/0"),
                        new IngressRule("tcp", 80, 80, "10.1.2.7/32"), new IngressRule("tcp", 80, 80, "fd4e::7/128"));
    }

    @Test
    void takesApartWhatEc2Gathers() {
        IpPermission gathered = IpPermission.builder().ipProtocol("tcp").fromPort(80).toPort(80)
                .ipRanges(IpRange.builder().cidrIp("0.0.0.0/0").build(), IpRange.builder().cidrIp("10.0.0.0/8").build())
                .ipv6Ranges(Ipv6Range.builder().cidrIpv6("::/0").build()).build();
        assertThat(IngressRule.of(gathered)).isEqualTo(Set.of(new IngressRule("tcp", 80, 80, "0.0.0.0/0"),
                new IngressRule("tcp", 80, 80, "10.0.0.0/8"),
                new IngressRule("tcp", 80, 80, "::/0")));
        IngressRule.of(gathered).forEach(opening -> assertThat(IngressRule.of(opening.permission())).containsExactly(opening));
        assertThat(IngressRule.of(IpPermission.builder().ipProtocol("-1").ipRanges(IpRange.builder().cidrIp("0.0.0.0/0").build()).build()))
                .containsExactly(new IngressRule("-1", -1, -1, "0.0.0.0/0"));
    }
}
