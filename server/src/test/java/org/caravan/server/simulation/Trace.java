package org.caravan.server.simulation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Everything that happened, as a readable time line and as a digest: two runs are the same if their digests are. */
final class Trace {

    private final Turns turns;
    private final MessageDigest digest;
    private final List<String> story = new ArrayList<>();

    Trace(Turns turns) {
        this.turns = turns;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** A line of the story. */
    void tell(String text) {
        note(text);
        Duration at = turns.elapsed();
        story.add(String.format(Locale.ROOT, "%3d:%02d:%02d.%03d  %s", at.toHours(), at.toMinutesPart(), at.toSecondsPart(),
                at.toMillisPart(), text));
    }

    /** A detail that counts for the digest but not for the story. */
    void note(String text) {
        digest.update((turns.nanos() + " " + text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    List<String> story() {
        return List.copyOf(story);
    }

    /** Digest of the whole trace; call once, at the end. */
    String digest() {
        return HexFormat.of().formatHex(digest.digest()).substring(0, 16);
    }
}
