package org.caravan.adapter.microvm;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.ScriptVariables;
import org.caravan.application.Endpoint;
import org.caravan.image.ImageManifest;

/**
 * Kernel command line of a copy, words joined by spaces. It has {@code address=IP/LENGTH@GATEWAY} per address, {@code port=N} per
 * endpoint and {@code env=NAME=VALUE} with the value percent-encoded (RFC 3986). The words of the image follow.
 */
final class CommandLine {

    private final CopySpec spec;
    private final ImageManifest image;

    CommandLine(CopySpec spec, ImageManifest image) {
        this.spec = spec;
        this.image = image;
    }

    String text() {
        List<String> words = new ArrayList<>();
        for (CopyAddress address : spec.addresses()) {
            words.add("address=" + address.address() + "/" + address.prefixLength() + "@" + address.gateway());
        }
        spec.endpoints().stream().mapToInt(Endpoint::port).sorted().forEach(port -> words.add("port=" + port));
        environment().forEach((name, value) -> words.add("env=" + ScriptVariables.line(name, "variable of the image " + image.name()) + "="
                + encoded(value)));
        image.start().forEach(word -> words.add(ScriptVariables.line(word, "start word of the image " + image.name())));
        return String.join(" ", words);
    }

    /** Variables of the model override those of the image. */
    private Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>(image.environment());
        environment.putAll(spec.environment());
        return environment;
    }

    /** Encodes all but the unreserved characters and a few that have no special meaning for shells, QEMU options or kernels. */
    private static String encoded(String value) {
        StringBuilder text = new StringBuilder();
        for (byte each : value.getBytes(StandardCharsets.UTF_8)) {
            char character = (char) (each & 0xff);
            if (character < 128 && (Character.isLetterOrDigit(character) || "-._~:/@+".indexOf(character) >= 0)) {
                text.append(character);
            } else {
                text.append(String.format(Locale.ROOT, "%%%02X", each & 0xff));
            }
        }
        return text.toString();
    }
}
