package org.caravan.adapter.lxc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.SecretValue;
import org.caravan.adapter.SuppliedSecret;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.application.SecretUse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node loses its power: its copies come back by themselves, as they were; nobody asks for it. */
@Tag("real")
class LxcRebootTest extends LxcCopies {

    private static final CopyId KEEPER = new CopyId("node", new InstanceId("keeper", 1), 1);
    private static final SecretUse TOKEN = new SecretUse("token", "shop-token", 0);

    @Test
    void aCopyComesBackWithNamesRoutesLimitsAndAddresses() {
        PeerRoute route = new PeerRoute("catalogue", "192.0.2.9", "10.2.1.101");
        start(east, WEB, spec, route);
        ground.inside(WEB, "touch /srv/kept");
        List<ObservedCopy> before = adapter.observe(east);
        String memory = limit();
        LxcBed.bed().reboot(east);
        // The keeper of the host, which the server did not start.
        LxcBed.bed().awaitOn(east, "tr '\\0' ' ' </proc/$(cat /run/caravan/keeper)/cmdline",
                line -> line.contains("/var/lib/caravan/keeper"));
        awaitReady(east, WEB, spec);
        assertThat(adapter.observe(east)).isEqualTo(before);
        assertThat(ground.sourceTowards(WEB, "192.0.2.9")).isEqualTo("10.2.1.101");
        assertThat(ground.addressOf(WEB, "catalogue")).contains("192.0.2.9");
        assertThat(ground.inside(WEB, "ls /srv")).contains("kept");
        assertThat(limit()).isEqualTo(memory).isEqualTo("" + spec.memory().value());
        String begun = ground.startMark(WEB);
        adapter.ensure(east, WEB, spec, List.of(route));
        assertThat(ground.startMark(WEB)).as("the server finds nothing to do").isEqualTo(begun);
    }

    private String limit() {
        return LxcBed.bed()
                .on(east,
                ("cat /sys/fs/cgroup/memory/lxc.payload.%1$s/memory.limit_in_bytes 2>/dev/null || cat "
                + "/sys/fs/cgroup/lxc.payload.%1$s/memory.max")
                .formatted(WEB.label()));
    }

    @Test
    void aCopyWithSecretsWaitsForTheServer() {
        CopySpec secretive = spec.withAddresses(LxcFixture.spec(102, TinyImage.WEB).addresses()).withSecrets(List.of(TOKEN));
        supply();
        start(east, KEEPER, secretive);
        start(east, WEB, spec);
        LxcBed.bed().reboot(east);
        awaitReady(east, WEB, spec);
        await().until(() -> why(secretive).contains("secrets"));
        assertThat(why(secretive)).isEqualTo("the copy does not run on pi-east-1; The copy (node.keeper.1.1) has no secrets:"
                + " they were in the memory of the host (pi-east-1) alone, which was restarted.");
        assertThat(adapter.observe(east)).filteredOn(copy -> copy.id().equals(KEEPER))
                .allSatisfy(copy -> assertThat(copy.state()).isEqualTo(ObservedCopy.State.STOPPED))
                .allSatisfy(copy -> assertThat(copy.secrets()).isEmpty()).hasSize(1);
        supply();
        start(east, KEEPER, secretive);
        assertThat(ground.secretOf(KEEPER, "token")).contains("first");
    }

    private String why(CopySpec of) {
        return adapter.whyNotReady(east, KEEPER, of.endpoints().get(0)).orElse("");
    }

    private void supply() {
        adapter.supply(east, KEEPER, List.of(new SuppliedSecret(TOKEN, "v1", new SecretValue("first".getBytes(StandardCharsets.UTF_8)))));
    }

    @Test
    void aCopyMadeByHalfStaysDown() {
        start(east, WEB, spec);
        LxcBed.bed().on(east, "rm /var/lib/lxc/%s/complete; sed -i 's/^lxc.start.auto.*/lxc.start.auto = 0/' /var/lib/lxc/%1$s/config"
                .formatted(WEB.label()));
        LxcBed.bed().reboot(east);
        assertThat(adapter.observe(east)).extracting(ObservedCopy::state).containsExactly(ObservedCopy.State.STOPPED);
        start(east, WEB, spec);
    }
}
