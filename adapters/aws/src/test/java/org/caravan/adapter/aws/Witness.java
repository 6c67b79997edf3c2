package org.caravan.adapter.aws;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.caravan.machine.MachineLabel;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;
import software.amazon.awssdk.services.ec2.model.IpPermission;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;
import software.amazon.awssdk.services.ec2.model.Tag;

/** Sees what there is at the provider by other questions than the adapter's. */
final class Witness {

    private final Ec2Client ec2;
    private final Path machines;

    Witness(String endpoint, String region, String id, String secret, Path machines) {
        this.machines = machines;
        ec2 = Ec2Client.builder().endpointOverride(URI.create(endpoint)).region(Region.of(region))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(id, secret)))
                .httpClientBuilder(UrlConnectionHttpClient.builder()).build();
    }

    String startForeign(String image, String subnet) {
        return ec2.runInstances(request -> request.imageId(image).instanceType("t3.nano").minCount(1).maxCount(1).subnetId(subnet))
                .instances().get(0).instanceId();
    }

    void end(String id) {
        ec2.terminateInstances(request -> request.instanceIds(id));
    }

    /** Everything with the label in a tag or name, and containers of instances that had it. */
    List<String> traces(MachineLabel label) {
        List<String> traces = new ArrayList<>();
        List<Instance> all = ec2.describeInstances().reservations().stream().flatMap(each -> each.instances().stream())
                .filter(instance -> has(instance.tags(), label)).toList();
        all.stream().filter(instance -> instance.state().name() != InstanceStateName.TERMINATED)
                .forEach(instance -> traces.add("instance " + instance.instanceId()));
        all.stream().filter(instance -> Files.exists(machines.resolve("machines").resolve(instance.instanceId())))
                .forEach(instance -> traces.add("container " + instance.instanceId()));
        all.stream().flatMap(instance -> instance.networkInterfaces().stream()).map(card -> card.networkInterfaceId())
                .filter(id -> ec2.describeNetworkInterfaces().networkInterfaces().stream()
                        .anyMatch(card -> card.networkInterfaceId().equals(id)))
                .forEach(id -> traces.add("interface " + id));
        ec2.describeVolumes().volumes().stream().filter(volume -> has(volume.tags(), label))
                .forEach(volume -> traces.add("disk " + volume.volumeId()));
        ec2.describeAddresses().addresses().stream().filter(address -> has(address.tags(), label))
                .forEach(address -> traces.add("address " + address.publicIp()));
        ec2.describeSecurityGroups().securityGroups().stream().filter(group -> group.groupName().equals("caravan/" + label))
                .forEach(group -> traces.add("security group " + group.groupId()));
        ec2.describeKeyPairs().keyPairs().stream().filter(key -> key.keyName().equals("caravan/" + label))
                .forEach(key -> traces.add("key " + key.keyName()));
        return traces;
    }

    /** What the machine's security group lets in, in the words of {@code MachineFixture.openings}. */
    SortedSet<String> openings(MachineLabel label) {
        SortedSet<String> openings = new TreeSet<>();
        ec2.describeSecurityGroups().securityGroups().stream().filter(group -> group.groupName().equals("caravan/" + label))
                .flatMap(group -> group.ipPermissions().stream()).forEach(rule -> {
                    String what = rule.ipProtocol().replaceFirst("^(icmpv6|58)$", "icmp") + ports(rule);
                    rule.ipRanges().forEach(range -> openings.add(what + " ipv4"
                            + (range.cidrIp().equals("0.0.0.0/0") ? "" : " " + range.cidrIp())));
                    rule.ipv6Ranges().forEach(range -> openings.add(what + " ipv6"
                            + (range.cidrIpv6().equals("::/0") ? "" : " " + range.cidrIpv6())));
                    rule.userIdGroupPairs().forEach(group -> openings.add(what + " " + group.groupId()));
                });
        return openings;
    }

    /** Removes the rules for SSH and ICMP. */
    boolean withdraw(MachineLabel label) {
        SecurityGroup group = ec2.describeSecurityGroups().securityGroups().stream()
                .filter(one -> one.groupName().equals("caravan/" + label)).findFirst().orElseThrow();
        List<IpPermission> rules = group.ipPermissions().stream()
                .filter(rule -> !rule.ipProtocol().equals("tcp") || rule.fromPort() == 22).toList();
        ec2.revokeSecurityGroupIngress(request -> request.groupId(group.groupId()).ipPermissions(rules));
        return !rules.isEmpty();
    }

    private static String ports(IpPermission rule) {
        if (rule.fromPort() == null || rule.fromPort() < 0) {
            return "";
        }
        return " " + rule.fromPort() + (rule.fromPort().equals(rule.toPort()) ? "" : "-" + rule.toPort());
    }

    private static boolean has(List<Tag> tags, MachineLabel label) {
        return tags.stream().anyMatch(tag -> tag.key().equals("caravan:infrastructure") && tag.value().equals(label.infrastructure()))
                && tags.stream().anyMatch(tag -> tag.key().equals("caravan:host") && tag.value().equals(label.hostId()));
    }

    long containers() {
        try (Stream<Path> folders = Files.list(machines.resolve("machines"))) {
            return folders.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
