package org.caravan.eclipse.language;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.lsp4j.SemanticTokens;

/**
 * Word of a text that is a name.
 *
 * @param line from 0
 * @param character position in the line, from 0
 * @param kind kind of the named element, in the terms of the Language Server Protocol
 */
public record NamedWord(int line, int character, int length, String kind) {

    /** Five numbers per token: line and character relative to the previous token, length, kind, modifiers. */
    private static final int NUMBERS = 5;

    static List<NamedWord> of(SemanticTokens tokens, List<String> kinds) {
        List<NamedWord> words = new ArrayList<>();
        List<Integer> numbers = tokens.getData();
        int line = 0;
        int character = 0;
        for (int i = 0; i + NUMBERS <= numbers.size(); i += NUMBERS) {
            character = numbers.get(i) == 0 ? character + numbers.get(i + 1) : numbers.get(i + 1);
            line += numbers.get(i);
            words.add(new NamedWord(line, character, numbers.get(i + 2), kinds.get(numbers.get(i + 3))));
        }
        return words;
    }
}
