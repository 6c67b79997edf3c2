package org.caravan.adapter.aws;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.model.IpPermission;

/**
 * Adds or removes rules of a security group in one call. EC2 refuses the whole call if one of its rules already exists or no longer
 * exists, as when another server made a part of the change. Then each rule is sent in a call of its own.
 */
final class RuleBatch {

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
