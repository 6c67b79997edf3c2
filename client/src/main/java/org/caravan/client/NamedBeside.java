package org.caravan.client;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Files that a model names, profiles of its requests and scripts of its virtual machines: they go to the server with the model. */
public final class NamedBeside {

    /** Of a model somebody else wrote, too: what leads out of its folder is not read. */
    private static final Pattern NAMED = Pattern.compile(
            "\\b(?:from\\s+profile\\s+\"([^\"\\n\\\\:]+\\.json)|(?:install|start|stop)\\s+\"([^\"\\n\\\\:]+\\.sh))\"");

    private NamedBeside() {}

    /**
     * @param file of the model, as it is named to the server
     * @param text of the model; one that a comment names is among what is found, which does no harm
     * @return by name beside the model's; such a file need not be there
     */
    public static List<String> of(String file, String text) {
        List<String> found = new ArrayList<>();
        NAMED.matcher(text).results().map(match -> match.group(match.group(1) == null ? 2 : 1)).filter(path -> !path.startsWith("/") && !("/" + path).contains("/../"))
                .forEach(path -> found.add(file.substring(0, file.lastIndexOf('/') + 1) + path.replaceFirst("^(\\./)+", "")));
        return found;
    }
}
