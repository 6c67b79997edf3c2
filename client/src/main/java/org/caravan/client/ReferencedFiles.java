package org.caravan.client;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Files to which a model refers: request profiles and scripts of virtual machines. They are sent to the server with the model. */
public final class ReferencedFiles {

    /** The model can be from a third party, so files outside its folder are not read. */
    private static final Pattern NAMED = Pattern.compile(
            "\\b(?:from\\s+profile\\s+\"([^\"\\n\\\\:]+\\.json)|(?:install|start|stop)\\s+\"([^\"\\n\\\\:]+\\.sh))\"");

    private ReferencedFiles() {}

    /**
     * A reference within a comment is also found, which is harmless.
     *
     * @param file name of the model, as sent to the server
     * @param text text of the model
     * @return names of the referenced files, relative like the model's; the files may be missing
     */
    public static List<String> of(String file, String text) {
        List<String> found = new ArrayList<>();
        NAMED.matcher(text).results().map(match -> match.group(match.group(1) == null ? 2 : 1)).filter(path -> !path.startsWith("/")
                && !("/" + path).contains("/../"))
                .forEach(path -> found.add(file.substring(0, file.lastIndexOf('/') + 1) + path.replaceFirst("^(\\./)+", "")));
        return found;
    }
}
