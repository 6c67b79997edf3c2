package org.caravan.adapter.aws;

import java.util.List;
import java.util.OptionalInt;
import org.caravan.machine.MachineLimits;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;

/**
 * Quotas of the account. EC2 limits the virtual CPUs of running machines; its old attribute {@code max-instances} no longer
 * applies. A quota that the access key may not read is unknown; this is not an error.
 */
final class Quotas {

    private static final String VIRTUAL_CPUS_OF_STANDARD_MACHINES = "L-1216C47A";
    private static final String ELASTIC_ADDRESSES = "L-0263D0A3";

    private final AwsAccount account;

    Quotas(AwsAccount account) {
        this.account = account;
    }

    MachineLimits limits() {
        List<Instance> instances = account.ask("list machines", ec2 -> Instances.pages(ec2.describeInstancesPaginator())
                .flatMap(page -> page.reservations().stream())
                .flatMap(reservation -> reservation.instances().stream())
                .filter(instance -> instance.state().name() != InstanceStateName.TERMINATED).toList());
        long virtualCpus = instances.stream()
                .filter(instance -> List.of(InstanceStateName.PENDING, InstanceStateName.RUNNING).contains(instance.state().name()))
                .mapToLong(instance -> account.offers.virtualCpus(instance.instanceTypeAsString())).sum();
        int addresses = account.ask("list public addresses", ec2 -> ec2.describeAddresses()).addresses().size();
        OptionalInt addressQuota = account.quotas.ec2(ELASTIC_ADDRESSES);
        return new MachineLimits(OptionalInt.empty(), instances.size(),
                account.quotas.ec2(VIRTUAL_CPUS_OF_STANDARD_MACHINES), Math.toIntExact(virtualCpus),
                addressQuota.isPresent() ? addressQuota : attribute("vpc-max-elastic-ips"), addresses);
    }

    private OptionalInt attribute(String name) {
        return account.ask("read limits", ec2 -> ec2.describeAccountAttributes()).accountAttributes().stream()
                .filter(attribute -> attribute.attributeName().equals(name))
                .flatMap(attribute -> attribute.attributeValues().stream())
                .filter(value -> value.attributeValue().matches("\\d{1,9}"))
                .mapToInt(value -> Integer.parseInt(value.attributeValue())).findFirst();
    }
}
