package org.caravan.adapter.aws;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.machine.MachineLabel;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.model.IpPermission;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;

/**
 * Security group of one machine: SSH, the requested ports, and ICMP. Without ICMP, path MTU discovery fails and connections stall,
 * and the site cannot be measured.
 */
final class Firewall {

    private static final int SSH = 22;
    private static final Set<String> BENIGN = Set.of("InvalidPermission.Duplicate", "InvalidPermission.NotFound");

    private final AwsAccount account;
    private final MachineLabel label;

    Firewall(AwsAccount account, MachineLabel label) {
        this.account = account;
        this.label = label;
    }

    /**
     * Returns the group id; a new group admits only SSH and ICMP. Its name is unique at Amazon, so concurrent servers share one
     * group.
     */
    String ensure(String vpcId) {
        Optional<SecurityGroup> present = find();
        if (present.isPresent()) {
            return present.get().groupId();
        }
        try {
            account.ec2().createSecurityGroup(request -> request.groupName(AwsNames.name(label)).vpcId(vpcId)
                    .description("Caravan: machine " + label.hostId().replaceAll("[^a-zA-Z0-9 ._-]", "-"))
                    .tagSpecifications(AwsNames.tags(ResourceType.SECURITY_GROUP, label)));
        } catch (SdkException e) {
            if (!AwsRefusal.code(e).equals("InvalidGroup.Duplicate")) {
                throw AwsRefusal.of(account.where, "make the security group of machine (" + label + ")", e);
            }
        }
        SecurityGroup group = find().orElseThrow(() -> AwsFault.lingers(label, "without its security group"));
        letIn(group, new TreeSet<>());
        return group.groupId();
    }

    private Optional<SecurityGroup> find() {
        return account.ask("find the security group of machine (" + label + ")",
                ec2 -> ec2.describeSecurityGroups(request -> request.filters(AwsNames.filters(label)))).securityGroups().stream()
                        .findFirst();
    }

    /** Opens exactly these TCP ports in addition to SSH. */
    void letIn(SortedSet<Integer> ports) {
        letIn(find().orElseThrow(() -> AwsFault.noMachine(label)), ports);
    }

    private void letIn(SecurityGroup group, SortedSet<Integer> ports) {
        Set<IngressRule> wanted = IngressRule.all(ports, SSH);
        Set<IngressRule> present = new LinkedHashSet<>();
        group.ipPermissions().forEach(permission -> present.addAll(IngressRule.of(permission)));
        List<IpPermission> add = permissions(wanted, present);
        List<IpPermission> remove = permissions(present, wanted);
        if (!add.isEmpty()) {
            attempt("open ports of machine", () -> account.ec2().authorizeSecurityGroupIngress(
                    request -> request.groupId(group.groupId()).ipPermissions(add)));
        }
        if (!remove.isEmpty()) {
            attempt("close ports of machine", () -> account.ec2().revokeSecurityGroupIngress(
                    request -> request.groupId(group.groupId()).ipPermissions(remove)));
        }
    }

    private static List<IpPermission> permissions(Set<IngressRule> of, Set<IngressRule> without) {
        List<IngressRule> rest = new ArrayList<>(of);
        rest.removeAll(without);
        return rest.stream().map(IngressRule::permission).toList();
    }

    /** Ignores errors that mean that another server already made the same change. */
    private void attempt(String doing, Runnable call) {
        try {
            call.run();
        } catch (SdkException e) {
            if (!BENIGN.contains(AwsRefusal.code(e))) {
                throw AwsRefusal.of(account.where, doing + " (" + label + ")", e);
            }
        }
    }

    /** Returns false while the group is still in use. */
    boolean delete() {
        Optional<SecurityGroup> group = find();
        if (group.isEmpty()) {
            return true;
        }
        try {
            account.ec2().deleteSecurityGroup(request -> request.groupId(group.get().groupId()));
            return true;
        } catch (SdkException e) {
            if (AwsRefusal.code(e).equals("DependencyViolation")) {
                return false;
            }
            if (AwsRefusal.code(e).startsWith("InvalidGroup")) {
                return true;
            }
            throw AwsRefusal.of(account.where, "delete the security group of machine (" + label + ")", e);
        }
    }
}
