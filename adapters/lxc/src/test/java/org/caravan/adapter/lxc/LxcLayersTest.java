package org.caravan.adapter.lxc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.caravan.adapter.lxc.NodePreparation.Mode;
import org.caravan.adapter.testkit.TinyImage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files of layers are no other user's of the node, and root of a copy gets to them nevertheless. */
@Tag("real")
class LxcLayersTest extends LxcCopies {

    /** By a shell between: what setpriv itself starts is found with the capabilities of root, which end only then. */
    private static final String ANOTHER = "setpriv --reuid 65534 --regid 65534 --clear-groups sh -c '%s' 2>&1 || true";

    private String on(String command) {
        return LxcBed.bed().on(east, command);
    }

    private void startAndServe() {
        start(east, WEB, spec);
        assertThat(ground.inside(WEB, "cat /srv/index.html")).isEqualTo("on top");
    }

    /** The review's finding H1. */
    @Test
    void anotherUserOfTheNodeCannotRunOrReadThem() {
        startAndServe();
        String program = on("ls /var/lib/caravan/layers/*/bin/busybox").lines().findFirst().orElseThrow();
        assertThat(on(ANOTHER.formatted(program + " id"))).contains("Permission denied").doesNotContain("uid=");
        assertThat(on(ANOTHER.formatted("cd /var/lib/caravan; ls layers packed incoming ranges")).lines()).hasSize(4)
                .allMatch(line -> line.contains("Permission denied"));
        assertThat(on("find /var/lib/caravan/layers -type f -perm /6000 | wc -l")).isEqualTo("0");
    }

    /** As a node has them that an earlier release prepared. */
    @Test
    void rightsAndFilesOfAnEarlierReleaseAreRepaired() {
        String layer = on("ls -d /var/lib/caravan/layers/*/bin | head -n 1");
        on(("cd /var/lib/caravan; chmod 755 . layers packed incoming; rm -f layers/*.fit; cp /bin/true %1$s/gain; chmod 6755 %1$s/gain; "
                + "mknod %1$s/disk b 7 6").formatted(layer));
        assertThat(on("stat -c '%%a %%F' %1$s/gain %1$s/disk".formatted(layer))).contains("6755").contains("block special");
        assertThat(folders(Mode.CHECK)).startsWith("change\tfolders");
        adapter.ensureImage(east, TinyImage.WEB);
        startAndServe();
        assertThat(on("ls %1$s/disk 2>&1 || stat -c %%a %1$s/gain".formatted(layer)).lines()).hasSize(2).last().isEqualTo("755");
        assertThat(on("cd /var/lib/caravan; stat -c %a . layers packed incoming").lines()).containsExactly("711", "700", "700", "700");
        on("chmod 755 /var/lib/caravan/layers");
        assertThat(folders(Mode.PREPARE)).startsWith("changed\tfolders");
        assertThat(on("stat -c %a /var/lib/caravan/layers")).isEqualTo("700");
        assertThat(folders(Mode.CHECK)).startsWith("ok\tfolders");
        assertThat(ground.inside(WEB, "cat /srv/index.html")).as("root of the copy gets there").isEqualTo("on top");
        on("rm -f %s/gain".formatted(layer));
    }

    /** Only this part of the preparation: the bed is prepared otherwise. */
    private String folders(Mode mode) {
        String script = NodePreparation.of(LxcBed.SETTINGS).script(mode);
        String part = script.substring(0, script.indexOf("\nlogin\npackages\n")) + "\nfolders\n}\n";
        return on("echo %s | base64 -d | sh -s".formatted(Base64.getEncoder().encodeToString(part.getBytes(StandardCharsets.UTF_8))));
    }
}
