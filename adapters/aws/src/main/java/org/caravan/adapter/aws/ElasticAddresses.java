package org.caravan.adapter.aws;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.machine.MachineLabel;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.model.Address;
import software.amazon.awssdk.services.ec2.model.DomainType;
import software.amazon.awssdk.services.ec2.model.ResourceType;

/** Public addresses of one machine: one Elastic IP for each requested private address. */
final class ElasticAddresses {

    private final AwsAccount account;
    private final MachineLabel label;

    ElasticAddresses(AwsAccount account, MachineLabel label) {
        this.account = account;
        this.label = label;
    }

    private List<Address> present() {
        return account.ask("find public addresses of machine (" + label + ")",
                ec2 -> ec2.describeAddresses(request -> request.filters(AwsNames.filters(label)))).addresses();
    }

    /** Gives exactly these private addresses a public address. Elastic IPs that are no longer needed are reused. */
    void ensure(String interfaceId, Set<String> privateAddresses) {
        Set<String> missing = new TreeSet<>(privateAddresses);
        Deque<Address> spare = new ArrayDeque<>();
        for (Address address : present()) {
            boolean stands = interfaceId.equals(address.networkInterfaceId()) && missing.remove(address.privateIpAddress());
            if (!stands) {
                spare.add(address);
            }
        }
        for (String privateAddress : missing) {
            associate(spare.isEmpty() ? allocate() : detached(spare.remove()), interfaceId, privateAddress);
        }
        release(spare);
    }

    private String allocate() {
        return account.ask("assign a public address to machine (" + label + ")", ec2 -> ec2.allocateAddress(request -> request
                .domain(DomainType.VPC).tagSpecifications(AwsNames.tags(ResourceType.ELASTIC_IP, label)))).allocationId();
    }

    private void associate(String allocationId, String interfaceId, String privateAddress) {
        account.ask("assign a public address to machine (" + label + ")", ec2 -> ec2.associateAddress(request -> request
                .allocationId(allocationId).networkInterfaceId(interfaceId).privateIpAddress(privateAddress)));
    }

    private String detached(Address address) {
        if (address.associationId() != null) {
            quietly(() -> account.ec2().disassociateAddress(request -> request.associationId(address.associationId())));
        }
        return address.allocationId();
    }

    void releaseAll() {
        release(present());
    }

    private void release(Collection<Address> addresses) {
        addresses.stream().filter(Objects::nonNull).forEach(address -> {
            String allocationId = detached(address);
            quietly(() -> account.ec2().releaseAddress(request -> request.allocationId(allocationId)));
        });
    }

    /** Ignores resources that no longer exist. */
    private void quietly(Runnable call) {
        try {
            call.run();
        } catch (SdkException e) {
            if (!AwsRefusal.code(e).matches("Invalid(AssociationID|AllocationID|Address)(\\.NotFound)?")) {
                throw AwsRefusal.of(account.where, "release a public address of machine (" + label + ")", e);
            }
        }
    }
}
