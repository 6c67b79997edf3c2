package org.caravan.application;

import java.util.Optional;
import org.caravan.canonical.CanonicalText;

/**
 * What makes a component of a machine that has an image's system and nothing else.
 *
 * @param install run until it has once come to a good end; empty where the image has all
 * @param start after it, and after each start of the machine; its own end, if good, is not the component's
 * @param stop before the machine is given back; empty where what was started may simply be ended
 */
public record Scripts(Optional<Script> install, Script start, Optional<Script> stop) implements CanonicalText {

    /** One fact per line, without the scripts themselves. */
    @Override
    public String canonicalText() {
        return install.map(script -> "install " + script.digest() + "\n").orElse("") + "start " + start.digest() + "\n"
                + stop.map(script -> "stop " + script.digest() + "\n").orElse("");
    }
}
