package org.caravan.adapter.lxc;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.node.ScriptSettings;

/**
 * The script that makes a bare Debian or Raspberry Pi OS machine fit for copies, or says what that would change. Sent by
 * SSH, or given to a rented machine for its first boot; repeating it changes nothing.
 *
 * @param bridge to which copies will be attached, at most 15 characters
 * @param measuring whether the programs of {@link NodeMeasurement} come with it
 * @param loginKey public key in OpenSSH's one-line form that root is to accept; empty for none
 */
public record NodePreparation(String bridge, Network network, boolean measuring, String loginKey) {

    private static final List<String> PARTS = List.of("words", "packages", "kernel", "tunings", "folders", "bridge", "routed", "order", "boot");

    /** How the bridge is connected. */
    public enum Network {
        /** It takes over the machine's cable and addresses, with the next boot. */
        BRIDGED,
        /** It has no port and the machine forwards: for clouds that drop frames of hardware addresses they do not know. */
        ROUTED
    }

    /** What the script does. */
    public enum Mode {
        /** Changes nothing. */
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

    /** For {@code sh}, to be run as root; holds no secret. Its output is read by {@link NodeFinding#read}. */
    public String script(Mode mode) {
        String variables = Stream.of(
                        assignment("MODE", mode.name().toLowerCase(Locale.ROOT)), assignment("BRIDGE", bridge),
                        assignment("NETWORK", network.name().toLowerCase(Locale.ROOT)),
                        assignment("MEASURING", measuring ? "yes" : "no"), assignment("LOGIN_KEY", loginKey.strip()),
                        assignment("LAYERS", NodeScript.resource("layers.pl")))
                .collect(Collectors.joining());
        return "#!/bin/sh\n{\n" + variables
                + PARTS.stream().map(part -> NodeScript.resource("preparation/" + part + ".sh")).collect(Collectors.joining())
                + "} </dev/null\n";
    }

    byte[] input(Mode mode) {
        return script(mode).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The way back: takes away what the preparation brought and nobody else can rely on. PREPARE does it, CHECK says it.
     *
     * @param force also where copies of ours are left, which then stay
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
