package org.caravan.adapter.aws;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.caravan.machine.MachineOrder;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.model.BlockDeviceMapping;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.HttpTokensState;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterfaceSpecification;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.ec2.model.VolumeType;

/** One order of a machine with its security group and key. */
final class Purchase {

    private final AwsAccount account;
    private final AwsSettings settings;

    Purchase(AwsAccount account, AwsSettings settings) {
        this.account = account;
        this.settings = settings;
    }

    /** @param cleanUp runs if EC2 refuses the order, to remove the resources that were created for it */
    void buy(MachineOrder order, Optional<String> network, Runnable cleanUp) {
        String userData = UserData.encoded(order);
        DiskImage image = DiskImage.find(account, order.image());
        Subnetwork subnetwork = Subnetwork.find(account, network);
        String group = new Firewall(account, order.label()).ensure(subnetwork.vpcId());
        try {
            importKey(order);
            account.ec2().runInstances(request(order, image, subnetwork, group, userData));
        } catch (SdkException e) {
            cleanUp.run();
            throw AwsRefusal.isUnknownOffer(e)
                    ? AwsFault.unknown("offer", order.offer(), account.where, "use one of [" + account.offers.someNames()
                            + "], or another of EC2's types")
                    : AwsRefusal.of(account.where, "rent the machine (%s) of offer (%s)".formatted(order.label(), order.offer()), e);
        }
    }

    /**
     * Imports the key. An existing key with this name belongs to an interrupted order or another server, and to the same machine.
     */
    private void importKey(MachineOrder order) {
        try {
            account.ec2().importKeyPair(request -> request.keyName(AwsNames.name(order.label()))
                    .publicKeyMaterial(SdkBytes.fromString(order.publicKey(), StandardCharsets.UTF_8))
                    .tagSpecifications(AwsNames.tags(ResourceType.KEY_PAIR, order.label())));
        } catch (SdkException e) {
            if (!AwsRefusal.code(e).equals("InvalidKeyPair.Duplicate")) {
                throw e;
            }
        }
    }

    private RunInstancesRequest request(MachineOrder order, DiskImage image, Subnetwork subnetwork, String group, String userData) {
        InstanceNetworkInterfaceSpecification.Builder card = InstanceNetworkInterfaceSpecification.builder().deviceIndex(0)
                .subnetId(subnetwork.id()).groups(group).deleteOnTermination(true)
                .associatePublicIpAddress(false); // it would change with every start; addresses of MachineAccess stay
        if (subnetwork.ipv6()) {
            card.ipv6AddressCount(1).primaryIpv6(true);
        }
        return RunInstancesRequest.builder().minCount(1).maxCount(1).imageId(image.id()).instanceType(order.offer())
                .keyName(AwsNames.name(order.label())).userData(userData).networkInterfaces(card.build())
                .blockDeviceMappings(BlockDeviceMapping.builder().deviceName(image.rootDevice()).ebs(disk -> disk
                        .volumeSize((int) (settings.disk().value() >> 30)).volumeType(VolumeType.GP3).deleteOnTermination(true)).build())
                .metadataOptions(metadata -> metadata.httpTokens(HttpTokensState.REQUIRED))
                .tagSpecifications(AwsNames.tags(ResourceType.INSTANCE, order.label()), AwsNames.tags(ResourceType.VOLUME, order.label()))
                // EC2 answers a repeated identical order within minutes with the same instance, even before the instance is listed.
                // This is only an additional safeguard, because not every provider of this API supports it.
                .clientToken("caravan-" + group)
                .build();
    }

    /** Disk image of a machine. */
    private record DiskImage(String id, String rootDevice) {

        /** @param name image id or name; if several images have the name, the newest is used */
        static DiskImage find(AwsAccount account, String name) {
            boolean isId = name.matches("ami-[0-9a-f]+");
            try {
                List<Image> found = account.ec2().describeImages(request -> request
                        .filters(AwsNames.filter(isId ? "image-id" : "name", name), AwsNames.filter("state", "available"))).images();
                Image image = found.stream().max(Comparator.comparing(Image::creationDate))
                        .orElseThrow(() -> unknown(account, name));
                return new DiskImage(image.imageId(), image.rootDeviceName());
            } catch (SdkException e) {
                if (AwsRefusal.code(e).startsWith("InvalidAMIID")) {
                    throw unknown(account, name);
                }
                throw AwsRefusal.of(account.where, "find the image", e);
            }
        }

        private static RuntimeException unknown(AwsAccount account, String name) {
            return AwsFault.unknown("image", name, account.where,
                    "use the id of an image of this region, as ami-0123456789abcdef0, or its full name");
        }
    }

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
}
