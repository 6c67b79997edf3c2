package org.caravan.adapter.aws;

import java.util.List;
import java.util.Optional;
import org.caravan.machine.MachineLabel;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;

/** How a machine's label is written on what belongs to it: as tags that are set by the very call that creates it. */
final class Names {

    private static final String INFRASTRUCTURE = "caravan:infrastructure";
    private static final String HOST = "caravan:host";

    private Names() {}

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

    /** Of everything that is ours, whatever machine. */
    static List<Filter> filters() {
        return List.of(filter("tag-key", HOST));
    }

    static Filter filter(String name, String... values) {
        return Filter.builder().name(name).values(values).build();
    }

    /** Empty if it is not ours. */
    static Optional<MachineLabel> label(List<Tag> tags) {
        return value(tags, INFRASTRUCTURE).flatMap(infrastructure -> value(tags, HOST).map(host -> new MachineLabel(infrastructure, host)));
    }

    private static Optional<String> value(List<Tag> tags, String key) {
        return tags.stream().filter(tag -> tag.key().equals(key)).map(Tag::value).findFirst();
    }

    /** Of the security group and the key; unique, for a label's two words may hold any character but a slash. */
    static String name(MachineLabel label) {
        return "caravan/" + label;
    }
}
