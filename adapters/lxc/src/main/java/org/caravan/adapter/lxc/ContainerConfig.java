package org.caravan.adapter.lxc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.ScriptVariables;
import org.caravan.adapter.node.CopyVariables;
import org.caravan.adapter.node.RoutingCopy;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.application.ResourceLimits;
import org.caravan.image.ImageManifest;

/**
 * LXC configuration of one copy (lxc.container.conf(5)), except for the id mapping and the layers of its file system, which the
 * node adds. {@code @folder@} is replaced by the copy's folder on the node. Limits are written for both versions of control groups;
 * LXC uses those of the version on the node.
 */
final class ContainerConfig {

    private static final String INIT = "/usr/bin/tini --";
    private static final int CPU_PERIOD_US = 100_000;
    private static final int LONGEST_HOST_NAME = 63;

    private final CopyId id;
    private final CopySpec spec;
    private final ImageManifest image;
    private final ScriptSettings settings;

    ContainerConfig(CopyId id, CopySpec spec, ImageManifest image, ScriptSettings settings) {
        this.id = id;
        this.spec = spec;
        this.image = image;
        this.settings = settings;
    }

    /** @throws AdapterFault of kind UNSUPPORTED for values that LXC cannot express */
    String text() {
        if (image.start().isEmpty()) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    "The image (%s) of the copy (%s) has no start command: it is a base image.\nMaybe use an image built from it."
                            .formatted(image.name(), id.label()));
        }
        List<String> lines = new ArrayList<>();
        String name = id.label();
        lines.add("lxc.uts.name = " + name.substring(0, Math.min(LONGEST_HOST_NAME, name.length())));
        lines.add("lxc.init.cmd = " + INIT + " " + (plainWords() ? String.join(" ", image.start()) : "/bin/sh /run/caravan/start"));
        lines.add("lxc.net.0.link = " + settings.bridge());
        lines.add("lxc.net.0.veth.pair = " + CopyVariables.deviceOf(id));
        lines.add("lxc.net.0.hwaddr = " + CopyVariables.hardwareAddress(id, spec));
        if (!spec.secrets().isEmpty()) {
            lines.add("lxc.mount.entry = /run/caravan/secrets/" + name
                    + "/files run/secrets none bind,ro,nosuid,nodev,noexec,create=dir 0 0");
        }
        addLimits(lines);
        environment().forEach((key, value) -> lines.add("lxc.environment = " + key + "=" + oneLine(key, value)));
        return NodeScript.resource("container.conf") + String.join("\n", lines) + "\n";
    }

    /** Runs in the image's shell, for commands with white space in their words, which {@code lxc.init.cmd} cannot express. */
    String startScript() {
        return "exec " + image.start().stream().map(word -> ScriptVariables.quoted(word, "start command of the image " + image.name()))
                .collect(Collectors.joining(" ")) + "\n";
    }

    private boolean plainWords() {
        image.start().forEach(word -> ScriptVariables.quoted(word, "start command of the image " + image.name()));
        return image.start().stream().noneMatch(word -> word.isEmpty() || word.chars().anyMatch(Character::isWhitespace));
    }

    private void addLimits(List<String> lines) {
        long millis = spec.cpu().value();
        long quota = settings.cpuQuotaMicros(spec);
        lines.add("lxc.cgroup.cpu.shares = " + Math.max(2, millis * 1024 / 1000));
        lines.add("lxc.cgroup2.cpu.weight = " + Math.min(10_000, Math.max(1, millis / 10)));
        lines.add("lxc.cgroup.cpu.cfs_period_us = " + CPU_PERIOD_US);
        lines.add("lxc.cgroup.cpu.cfs_quota_us = " + quota);
        lines.add("lxc.cgroup2.cpu.max = " + quota + " " + CPU_PERIOD_US);
        lines.add("lxc.cgroup.memory.limit_in_bytes = " + spec.mostMemory().value());
        lines.add("lxc.cgroup2.memory.max = " + spec.mostMemory().value());
        // Under memory pressure, the host first reclaims memory above reservations.
        if (spec.ceiling().flatMap(ResourceLimits::memory).isPresent()) {
            lines.add("lxc.cgroup.memory.soft_limit_in_bytes = " + spec.memory().value());
            lines.add("lxc.cgroup2.memory.low = " + spec.memory().value());
        }
    }

    /** Variables of the model override those of the image. */
    private Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>(image.environment());
        environment.putIfAbsent("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        environment.putAll(RoutingCopy.environment(spec));
        environment.putAll(spec.environment());
        return environment;
    }

    private String oneLine(String key, String value) {
        if ((key + value).indexOf('\n') >= 0) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED, String.format(Locale.ROOT,
                    "The variable (%s) of the copy (%s) has a line break, which LXC cannot pass on."
                            + "\nMaybe put it into a file of the image.", key, id.label()));
        }
        ScriptVariables.line(key, "name of a variable of the copy " + id.label());
        return ScriptVariables.line(value, "variable " + key + " of the copy " + id.label());
    }
}
