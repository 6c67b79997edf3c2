package org.caravan.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordTest {

    @Test
    void nothingWithinQuotesEndsThem() {
        assertThat(ShellWord.quoted("it's $(x) `y` \\ \"\n\t!")).isEqualTo("'it'\\''s $(x) `y` \\ \"\n\t!'");
        assertThat(ShellWord.quoted("")).isEqualTo("''");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\u001b[2J", "\r", "\u007f", "\u0085", "\ud800", "\u202e"})
    void whatAShellWouldDropOrShowOtherwiseIsRefused(String text) {
        assertThatThrownBy(() -> ShellWord.quoted(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a text for a shell has a character");
    }
}
