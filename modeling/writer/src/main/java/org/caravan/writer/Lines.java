package org.caravan.writer;

import java.util.List;

/** Text builder that indents lines by the number of open braces. */
final class Lines {

    private final StringBuilder text = new StringBuilder();
    private int depth;

    void line(String line) {
        text.append("  ".repeat(depth)).append(line).append('\n');
    }

    void blank() {
        text.append('\n');
    }

    /** Block in braces; on a single line if it has no content. */
    void block(String head, Runnable content) {
        int before = text.length();
        line(head + " {");
        int opened = text.length();
        depth++;
        content.run();
        depth--;
        if (text.length() == opened) {
            text.setLength(before);
            line(head + " {}");
        } else {
            line("}");
        }
    }

    void comments(List<String> remarks) {
        ModelText.commented(remarks).forEach(this::line);
    }

    String text() {
        return text.toString();
    }
}
