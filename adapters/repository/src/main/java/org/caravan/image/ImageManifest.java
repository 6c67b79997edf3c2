package org.caravan.image;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.infrastructure.Architecture;
import org.caravan.text.TextRule;
import org.caravan.unit.Bytes;

/**
 * Contents of an image for one architecture.
 *
 * @param name in lower case, words joined by {@code /}, {@code .} or {@code -}
 * @param layers bottom first; a unikernel has exactly one
 * @param start container: command with its arguments; unikernel: words of the kernel's command line; texts follow {@link
 *     TextRule#LINES}
 * @param environment variables by name, sorted; names without white space and {@code =}, values by {@link TextRule#LINES}
 */
public record ImageManifest(
        String name,
        ImageKind kind,
        Architecture architecture,
        List<Layer> layers,
        List<String> start,
        Map<String, String> environment) {

    public ImageManifest {
        layers = List.copyOf(layers);
        start = List.copyOf(start);
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        TextRule.LINE.checked(name, "the name of the image");
        for (int word = 0; word < start.size(); word++) {
            TextRule.LINES.checked(start.get(word), "start word " + (word + 1));
        }
        environment.forEach(ImageManifest::checkVariable);
        if (kind == ImageKind.UNIKERNEL && layers.size() != 1) {
            throw new IllegalArgumentException("a unikernel is one kernel, not " + layers.size());
        }
    }

    private static void checkVariable(String name, String value) {
        TextRule.LINE.checked(name, "the name of a variable");
        if (name.isEmpty() || name.indexOf('=') >= 0 || name.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("no environment can have a variable of the name (" + TextRule.excerpt(name) + ")");
        }
        TextRule.LINES.checked(value, "variable " + TextRule.excerpt(name));
    }

    /** Digest of the content without the name. Two names with one digest are the same image. */
    public ContentDigest digest() {
        return ManifestText.digest(this);
    }

    /** Total size of all layers as stored and transferred. */
    public Bytes size() {
        return new Bytes(layers.stream().mapToLong(Layer::size).sum());
    }

    /** Hexadecimal digests, bottom first, joined by spaces, in the format of the scripts on nodes. */
    public String layerNames() {
        return layers.stream().map(layer -> layer.digest().hex()).collect(Collectors.joining(" "));
    }
}
