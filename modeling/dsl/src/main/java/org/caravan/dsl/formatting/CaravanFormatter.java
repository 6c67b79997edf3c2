package org.caravan.dsl.formatting;

import java.util.ArrayDeque;
import java.util.Deque;
import org.caravan.dsl.caravan.AmountFactor;
import org.caravan.dsl.caravan.CallFactor;
import org.caravan.dsl.caravan.CaravanFile;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.formatting2.AbstractJavaFormatter;
import org.eclipse.xtext.formatting2.IFormattableDocument;
import org.eclipse.xtext.formatting2.IHiddenRegionFormatter;
import org.eclipse.xtext.formatting2.regionaccess.ISemanticRegion;

/**
 * Formats a text: declarations are on separate lines, indented by nesting depth. A block written on one line stays on one line, with two
 * spaces between properties. Several empty lines become one. Comments stay in place. Comments in the first column are not indented, because
 * they usually disable lines temporarily. Formatting is idempotent.
 */
public class CaravanFormatter extends AbstractJavaFormatter {

    private static final int MOST_LINE_ENDS = 2;

    /** An open brace, and whether its block spans several lines in the source. */
    private record Block(ISemanticRegion open, boolean spread) {}

    @Override
    public void format(Object part, IFormattableDocument document) {
        if (part instanceof CaravanFile file) {
            formatFile(file, document);
        } else {
            super.format(part, document);
        }
    }

    private void formatFile(CaravanFile file, IFormattableDocument document) {
        Deque<Block> blocks = new ArrayDeque<>();
        ISemanticRegion last = null;
        for (ISemanticRegion region : allSemanticRegions(file)) {
            if (isKeyword(region, "}") && !blocks.isEmpty()) {
                close(blocks.pop(), region, document);
            } else if (last == null) {
                document.prepend(region, space -> {
                    space.noSpace();
                    space.setNewLines(0);
                });
            } else {
                document.prepend(region, space -> before(region, blocks, space));
            }
            if (isKeyword(region, "{")) {
                blocks.push(new Block(region, region.getNextHiddenRegion().isMultiline() || spreadLater(region)));
            }
            last = region;
        }
        if (last != null) {
            document.append(last, space -> space.setNewLines(1));
        }
    }

    private static void close(Block block, ISemanticRegion close, IFormattableDocument document) {
        document.prepend(close, space -> {
            if (block.spread()) {
                space.setNewLines(1);
            } else {
                space.oneSpace();
            }
        });
        if (block.spread()) {
            document.interior(block.open(), close, IHiddenRegionFormatter::indent);
        }
    }

    private static void before(ISemanticRegion region, Deque<Block> blocks, IHiddenRegionFormatter space) {
        ISemanticRegion previous = region.getPreviousSemanticRegion();
        boolean newLine = region.getPreviousHiddenRegion().isMultiline();
        if (isKeyword(region, ",") || joined(region) || joined(previous) || inFormula(region, previous)) {
            space.noSpace();
        } else if (blocks.isEmpty() && isKeyword(previous, "}")) {
            space.setNewLines(MOST_LINE_ENDS);
        } else if (isKeyword(previous, "{")) {
            atBeginOf(blocks.peek(), space);
        } else if (blocks.isEmpty() || !newLine) {
            space.setSpace(Properties.begin(region) ? "  " : " ");
        } else {
            space.setNewLines(1, 1, blocks.peek().spread() ? MOST_LINE_ENDS : 1);
        }
    }

    /**
     * Spacing in formulas, as in {@code max(a, (b + -1) * c)}: no space inside parentheses, between a function and its parenthesis, or
     * between a sign and its number.
     */
    private static boolean inFormula(ISemanticRegion region, ISemanticRegion previous) {
        return isKeyword(previous, "(") || isKeyword(region, ")")
                || isKeyword(region, "(") && region.getSemanticElement() instanceof CallFactor
                || isKeyword(previous, "-") && previous.getSemanticElement() instanceof AmountFactor;
    }

    /** {@code db.mysql}, {@code 128..512 MiB}. */
    private static boolean joined(ISemanticRegion region) {
        return isKeyword(region, ".") || isKeyword(region, "..");
    }

    private static void atBeginOf(Block block, IHiddenRegionFormatter space) {
        if (block.spread()) {
            space.setNewLines(1);
        } else {
            space.oneSpace();
        }
    }

    /** Whether a block that begins on the line of its brace continues on later lines. */
    private static boolean spreadLater(ISemanticRegion open) {
        int depth = 0;
        for (ISemanticRegion region = open; region != null; region = region.getNextSemanticRegion()) {
            depth += isKeyword(region, "{") ? 1 : isKeyword(region, "}") ? -1 : 0;
            if (depth == 0) {
                return false;
            }
            if (region.getNextHiddenRegion().isMultiline()) {
                return true;
            }
        }
        return false;
    }

    private static boolean isKeyword(ISemanticRegion region, String value) {
        return region != null && region.getGrammarElement() instanceof Keyword keyword && keyword.getValue().equals(value);
    }
}
