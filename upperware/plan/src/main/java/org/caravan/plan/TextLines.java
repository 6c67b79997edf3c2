package org.caravan.plan;

/** Text for a terminal: wraps lines at the number of columns and indents continuation lines. */
public final class TextLines {

    private final int columns;
    private final StringBuilder text = new StringBuilder();

    /** @param columns greater than any indentation */
    public TextLines(int columns) {
        this.columns = columns;
    }

    public TextLines add(String line) {
        String rest = line.stripTrailing();
        String indent = " ".repeat(line.length() - line.stripLeading().length() + 4);
        while (rest.length() > columns) {
            int cut = rest.lastIndexOf(' ', columns);
            if (cut <= indent.length()) {
                break;
            }
            text.append(rest.substring(0, cut).stripTrailing()).append('\n');
            rest = indent + rest.substring(cut).stripLeading();
        }
        text.append(rest).append('\n');
        return this;
    }

    public TextLines blank() {
        text.append('\n');
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
