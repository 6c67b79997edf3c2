package org.caravan.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProfilesBesideTest {

    @Test
    void theyLieBesideTheModelOrBelow() {
        String text = "request a from profile \"a.turns.json\"\nrequest b from  profile \"./measured/b.json\" request c { }";
        assertThat(ProfilesBeside.of("shop/shop.caravan", text)).containsExactly("shop/a.turns.json", "shop/measured/b.json");
        assertThat(ProfilesBeside.of("shop.caravan", text)).containsExactly("a.turns.json", "measured/b.json");
    }

    @Test
    void otherFilesOfThisMachineAreNotSent() {
        assertThat(ProfilesBeside.of("shop/shop.caravan", "from profile \"../../keys.json\" from profile \"/root/keys.json\" from profile \"a/../../k.json\""
                + "from profile \"id_rsa\" from profile \"C:\\keys.json\"")).isEmpty();
    }
}
