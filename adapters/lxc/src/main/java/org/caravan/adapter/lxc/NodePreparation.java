package org.caravan.adapter.lxc;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.node.NodeScripts;
import org.caravan.adapter.node.ScriptSettings;

/**
 * The script that prepares a bare Debian or Raspberry Pi OS machine for copies, or reports the required changes. It is sent over
 * SSH, or is part of the first boot of a provisioned machine. It is idempotent.
 *
 * @param bridge bridge for copies, at most 15 characters
 * @param measuring true to also install the programs of {@link NodeMeasurement}
 * @param loginKey public key in OpenSSH one-line format that root accepts; empty for none
 */
public record NodePreparation(String bridge, Network network, boolean measuring, String loginKey) {

    private static final List<String> PARTS = List.of("words", "packages", "kernel", "tunings", "folders", "bridge", "routed", "order",
            "boot");

    /** Connection of the bridge. */
    public enum Network {
        /** The bridge takes over the machine's network interface and addresses at the next boot. */
        BRIDGED,
        /** The bridge has no port and the machine forwards packets, for clouds that drop frames with unknown hardware addresses. */
        ROUTED
    }

    /** Mode of the script. */
    public enum Mode {
        /** Reports only; changes nothing. */
        CHECK,
        PREPARE
    }

    public NodePreparation {
        if (!bridge.matches("[A-Za-z0-9._-]{1,15}")) {
            throw new IllegalArgumentException("not a name of a bridge: " + bridge);
        }
        if (loginKey.lines().count() > 1) {
            throw new IllegalArgumentException("a public key is one line");
        }
    }

    public static NodePreparation of(ScriptSettings settings) {
        return new NodePreparation(settings.bridge(), Network.BRIDGED, false, "");
    }

    public NodePreparation measured() {
        return new NodePreparation(bridge, network, true, loginKey);
    }

    public NodePreparation routed() {
        return new NodePreparation(bridge, Network.ROUTED, measuring, loginKey);
    }

    public NodePreparation withLoginKey(String key) {
        return new NodePreparation(bridge, network, measuring, key);
    }

    /** For {@code sh}, to be run as root; contains no secret. {@link NodeFinding#read} parses its output. */
    public String script(Mode mode) {
        String variables = Stream.of(
                        assignment("MODE", mode.name().toLowerCase(Locale.ROOT)), assignment("BRIDGE", bridge),
                        assignment("NETWORK", network.name().toLowerCase(Locale.ROOT)),
                        assignment("MEASURING", measuring ? "yes" : "no"), assignment("LOGIN_KEY", loginKey.strip()),
                        assignment("LAYERS", NodeScript.resource("layers.pl")))
                .collect(Collectors.joining());
        return "#!/bin/sh\n{\n" + variables + NodeScripts.kernelTests()
                + PARTS.stream().map(part -> NodeScript.resource("preparation/" + part + ".sh")).collect(Collectors.joining())
                + "} </dev/null\n";
    }

    byte[] input(Mode mode) {
        return script(mode).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Removes everything that the preparation installed and no other program can depend on. CHECK only reports it.
     *
     * @param force removes it even if copies exist; the copies stay
     */
    byte[] removal(Mode mode, boolean force) {
        return ("#!/bin/sh\n{\n" + assignment("MODE", mode.name().toLowerCase(Locale.ROOT)) + assignment("BRIDGE", bridge)
                + assignment("FORCE", force ? "yes" : "no") + NodeScript.resource("preparation/words.sh")
                + NodeScript.resource("preparation/removal.sh") + "} </dev/null\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String assignment(String name, String value) {
        return name + "=" + NodeScript.quoted(value) + "\n";
    }
}
