package org.caravan.exporters;

/** Builder of a CAMEL text. */
final class CamelLines {

    private final StringBuilder text = new StringBuilder();

    void line(int depth, String line) {
        text.append("\t".repeat(depth)).append(line).append('\n');
    }

    /** Adds a model unless it is empty. */
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

    /** Names in CAMEL must not contain dashes. */
    static String name(String name) {
        return name.replace('-', '_');
    }

    /** Text in CAMEL quotes, which have no escape sequences. */
    static String quoted(String text) {
        return text.contains("'") ? '"' + text.replace('"', '\'').replace("\\", "/") + '"' : '\'' + text.replace("\\", "/") + '\'';
    }

    String text() {
        return text.toString();
    }
}
