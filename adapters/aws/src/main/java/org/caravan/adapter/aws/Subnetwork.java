package org.caravan.adapter.aws;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Subnet;

/** Subnet of the machines. */
record Subnetwork(String id, String vpcId, boolean ipv6) {

    /** @param name id or tag {@code Name}; if empty, the default subnet of the first zone */
    static Subnetwork find(AwsAccount account, Optional<String> name) {
        List<Subnet> found = name.map(text -> named(account, text))
                .orElseGet(() -> search(account, AwsNames.filter("default-for-az", "true")));
        Subnet subnet = found.stream().min(Comparator.comparing(Subnet::availabilityZone).thenComparing(Subnet::subnetId))
                .orElseThrow(() -> AwsFault.unknown("network", name.orElse("the default one"), account.where,
                        "use the id of a subnet, as subnet-0123456789abcdef0, or its tag `Name`"));
        boolean ipv6 = subnet.ipv6CidrBlockAssociationSet().stream()
                .anyMatch(block -> "associated".equals(block.ipv6CidrBlockState().stateAsString()));
        return new Subnetwork(subnet.subnetId(), subnet.vpcId(), ipv6);
    }

    private static List<Subnet> named(AwsAccount account, String text) {
        return search(account, AwsNames.filter(text.matches("subnet-[0-9a-f]+") ? "subnet-id" : "tag:Name", text));
    }

    private static List<Subnet> search(AwsAccount account, Filter filter) {
        try {
            return Instances.pages(account.ec2().describeSubnetsPaginator(request -> request.filters(filter)))
                    .flatMap(page -> page.subnets().stream()).toList();
        } catch (SdkException e) {
            if (AwsRefusal.code(e).startsWith("InvalidSubnetID")) {
                return List.of();
            }
            throw AwsRefusal.of(account.where, "find the network", e);
        }
    }
}
