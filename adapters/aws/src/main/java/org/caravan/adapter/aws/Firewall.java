package org.caravan.adapter.aws;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.caravan.infrastructure.Admission;
import org.caravan.machine.MachineFirewall;
import org.caravan.machine.MachineLabel;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.IpPermission;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;

/**
 * Security group of one machine: SSH, the requested senders and ports, and ICMP. Without ICMP, path MTU discovery fails and
 * connections stall, and the site cannot be measured.
 */
final class Firewall {

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
            letIn(present.get(), List.of()); // a server that ended early may have left it without rules
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
        letIn(group, List.of());
        return group.groupId();
    }

    private Optional<SecurityGroup> find() {
        return list(account, AwsNames.filters(label)).stream().findFirst();
    }

    /** Security groups of machines, with their rules. */
    static List<SecurityGroup> list(AwsAccount account, Collection<Filter> filters) {
        return account.ask("list security groups", ec2 -> ec2.describeSecurityGroups(request -> request.filters(filters))).securityGroups();
    }

    /** Admits exactly these senders, beside SSH and ICMP. */
    void letIn(Collection<Admission> admissions) {
        letIn(find().orElseThrow(() -> AwsFault.noMachine(label)), admissions);
    }

    /** What the group admits beside SSH and ICMP. */
    static MachineFirewall of(SecurityGroup group) {
        Set<IngressRule> rules = new LinkedHashSet<>();
        group.ipPermissions().forEach(permission -> rules.addAll(IngressRule.of(permission)));
        boolean complete = rules.containsAll(IngressRule.always());
        rules.removeAll(IngressRule.always());
        boolean others = !rules.stream().allMatch(IngressRule::isPort) || !foreign(group).isEmpty();
        MachineFirewall firewall = MachineFirewall.of(rules.stream().filter(IngressRule::isPort)
                .map(rule -> new MachineFirewall.Rule(rule.from(), rule.source())).toList(), others);
        return complete ? firewall : firewall.incomplete();
    }

    /** Permissions for other groups and prefix lists, which Caravan never creates. */
    private static List<IpPermission> foreign(SecurityGroup group) {
        return group.ipPermissions().stream().filter(permission -> !permission.userIdGroupPairs().isEmpty()
                || !permission.prefixListIds().isEmpty())
                .map(permission -> permission.toBuilder().ipRanges(List.of()).ipv6Ranges(List.of()).build()).toList();
    }

    private void letIn(SecurityGroup group, Collection<Admission> admissions) {
        Set<IngressRule> wanted = IngressRule.all(admissions);
        Set<IngressRule> present = new LinkedHashSet<>();
        group.ipPermissions().forEach(permission -> present.addAll(IngressRule.of(permission)));
        List<IpPermission> add = permissions(wanted, present);
        List<IpPermission> remove = new ArrayList<>(permissions(present, wanted));
        remove.addAll(foreign(group));
        attempt("open ports of machine", add, rules -> account.ec2().authorizeSecurityGroupIngress(
                request -> request.groupId(group.groupId()).ipPermissions(rules)));
        attempt("close ports of machine", remove, rules -> account.ec2().revokeSecurityGroupIngress(
                request -> request.groupId(group.groupId()).ipPermissions(rules)));
    }

    private static List<IpPermission> permissions(Set<IngressRule> of, Set<IngressRule> without) {
        List<IngressRule> rest = new ArrayList<>(of);
        rest.removeAll(without);
        return rest.stream().map(IngressRule::permission).toList();
    }

    private void attempt(String doing, List<IpPermission> rules, Consumer<List<IpPermission>> call) {
        try {
            RuleBatch.send(rules, call);
        } catch (SdkException e) {
            throw AwsRefusal.of(account.where, doing + " (" + label + ")", e);
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

    /**
     * Adds or removes rules of a security group in one call. EC2 refuses the whole call if one of its rules already exists or no longer
     * exists, as when another server made a part of the change. Then each rule is sent in a call of its own.
     */
    static final class RuleBatch {

        private static final Set<String> ALREADY_DONE = Set.of("InvalidPermission.Duplicate", "InvalidPermission.NotFound");

        private RuleBatch() {}

        /** @throws SdkException for refusals other than those of rules that are already as requested */
        static void send(List<IpPermission> rules, Consumer<List<IpPermission>> call) {
            if (!rules.isEmpty() && !sent(rules, call) && rules.size() > 1) {
                rules.forEach(rule -> sent(List.of(rule), call));
            }
        }

        /** @return false if at least one of the rules already is as requested; then EC2 changed nothing */
        private static boolean sent(List<IpPermission> rules, Consumer<List<IpPermission>> call) {
            try {
                call.accept(rules);
                return true;
            } catch (SdkException e) {
                if (ALREADY_DONE.contains(AwsRefusal.code(e))) {
                    return false;
                }
                throw e;
            }
        }
    }
}
