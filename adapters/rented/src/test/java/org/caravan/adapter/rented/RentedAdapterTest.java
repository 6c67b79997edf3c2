package org.caravan.adapter.rented;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.HostRental;
import org.caravan.adapter.simulated.SimulatedAdapter;
import org.caravan.adapter.simulated.SimulatedFault;
import org.caravan.adapter.simulated.SimulatedMachineCloud;
import org.caravan.adapter.simulated.SimulatedMachineScript;
import org.caravan.adapter.simulated.SimulatedScript;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOffer;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

class RentedAdapterTest {

    private static final Region REGION = new Region("simulated", Optional.empty(), "Oslo", Optional.empty(), "any");
    private static final Subnet SUBNET = new Subnet("10.1.1.0/24", "10.1.1.1");
    private static final Host ONE = host("oslo-small-1", "small");
    private static final Infrastructure PLACE = new Infrastructure("nornet",
            List.of(new HostType("small", Architecture.AMD64, new MilliCores(2000), Bytes.ofMebi(2048), Bytes.ofMebi(9999),
                    MonthlyCost.ZERO)),
            List.of(new Site("oslo", SiteKind.PUBLIC, "NO", new Position(60, 10),
                    List.of(new Isp("Uninett", Map.of(IpFamily.IPV4, SUBNET))),
                    List.of(ONE), Optional.empty())));
    private static final CopyId COPY = CopyId.parse("shop.web.1.1");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final InstantSource clock = now::get;
    private final SimulatedMachineCloud cloud = SimulatedMachineCloud.open(SimulatedMachineScript.prompt(1, List.of(new MachineOffer(
            "small", Architecture.AMD64, new MilliCores(2000), Bytes.ofMebi(2048), Bytes.ofMebi(10_240), Optional.empty())),
            Map.of("Oslo", List.of(SUBNET))).withBootAfter(Duration.ofSeconds(5)), clock);
    private final SimulatedAdapter inside = SimulatedAdapter.open(PLACE, SimulatedScript.prompt(1), clock);
    private final RentedAdapter adapter = new RentedAdapter(cloud, inside, Preparation.NONE, PLACE::name);
    private final HostRental rental = adapter.rental().orElseThrow();

    @Test
    void hostWithoutMachineIsEmptyAndHasWhatTheOfferSays() {
        assertThat(adapter.observe(ONE)).isEmpty();
        assertThat(adapter.inspect(ONE).memory()).isEqualTo(Bytes.ofMebi(2048 - 192));
        assertThat(adapter.openConnections(ONE, COPY)).isZero();
        adapter.destroy(ONE, COPY);
        assertThat(catchThrowableOfType(AdapterFault.class, () -> adapter.ensureImage(ONE, "web")))
                .hasMessageContaining("(oslo-small-1) has no machine now").extracting(AdapterFault::kind)
                .isEqualTo(AdapterFault.Kind.UNREACHABLE);
    }

    @Test
    void machineIsRentedOnceAndFitWhenItHasBooted() {
        assertThat(rental.rent(ONE)).contains("it boots");
        assertThat(rental.rent(ONE)).contains("it boots");
        now.set(Instant.ofEpochSecond(5));
        assertThat(rental.rent(ONE)).isEmpty();
        assertThat(rental.machines(REGION)).singleElement().satisfies(machine -> {
            assertThat(machine.label()).isEqualTo(new MachineLabel("nornet", "oslo-small-1"));
            assertThat(machine.addresses()).containsExactly("10.1.1.20");
        });
        assertThat(adapter.inspect(ONE).memory()).as("as before").isEqualTo(Bytes.ofMebi(2048 - 192));
        assertThat(adapter.inspect(ONE).addresses()).containsExactly("10.1.1.20");
    }

    @Test
    void copiesRunInsideAndAreGoneWithTheMachine() {
        cloud.whenGone(label -> inside.mishaps().loseAll(label.hostId()));
        fit();
        rental.open(ONE, new MachineAccess(new TreeSet<>(Set.of("10.1.1.100")), new TreeSet<>()));
        adapter.ensure(ONE, COPY, new CopySpec("web", new MilliCores(100), Bytes.ofMebi(64), Map.of(), List.of(), List.of()), List.of());
        assertThat(adapter.observe(ONE)).extracting(copy -> copy.id()).containsExactly(COPY);
        assertThat(rental.machines(REGION).get(0).addresses()).containsExactly("10.1.1.20", "10.1.1.100");
        rental.release(ONE);
        rental.release(ONE);
        assertThat(rental.machines(REGION)).isEmpty();
        assertThat(adapter.observe(ONE)).isEmpty();
        assertThat(inside.observe(ONE)).isEmpty();
    }

    @Test
    void machineThatWasSwitchedOffIsStarted() {
        fit();
        cloud.stop(REGION, new MachineLabel("nornet", ONE.id()));
        assertThat(rental.rent(ONE)).contains("it is started");
        now.set(Instant.ofEpochSecond(60));
        assertThat(rental.rent(ONE)).isEmpty();
    }

    @Test
    void serverComesFromOutsideWhereAddressesAreTranslated() {
        Host translated = Host.rented(ONE.id(), "small", new Rental(REGION, "small", "debian-12", true));
        fit();
        rental.open(translated, new MachineAccess(new TreeSet<>(Set.of("10.1.1.100")), new TreeSet<>(Set.of("10.1.1.100"))));
        assertThat(rental.machines(REGION).get(0).publicAddresses()).containsOnlyKeys("10.1.1.20", "10.1.1.100");
    }

    @Test
    void offerThatDoesNotExistIsNamed() {
        assertThat(catchThrowableOfType(AdapterFault.class, () -> adapter.inspect(host("oslo-big-1", "big"))))
                .hasMessageContaining("no offer (big)").hasMessageContaining("Maybe use one of [small].");
    }

    @Test
    void lastObservationServesWhileTheProviderIsSilent() {
        fit();
        cloud.fail(new SimulatedFault("observe", "Oslo", 9, AdapterFault.Kind.UNREACHABLE));
        assertThat(adapter.observe(ONE)).isEmpty();
        assertThat(catchThrowableOfType(AdapterFault.class, () -> rental.machines(REGION)).kind())
                .isEqualTo(AdapterFault.Kind.UNREACHABLE);
    }

    private void fit() {
        rental.rent(ONE);
        now.set(now.get().plusSeconds(5));
        assertThat(rental.rent(ONE)).isEmpty();
    }

    private static Host host(String id, String offer) {
        return Host.rented(id, "small", new Rental(REGION, offer, "debian-12", false));
    }
}
