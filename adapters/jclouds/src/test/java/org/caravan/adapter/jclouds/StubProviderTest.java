package org.caravan.adapter.jclouds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOffer;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;
import org.jclouds.http.HttpResponse;
import org.jclouds.http.HttpResponseException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With jclouds' own provider in memory, which behaves as all do and answers nobody. */
class StubProviderTest {

    private static final MachineLabel LABEL = new MachineLabel("shop", "vm-1");

    @TempDir
    private Path credentials;

    private MachineCloud cloud;
    private Region region;
    private MachineOrder order;

    @BeforeEach
    void connect() throws IOException {
        Path file = Files.createDirectory(credentials.resolve("stub")).resolve("jclouds");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, "provider=stub\nidentity=" + credentials + "\ncredential=hunter2\n");
        cloud = new JcloudsCloud(new JcloudsSettings(credentials, Duration.ofSeconds(5)));
        region = new Region("jclouds", Optional.empty(), "stub", Optional.empty(), "stub");
        order = new MachineOrder(LABEL, cloud.offers(region).get(0).name(), "1", "ssh-ed25519 AAAA test", "");
    }

    @AfterEach
    void close() {
        cloud.close();
    }

    /** As Neutron answers while a port of a machine that leaves still uses the group. */
    @ParameterizedTest
    @ValueSource(strings = {"Security Group 7 in use.", "{\"type\": \"SecurityGroupInUse\"}"})
    void aRemovalIsRepeatedWhileTheResourceIsInUse(String said) {
        AtomicInteger attempts = new AtomicInteger();
        Provider.whenFree(() -> {
            if (attempts.incrementAndGet() < 3) {
                throw new IllegalStateException(answer(409, said));
            }
        });
        assertThat(attempts).hasValue(3);
    }

    @Test
    void aRemovalIsNotRepeatedForAnotherReason() {
        for (HttpResponseException other : List.of(answer(409, "Conflict"), answer(500, "in use"), answer(400, "in use"),
                answer(409, "The admin user of the domain useless has a conflict."))) {
            assertThat(catchThrowableOfType(HttpResponseException.class, () -> Provider.whenFree(() -> {
                throw other;
            }))).isSameAs(other);
        }
    }

    private static HttpResponseException answer(int status, String said) {
        return new HttpResponseException(said, null, HttpResponse.builder().statusCode(status).message(said).build());
    }

    @Test
    void offersHaveSizesButNoPrices() {
        assertThat(cloud.offers(region)).isNotEmpty().isSorted().allMatch(offer -> offer.price().isEmpty() && offer.memory().value() > 0);
    }

    @Test
    void rentsOneStopsStartsAndGivesItBack() {
        ObservedMachine machine = cloud.ensure(region, order);
        assertThat(cloud.ensure(region, order).id()).isEqualTo(machine.id());
        assertThat(cloud.observe(region)).extracting(ObservedMachine::label).containsExactly(LABEL);
        until(ObservedMachine.State.RUNNING);
        cloud.stop(region, LABEL);
        cloud.stop(region, LABEL);
        until(ObservedMachine.State.STOPPED);
        cloud.start(region, LABEL);
        until(ObservedMachine.State.RUNNING);
        cloud.destroy(region, LABEL);
        cloud.destroy(region, LABEL);
        assertThat(cloud.observe(region)).isEmpty();
    }

    @Test
    void namesWhatDoesNotExist() {
        assertFault(() -> cloud.ensure(region, new MachineOrder(LABEL, "vast", "1", "", "")), AdapterFault.Kind.FAILED, "(vast)",
                order.offer());
        assertFault(() -> cloud.ensure(region, new MachineOrder(LABEL, order.offer(), "plan9", "", "")), AdapterFault.Kind.FAILED,
                "(plan9)");
        assertFault(() -> cloud.stop(region, LABEL), AdapterFault.Kind.FAILED, "shop/vm-1");
    }

    @Test
    void neverReplacesAMachine() {
        cloud.ensure(region, order);
        String other = cloud.offers(region).stream().map(MachineOffer::name).filter(name -> !name.equals(order.offer())).findFirst()
                .orElseThrow();
        assertFault(() -> cloud.ensure(region, new MachineOrder(LABEL, other, "1", "", "")), AdapterFault.Kind.UNSUPPORTED, other,
                order.offer());
    }

    @Test
    void refusesPolitelyWhatItDoesNotDeclare() {
        cloud.ensure(region, order);
        assertFault(() -> cloud.limits(region), AdapterFault.Kind.UNSUPPORTED, "jclouds");
        assertFault(() -> cloud.ensureAccess(region, LABEL,
                new MachineAccess(new TreeSet<>(List.of("10.0.0.9")), new TreeSet<>())),
                AdapterFault.Kind.UNSUPPORTED, "shop/vm-1");
        assertFault(() -> cloud.ensureAccess(region, LABEL,
                new MachineAccess(new TreeSet<>(), new TreeSet<>(List.of("10.0.0.9")))),
                AdapterFault.Kind.UNSUPPORTED, "shop/vm-1");
        cloud.admit(region, LABEL, new TreeSet<>(List.of(new Admission(Admission.ANYWHERE, 8080))));
    }

    @Test
    void saysWhichCredentialsItNeeds() {
        Region without = new Region("jclouds", Optional.empty(), "stub", Optional.empty(), "none");
        assertFault(() -> cloud.observe(without), AdapterFault.Kind.UNTRUSTED, "(none)");
    }

    private static void assertFault(ThrowingCallable call, AdapterFault.Kind kind, String... words) {
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, call);
        assertThat(fault).isNotNull();
        assertThat(fault.kind()).as(fault.getMessage()).isEqualTo(kind);
        assertThat(fault.getMessage()).contains(words).contains("\nMaybe ").doesNotContain("hunter2");
    }

    /** The stub changes states after a while, as providers do. */
    private void until(ObservedMachine.State state) {
        await().until(() -> cloud.observe(region).get(0).state(), state::equals);
    }
}
