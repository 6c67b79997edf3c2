package org.caravan.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TextRuleTest {

    @Test
    void allControlCharactersAreRefusedButTabAndLineFeedInLines() {
        IntStream.concat(IntStream.rangeClosed(0, 31), IntStream.rangeClosed(127, 159)).forEach(point -> {
            assertThat(TextRule.LINE.violation("a" + (char) point)).as("U+%04X", point).isPresent();
            assertThat(TextRule.LINES.violation("a" + (char) point).isEmpty()).as("U+%04X", point).isEqualTo(point == '\t'
                    || point == '\n');
        });
    }

    @Test
    void whatEndsALineReordersTextOrIsNoCharacterIsRefused() {
        for (String refused : new String[] {"\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069", "\ud800", "\udc00x", "\udbff\ud800",
                "\ufffe", "\uffff", "\ufdd0",
            new String(Character.toChars(0x10ffff))}) {
            assertThat(TextRule.LINES.violation("ab" + refused)).hasValueSatisfying(found -> assertThat(found).endsWith("at position 3"));
        }
    }

    @Test
    void textOfEveryScriptIsAllowed() {
        assertThat(TextRule.LINE.violation(" ~äß€漢字שלום مرحبا\u200f 🚢\u00a0")).isEmpty();
        assertThat(TextRule.LINES.violation("#!/bin/sh\n\techo on\n")).isEmpty();
        assertThat(TextRule.LINE.violation("")).isEmpty();
    }

    @Test
    void theMessageNamesWhoseItIsAndDoesNotRepeatTheText() {
        assertThatThrownBy(() -> TextRule.LINE.checked("secret\0", "the label (x)")).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the label (x) has a character that no text of one line may have: U+0000 at position 7");
        assertThat(TextRule.LINES.checked("a\nb", "the script")).isEqualTo("a\nb");
    }

    @Test
    void anExcerptIsShortAndPrintable() {
        assertThat(TextRule.excerpt("\u001b]0;x\u0007" + "A".repeat(200))).startsWith("\ufffd]0;x\ufffdA").hasSize(81).endsWith("…");
    }
}
