package org.caravan.application;

import java.util.Optional;
import org.caravan.canonical.CanonicalText;

/**
 * Scripts that install, start and stop a component on a machine whose image contains only the operating system.
 *
 * @param install repeated until it has succeeded once; empty if the image is complete
 * @param start runs after the installation and after each start of the machine; the component keeps running if this script exits
 * successfully
 * @param stop runs before the machine is released; empty if processes can be ended without it
 */
public record Scripts(Optional<Script> install, Script start, Optional<Script> stop) implements CanonicalText {

    /** One fact per line; contains digests instead of the scripts. */
    @Override
    public String canonicalText() {
        return install.map(script -> "install " + script.digest() + "\n").orElse("") + "start " + start.digest() + "\n"
                + stop.map(script -> "stop " + script.digest() + "\n").orElse("");
    }
}
