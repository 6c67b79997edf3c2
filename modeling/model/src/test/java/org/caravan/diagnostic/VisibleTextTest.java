package org.caravan.diagnostic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibleTextTest {

    @Test
    void whatATerminalObeysIsShownAndAllElseStays() {
        assertThat(VisibleText.of("\u001b]0;title\u0007\u001b[2J")).isEqualTo("\\u001b]0;title\\u0007\\u001b[2J");
        assertThat(VisibleText.of("\u009b2J\u007f\u0085\u202eevil\u2069\u2028"))
                .isEqualTo("\\u009b2J\\u007f\\u0085\\u202eevil\\u2069\\u2028");
        assertThat(VisibleText.of("over\rwritten, kept\r\nlast\r")).isEqualTo("over\\u000dwritten, kept\r\nlast\\u000d");
        String plain = "tab\tand\nlines, São → 海口, 👩\u200d🚀";
        assertThat(VisibleText.of(plain)).isSameAs(plain);
    }

    /** By the Unicode database and not by the list of the class. */
    @Test
    void everyControlAndBidirectionalCharacterIsShown() {
        for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
            boolean control = Character.getType(point) == Character.CONTROL && point != '\t' && point != '\n';
            byte direction = Character.getDirectionality(point);
            boolean reorders = direction >= Character.DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING
                    && direction <= Character.DIRECTIONALITY_POP_DIRECTIONAL_FORMAT
                    || direction >= Character.DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE
                    && direction <= Character.DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE
                    || point == 0x61c || point == 0x200e || point == 0x200f;
            boolean separates = Character.getType(point) == Character.LINE_SEPARATOR
                    || Character.getType(point) == Character.PARAGRAPH_SEPARATOR;
            if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
                String text = Character.toString(point);
                assertThat(VisibleText.of(text).equals(text)).as("U+%04X stays", point).isEqualTo(!control && !reorders && !separates);
            }
        }
    }
}
