package org.caravan.plan.report;

import java.util.ArrayList;
import java.util.List;
import org.caravan.plan.TextLines;

/** Table with aligned columns, two spaces between them, each row indented by two. */
public final class TextTable {

    private final String alignment;
    private final List<String[]> rows = new ArrayList<>();

    /** @param alignment one letter per column: l for left, r for right */
    public TextTable(String alignment) {
        this.alignment = alignment;
    }

    public TextTable row(String... cells) {
        rows.add(cells);
        return this;
    }

    public void appendTo(TextLines text) {
        for (String[] cells : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < cells.length; column++) {
                String blanks = " ".repeat(width(column) - cells[column].length());
                boolean right = alignment.charAt(column) == 'r';
                line.append("  ").append(right ? blanks + cells[column] : cells[column] + blanks);
            }
            text.add(line.toString());
        }
    }

    private int width(int column) {
        return rows.stream().mapToInt(cells -> cells[column].length()).max().orElse(0);
    }
}
