package org.caravan.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotifyTest {

    private static final String LONG_LABEL = "a".repeat(63);

    @ParameterizedTest
    @ValueSource(strings = {"ops@example.org", "on-call.team+edge_1@mail.example.co.uk", "a@localhost", "a@x-1.example"})
    void oneAddressIsAccepted(String mail) {
        assertThat(Action.Notify.violation("mailto:" + mail)).isEmpty();
        assertThat(new Action.Notify("mailto:" + mail).mail()).contains(mail);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ops", "@example.org", "ops@", "ops@@example.org", ".ops@example.org", "ops.@example.org",
            "a..b@example.org",
        "ops@-example.org", "ops@example-.org", "ops@example..org", "ops@.example.org", "ops@example.org.", "ops@exa mple.org",
        "ops@example.org,b@example.org", "ops@example.org?cc=b", "ops@example.org\n", "\"o p\"@example.org", "ops@[127.0.0.1]",
                "öps@example.org"})
    void whatIsNoAddressIsRefused(String mail) {
        assertThat(Action.Notify.violation("mailto:" + mail)).contains("is not mailto: with one e-mail address");
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 65})
    void aNameHasAtMost64Characters(int length) {
        assertThat(Action.Notify.violation("mailto:" + "n".repeat(length) + "@example.org").isEmpty()).isEqualTo(length <= 64);
    }

    @ParameterizedTest
    @ValueSource(ints = {61, 62})
    void aDomainHasAtMost253Characters(int last) {
        String domain = (LONG_LABEL + ".").repeat(3) + "b".repeat(last);

        assertThat(Action.Notify.violation("mailto:ops@" + domain).isEmpty()).isEqualTo(domain.length() <= 253);
    }
}
