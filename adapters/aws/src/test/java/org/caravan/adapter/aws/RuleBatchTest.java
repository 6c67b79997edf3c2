package org.caravan.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.IpPermission;

/** A call to EC2 succeeds or fails as a whole, so one rule that another server added must not prevent the others. */
class RuleBatchTest {

    private final Set<Integer> ports = new TreeSet<>();
    private final List<Integer> calls = new ArrayList<>();

    private static List<IpPermission> rules(Integer... ports) {
        return List.of(ports).stream().map(port -> new IngressRule("tcp", port, port, "10.1.2.7/32").permission()).toList();
    }

    /** As EC2 does. */
    private void authorize(List<IpPermission> rules) {
        calls.add(rules.size());
        List<Integer> wanted = rules.stream().map(IpPermission::fromPort).toList();
        if (wanted.contains(25)) {
            throw refusal("UnauthorizedOperation");
        }
        if (wanted.stream().anyMatch(ports::contains)) {
            throw refusal("InvalidPermission.Duplicate");
        }
        ports.addAll(wanted);
    }

    private static Ec2Exception refusal(String code) {
        return (Ec2Exception) Ec2Exception.builder().awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build()).build();
    }

    @Test
    void newRulesAreOneCall() {
        Firewall.RuleBatch.send(rules(80, 81, 82), this::authorize);
        assertThat(ports).containsExactly(80, 81, 82);
        assertThat(calls).containsExactly(3);
    }

    @Test
    void aRuleThatExistsDoesNotPreventTheOthers() {
        ports.add(81);
        Firewall.RuleBatch.send(rules(80, 81, 82), this::authorize);
        assertThat(ports).containsExactly(80, 81, 82);
        assertThat(calls).containsExactly(3, 1, 1, 1);
    }

    @Test
    void oneRuleThatExistsIsAskedForOnce() {
        ports.add(80);
        Firewall.RuleBatch.send(rules(80), this::authorize);
        Firewall.RuleBatch.send(List.of(), this::authorize);
        assertThat(calls).containsExactly(1);
    }

    @Test
    void otherRefusalsAreNotIgnored() {
        ports.add(80);
        assertThatThrownBy(() -> Firewall.RuleBatch.send(rules(80, 25), this::authorize)).isInstanceOf(Ec2Exception.class);
    }
}
