package org.caravan.dsl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.eclipse.xtext.ParserRule;
import org.eclipse.xtext.RuleCall;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.emf.ecore.EObject;

/** Texts of the language, changed by pieces that are whole parts of it. */
final class GrammarMutants {

    /** Half of the changes keep to the kind of the piece. */
    private static final int KINDS_OF_CHANGE = 8;

    /** @param rule of the grammar that the piece was read by */
    private record Piece(String rule, int offset, int length, String text) {}

    private final List<String> bases;
    private final List<List<Piece>> pieces;
    private final Map<String, List<Piece>> byRule;
    private final List<Piece> all;

    GrammarMutants(List<String> bases) {
        this.bases = bases;
        this.pieces = bases.stream().map(GrammarMutants::pieces).toList();
        this.all = pieces.stream().flatMap(List::stream).toList();
        this.byRule = all.stream().collect(Collectors.groupingBy(Piece::rule));
    }

    /** The same for the same seed. */
    String mutant(long seed) {
        Random random = new Random(seed);
        int base = random.nextInt(bases.size());
        List<Piece> changed = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            changed.add(pick(pieces.get(base), random));
        }
        // From the end, so that offsets before stay true.
        changed.sort(Comparator.comparingInt(Piece::offset).reversed());
        StringBuilder text = new StringBuilder(bases.get(base));
        int untouched = text.length();
        for (Piece piece : changed) {
            if (piece.offset() + piece.length() <= untouched) {
                text.replace(piece.offset(), piece.offset() + piece.length(), instead(piece, random));
                untouched = piece.offset();
            }
        }
        return text.toString();
    }

    private String instead(Piece piece, Random random) {
        return switch (random.nextInt(KINDS_OF_CHANGE)) {
            case 0 -> "";
            case 1 -> piece.text() + " " + piece.text();
            case 2 -> pick(all, random).text();
            case 3 -> piece.text().substring(0, random.nextInt(piece.text().length() + 1));
            default -> pick(byRule.get(piece.rule()), random).text();
        };
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static List<Piece> pieces(String base) {
        List<Piece> pieces = new ArrayList<>();
        EObject file = SourceText.of(Map.of("base.caravan", base), CaravanLanguage.injector()).get(0).file();
        for (INode node : NodeModelUtils.getNode(file).getAsTreeIterable()) {
            if (node.getGrammarElement() instanceof RuleCall call && call.getRule() instanceof ParserRule rule && node.getLength() > 0) {
                pieces.add(new Piece(rule.getName(), node.getOffset(), node.getLength(),
                        base.substring(node.getOffset(), node.getEndOffset())));
            }
        }
        return pieces;
    }
}
