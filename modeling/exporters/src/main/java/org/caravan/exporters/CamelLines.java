package org.caravan.exporters;

/** A CAMEL text while it grows. */
final class CamelLines {

    private final StringBuilder text = new StringBuilder();

    void line(int depth, String line) {
        text.append("\t".repeat(depth)).append(line).append('\n');
    }

    /** A model, unless it is empty. */
    void model(String head, CamelLines content) {
        if (content.text.length() > 0) {
            line(1, head + " {");
            text.append(content.text);
            line(1, "}");
        }
    }

    void add(CamelLines more) {
        text.append(more.text);
    }

    /** CAMEL's names have no dashes. */
    static String name(String name) {
        return name.replace('-', '_');
    }

    /** In the quotes that CAMEL has, which escape nothing. */
    static String quoted(String text) {
        return text.contains("'") ? '"' + text.replace('"', '\'').replace("\\", "/") + '"' : '\'' + text.replace("\\", "/") + '\'';
    }

    String text() {
        return text.toString();
    }
}
