package org.caravan.adapter.rented.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyCommand;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.SecretValue;
import org.caravan.adapter.SuppliedSecret;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;
import org.caravan.application.Script;
import org.caravan.application.Scripts;
import org.caravan.application.SecretUse;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.IpFamily;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy's whole life on a machine of namespaces: real scripts, processes, control groups, addresses, rules and routes. */
@Tag("real")
class VmAdapterTest {

    private static final Host HOST = new Host("oslo-small-1", "small", "vm", "10.9.0.5", 22, "any");
    private static final CopyId FIRST = CopyId.parse("shop.pay.1.1");
    private static final CopyId SECOND = CopyId.parse("shop.pay.1.2");
    private static final List<PeerRoute> ROUTES = List.of(new PeerRoute("db", "10.7.0.9", "10.8.0.101"),
            new PeerRoute("web", "10.9.0.55", "10.9.0.101"));
    private static final Endpoint ENDPOINT = new Endpoint("http", 8080, new Readiness.TcpAccepts());

    @TempDir
    private Path folder;

    private NamespaceMachine machine;
    private List<SecretUse> secrets = List.of();
    private VmAdapter adapter;

    @BeforeEach
    void begin() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name"))
                && Files.isExecutable(Path.of("/usr/bin/unshare")), "SKIPPED: needs root and namespaces");
        machine = new NamespaceMachine(folder);
        adapter = new VmAdapter(machine, ScriptSettings.DEFAULT.withGrace(Duration.ofSeconds(2)), null);
    }

    @AfterEach
    void end() {
        if (machine != null) {
            adapter.observe(HOST).forEach(copy -> adapter.destroy(HOST, copy.id()));
            adapter.close();
            machine.close();
        }
    }

    @Test
    void aServiceIsInstalledStartedReachedStoppedAndForgotten() {
        secrets = List.of(new SecretUse("key", "pay-key", 0));
        adapter.supply(HOST, FIRST, List.of(new SuppliedSecret(secrets.get(0), "v1",
                new SecretValue("s3".getBytes(StandardCharsets.UTF_8)))));
        CopySpec spec = spec(101, "echo x >>" + folder + "/installs; cat /run/secrets/key >" + folder + "/key; grep -c db /etc/hosts",
                "perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(LocalPort => 8080, Listen => 5); while ($c = $s->accept) { close "
                        + "$c }' & echo serves $GREETING");
        adapter.ensure(HOST, FIRST, spec, ROUTES);
        made(FIRST);
        adapter.ensure(HOST, FIRST, spec, ROUTES);
        await().until(() -> adapter.whyNotReady(HOST, FIRST, ENDPOINT).isEmpty());

        ObservedCopy seen = adapter.observe(HOST).get(0);
        assertThat(seen.state()).isEqualTo(ObservedCopy.State.RUNNING);
        assertThat(seen.specDigest()).isEqualTo(spec.digest());
        assertThat(seen.routes()).as("as the kernel says").containsExactlyElementsOf(ROUTES);
        assertThat(seen.secrets()).isEqualTo(Map.of("key", "v1"));
        assertThat(folder.resolve("installs")).content().isEqualTo("x\n");
        assertThat(folder.resolve("key")).content().isEqualTo("s3");
        // It serves before its script has said so.
        await().untilAsserted(() -> assertThat(adapter.log(HOST, FIRST, 10)).containsExactly("1", "serves it's open"));
        assertThat(machine.said("ip route show default")).as("the way by which we log in").isEqualTo("default via 10.9.0.1 dev ens3 \n");
        adapter.route(HOST, FIRST, ROUTES.subList(1, 2));
        assertThat(adapter.observe(HOST).get(0).routes()).containsExactlyElementsOf(ROUTES.subList(1, 2));
        assertThat(adapter.openConnections(HOST, FIRST)).isZero();
        assertThat(adapter.usage(HOST, FIRST).memory().value()).isGreaterThan(1 << 20);

        assertThat(exec(120, "sh", "-c", "echo \"$GREETING\" \"$1\" $PWD >&2; exit 3", "sh", "two\nlines"))
                .isEqualTo(new CopyCommand.Outcome(3, "", "it's open two\nlines /var/lib/caravan/vm/shop.pay.1.1/work\n", false, false));
        CopyCommand.Outcome late = exec(5, "sh", "-c", "(sleep 900 & echo $!); sleep 900");
        assertThat(late.timedOut()).isTrue();
        await().until(() -> ProcessHandle.of(Long.parseLong(late.output().strip())).isEmpty());
        assertThat(adapter.observe(HOST).get(0).state()).isEqualTo(ObservedCopy.State.RUNNING);

        adapter.destroy(HOST, FIRST);
        adapter.destroy(HOST, FIRST);
        assertThat(folder.resolve("stopped")).content().isEqualTo("it's open\n");
        assertThat(adapter.observe(HOST)).isEmpty();
        assertThat(machine.said("cat /etc/hosts")).isEqualTo("127.0.0.1 localhost\n10.9.0.5 machine\n");
        assertThat(machine.said(
                "ip rule; ip -6 rule; ip address show ens3; ip route show proto 142; ls /var/lib/caravan/vm; ls /run/caravan/secrets"))
                .doesNotContain("lookup 100", ".101", "pay", "10.7.0.9");
    }

    @Test
    void aScriptThatFailsSaysItsLastWordsAndIsRunAgain() {
        CopySpec spec = spec(101, "echo x >>" + folder + "/installs; [ -e " + folder + "/mended ] || { echo no such package; exit 7; }",
                "exec sleep 900");
        adapter.ensure(HOST, FIRST, spec, List.of());
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, () -> made(FIRST));
        assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.FAILED);
        assertThat(fault).hasMessageContaining("install script").hasMessageContaining("exit code 7; it last wrote: no such package.")
                .hasMessageContaining("\nMaybe ");
        assertThat(adapter.observe(HOST)).extracting(ObservedCopy::state).containsExactly(ObservedCopy.State.STOPPED);

        machine.said("touch " + folder + "/mended");
        adapter.ensure(HOST, FIRST, spec, List.of());
        made(FIRST);
        assertThat(folder.resolve("installs")).content().isEqualTo("x\nx\n");
        assertThat(adapter.observe(HOST)).extracting(ObservedCopy::state).containsExactly(ObservedCopy.State.RUNNING);
    }

    @Test
    void whatIsUnderWayIsJoinedAndACrashedServiceStartedAgainWithoutBeingInstalled() {
        CopySpec spec = spec(101, "echo x >>" + folder + "/installs; until [ -e " + folder + "/go ]; do sleep 0.05; done",
                "sleep 900 & echo $! >" + folder + "/pid");
        adapter.ensure(HOST, FIRST, spec, List.of());
        assertThat(adapter.whyNotMade(HOST, FIRST)).hasValueSatisfying(why -> assertThat(why).contains("its install script runs"));
        adapter.route(HOST, FIRST, ROUTES.subList(0, 1));
        assertThat(adapter.observe(HOST).get(0).routes()).as("while it is installed").isEqualTo(ROUTES.subList(0, 1));
        try (VmAdapter restarted = new VmAdapter(machine, ScriptSettings.DEFAULT, null)) {
            restarted.ensure(HOST, FIRST, spec, ROUTES);
            assertThat(machine.said("ip route show proto 142")).contains("10.7.0.9", "10.9.0.55");
            machine.said("touch " + folder + "/go");
            made(FIRST);
        }
        machine.said("kill -9 $(cat " + folder + "/pid)");
        await().until(() -> adapter.observe(HOST).get(0).state() == ObservedCopy.State.STOPPED);
        adapter.ensure(HOST, FIRST, spec, List.of());
        made(FIRST);
        assertThat(adapter.observe(HOST).get(0).state()).isEqualTo(ObservedCopy.State.RUNNING);
        assertThat(folder.resolve("installs")).content().isEqualTo("x\n");
    }

    @Test
    void anotherVersionMakesTheFormerOneStop() {
        adapter.ensure(HOST, FIRST, spec(101, "true", "sleep 900 &"), ROUTES);
        made(FIRST);
        adapter.ensure(HOST, SECOND, spec(102, "cp " + folder + "/stopped " + folder + "/before", "sleep 900 &"),
                List.of(new PeerRoute("db", "10.7.0.9", "10.8.0.102")));
        made(SECOND);
        assertThat(folder.resolve("before")).as("stopped first").content().isEqualTo("it's open\n");
        assertThat(adapter.observe(HOST)).extracting(ObservedCopy::state)
                .containsExactly(ObservedCopy.State.STOPPED, ObservedCopy.State.RUNNING);
        AdapterFault older = catchThrowableOfType(AdapterFault.class,
                () -> adapter.ensure(HOST, FIRST, spec(101, "false", "true"), List.of()));
        assertThat(older.kind()).isEqualTo(AdapterFault.Kind.OUTDATED);

        adapter.destroy(HOST, FIRST);
        ObservedCopy left = adapter.observe(HOST).get(0);
        assertThat(left.id()).isEqualTo(SECOND);
        assertThat(left.routes()).as("not taken along").containsExactly(new PeerRoute("db", "10.7.0.9", "10.8.0.102"));
        assertThat(machine.said("cat /etc/hosts")).contains("10.7.0.9 db");
    }

    /** The firewall is the provider's; the machine keeps what the copy was given. */
    @Test
    void whatACopyAdmitsIsKeptOnItsMachine() {
        Admitted two = Admitted.of(List.of(new Admission("10.9.0.55", 8080), new Admission("fd4e:1:2::7", 8080)));
        adapter.ensure(HOST, FIRST, spec(101, "true", "sleep 900 &"), List.of(), two);
        made(FIRST);
        assertThat(adapter.observe(HOST).get(0).admitted()).contains(two);
        adapter.admit(HOST, FIRST, spec(101, "true", "sleep 900 &"), Admitted.of(List.of()));
        assertThat(adapter.observe(HOST).get(0).admitted()).as("nobody").contains(Admitted.of(List.of()));
        adapter.ensure(HOST, FIRST, spec(101, "true", "sleep 900 &"), List.of(), two);
        assertThat(adapter.observe(HOST).get(0).admitted()).contains(two);
        adapter.ensure(HOST, SECOND, spec(102, "true", "sleep 900 &"), List.of(), two);
        made(SECOND);
        assertThat(adapter.observe(HOST)).extracting(copy -> copy.admitted().orElseThrow()).as("the former version admits nobody")
                .containsExactly(Admitted.of(List.of()), two);
        adapter.destroy(HOST, FIRST);
        assertThat(adapter.usesMachine(HOST, SECOND)).isTrue();
    }

    private CopySpec spec(int slot, String install, String start) {
        Scripts scripts = new Scripts(Optional.of(Script.command(install)), Script.command(start),
                Optional.of(Script.command("echo $GREETING >" + folder + "/stopped")));
        return new CopySpec(FormKind.VM, "debian-12", new MilliCores(1000), Bytes.ofMebi(512), Map.of("GREETING", "it's open"),
                List.of(ENDPOINT),
                List.of(address("A", "10.9.0.", slot), address("B", "10.8.0.", slot)), secrets, Optional.empty(), Optional.empty(),
                        Optional.of(scripts));
    }

    private static CopyAddress address(String isp, String network, int slot) {
        return new CopyAddress(new AccessPoint("oslo", isp, IpFamily.IPV4), network + slot, 24, network + 1);
    }

    private CopyCommand.Outcome exec(int seconds, String... words) {
        return adapter.exec(HOST, FIRST, new CopyCommand(List.of(words), Duration.ofSeconds(seconds), Bytes.ofMebi(1)));
    }

    private void made(CopyId id) {
        await().until(() -> adapter.whyNotMade(HOST, id).isEmpty());
    }
}
