package org.caravan.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoginPageTest {

    @Test
    void saysWhatFitsAndNothingElse() {
        assertThat(LoginController.LoginPage.html(false, false)).contains("<p>Enter the token of this server.")
                .doesNotContain("not the token", "organisation's account", "<!--");
        assertThat(LoginController.LoginPage.html(true, false)).contains("This is not the token of this server.", "<p>Enter the token")
                .doesNotContain("organisation's account");
        assertThat(LoginController.LoginPage.html(true, true)).as("the way in by the issuer stays")
                .contains("This is not the token of this server.", "href=\"" + ConsoleLogin.BEGIN + "\"", "Or enter a token")
                .doesNotContain("<p>Enter the token");
    }
}
