package org.caravan.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReferencedFilesTest {

    @Test
    void theyLieBesideTheModelOrBelow() {
        String text = "request a from profile \"a.turns.json\"\nrequest b from  profile \"./measured/b.json\" request c { }";
        assertThat(ReferencedFiles.of("shop/shop.caravan", text)).containsExactly("shop/a.turns.json", "shop/measured/b.json");
        assertThat(ReferencedFiles.of("shop.caravan", text)).containsExactly("a.turns.json", "measured/b.json");
    }

    @Test
    void scriptsAreAmongThem() {
        String text = "form vm { install \"vm/install.sh\" start \"start.sh\" stop run \"kill.sh\" }";
        assertThat(ReferencedFiles.of("shop/shop.caravan", text)).containsExactly("shop/vm/install.sh", "shop/start.sh");
    }

    @Test
    void otherFilesOfThisMachineAreNotSent() {
        assertThat(ReferencedFiles.of("shop/shop.caravan",
                "from profile \"../../keys.json\" from profile \"/root/keys.json\" from profile \"a/../../k.json\""
                + "from profile \"id_rsa\" start \"/root/.bashrc\" start \"../k.sh\" install \"keys.json\" from profile \"C:\\keys.json\""))
                .isEmpty();
    }
}
