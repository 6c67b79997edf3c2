package org.caravan.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.IpPermission;
import software.amazon.awssdk.services.ec2.model.IpRange;
import software.amazon.awssdk.services.ec2.model.Ipv6Range;

class IngressRuleTest {

    @Test
    void opensSshThePortsAndIcmpForBothIpVersions() {
        assertThat(IngressRule.all(new TreeSet<>(List.of(8080, 22)), 22)).extracting(IngressRule::toString).containsExactly(
                "IngressRule[protocol=tcp, from=22, to=22, source=0.0.0.0/0]", "IngressRule[protocol=tcp, from=22, to=22, source=::/0]",
                "IngressRule[protocol=tcp, from=8080, to=8080, source=0.0.0.0/0]",
                        "IngressRule[protocol=tcp, from=8080, to=8080, source=::/0]",
                "IngressRule[protocol=icmp, from=-1, to=-1, source=0.0.0.0/0]",
                        "IngressRule[protocol=icmpv6, from=-1, to=-1, source=::/0]");
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
