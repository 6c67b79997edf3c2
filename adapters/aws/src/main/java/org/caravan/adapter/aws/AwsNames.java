package org.caravan.adapter.aws;

import java.util.List;
import java.util.Optional;
import org.caravan.machine.MachineLabel;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;

/** Encodes a machine's label as tags of its resources. The call that creates a resource also sets its tags. */
final class AwsNames {

    private static final String INFRASTRUCTURE = "caravan:infrastructure";
    private static final String HOST = "caravan:host";

    private AwsNames() {}

    static TagSpecification tags(ResourceType type, MachineLabel label) {
        return TagSpecification.builder().resourceType(type).tags(
                tag(INFRASTRUCTURE, label.infrastructure()), tag(HOST, label.hostId()), tag("Name", name(label))).build();
    }

    static List<Tag> keys() {
        return List.of(Tag.builder().key(INFRASTRUCTURE).build(), Tag.builder().key(HOST).build());
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }

    static List<Filter> filters(MachineLabel label) {
        return List.of(filter("tag:" + INFRASTRUCTURE, label.infrastructure()), filter("tag:" + HOST, label.hostId()));
    }

    /** Matches all resources of Caravan, for any machine. */
    static List<Filter> filters() {
        return List.of(filter("tag-key", HOST));
    }

    static Filter filter(String name, String... values) {
        return Filter.builder().name(name).values(values).build();
    }

    /** Empty if the resource has no Caravan label. */
    static Optional<MachineLabel> label(List<Tag> tags) {
        return value(tags, INFRASTRUCTURE).flatMap(infrastructure -> value(tags, HOST).map(host -> new MachineLabel(infrastructure, host)));
    }

    private static Optional<String> value(List<Tag> tags, String key) {
        return tags.stream().filter(tag -> tag.key().equals(key)).map(Tag::value).findFirst();
    }

    /** Name of the security group and the key. Unique, because the parts of a label cannot contain a slash. */
    static String name(MachineLabel label) {
        return "caravan/" + label;
    }
}
