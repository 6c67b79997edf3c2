package org.caravan.adapter.lxc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.SecretValue;
import org.caravan.adapter.SuppliedSecret;
import org.caravan.application.SecretUse;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What nobody needs any more, on a node. */
@Tag("real")
class LxcLeftoversTest extends LxcCopies {

    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void layersGoWhenNoCopyIsMadeOfThemAndNobodyKeepsThem() {
        start(east, WEB, spec);
        Set<String> layers = new TreeSet<>(adapter.layers(east));
        assertThat(layers).hasSize(2);
        LxcBed.bed().on(east, "touch -d '2 hours ago' /var/lib/caravan/layers/*");
        assertThat(adapter.removeLayers(east, Set.of(), HOUR)).as("a copy is made of them").isEqualTo(new Bytes(0));
        adapter.destroy(east, WEB);
        assertThat(adapter.removeLayers(east, Set.of(), HOUR)).as("used a moment ago").isEqualTo(new Bytes(0));
        LxcBed.bed().on(east, "touch -d '2 hours ago' /var/lib/caravan/layers/*");
        String kept = layers.iterator().next();
        assertThat(adapter.removeLayers(east, Set.of(kept), HOUR).value()).isPositive();
        assertThat(adapter.layers(east)).containsExactly(kept);
        adapter.ensureImage(east, spec.image());
        start(east, WEB, spec);
    }

    @Test
    void whatCallsCutShortHaveLeftIsTidiedAndNothingElse() {
        start(east, WEB, spec);
        CopyId never = new CopyId("node", new InstanceId("never", 1), 3);
        adapter.supply(east, never, List.of(new SuppliedSecret(new SecretUse("token", "shop-token", 0), "v1",
                new SecretValue("x".getBytes(StandardCharsets.UTF_8)))));
        LxcBed.bed().on(east, """
                cd /var/lib/lxc
                mkdir -p .caravan.node.half.1.2/upper .caravan.node.young.1.2 foreign/rootfs .foreign.a.1.2
                mkdir -p /var/lib/caravan/ranges
                echo node.half.1.2 >/var/lib/caravan/ranges/77
                touch -d '2 hours ago' .caravan.node.half.1.2 foreign .foreign.a.1.2 /var/lib/caravan/ranges/* /run/caravan/secrets/*
                """);
        try {
            adapter.tidy(east);
            assertThat(LxcBed.bed().on(east, "cd /var/lib/lxc; ls -A").lines())
                    .contains(".caravan.node.young.1.2", "foreign", ".foreign.a.1.2", WEB.label()).doesNotContain(".caravan.node.half.1.2");
            assertThat(LxcBed.bed().on(east, "cat /var/lib/caravan/ranges/*")).isEqualTo(WEB.label());
            assertThat(LxcBed.bed().on(east, "ls /run/caravan/secrets; grep -c %s /proc/mounts || true".formatted(never.label())))
                    .isEqualTo("0");
            awaitReady(east, WEB, spec);
        } finally {
            LxcBed.bed().on(east, "cd /var/lib/lxc; rm -r .caravan.node.young.1.2 foreign .foreign.a.1.2");
        }
    }
}
