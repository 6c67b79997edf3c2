package org.caravan.writer;

import java.util.List;

/** A text that grows by lines, indented by the braces that are open. */
final class Lines {

    private final StringBuilder text = new StringBuilder();
    private int depth;

    void line(String line) {
        text.append("  ".repeat(depth)).append(line).append('\n');
    }

    void blank() {
        text.append('\n');
    }

    /** A part in braces; on one line if it has no content. */
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
