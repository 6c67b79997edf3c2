package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.adapter.testkit.ContractCopies.assertFault;
import static org.caravan.adapter.testkit.ContractCopies.faultOf;
import static org.caravan.adapter.testkit.ContractCopies.id;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;
import org.caravan.infrastructure.Host;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;

/**
 * Contract test for the lifecycle of copies, which every adapter must pass whatever its capabilities. {@link RouteAndExtraContract}
 * tests the rest.
 */
public abstract class CloudAdapterContract extends RestartContract {

    @Test
    void inspectsWhatTheHostOffers() {
        ObservedHost offered = adapter.inspect(host);
        assertThat(offered.hostId()).isEqualTo(host.id());
        assertThat(offered.cpu()).isGreaterThan(new MilliCores(0));
        assertThat(offered.memory().value()).isGreaterThan(1 << 20);
        assertThat(offered.disk().value()).isGreaterThan(1 << 20);
        assertThat(offered.addresses()).isNotEmpty();
    }

    @Test
    void runsACopyAsSpecifiedUntilItIsReady() {
        CopySpec spec = spec(201);
        copies.ensure(id("web", 1), spec);
        copies.awaitReady(id("web", 1), spec);
        assertThat(copies.observed()).usingRecursiveFieldByFieldElementComparatorIgnoringFields("ports", "admitted", "bandwidth")
                .containsExactly(
                new ObservedCopy(id("web", 1), host.id(), ObservedCopy.State.RUNNING,
                        spec.digest(), spec.addresses().stream().map(CopyAddress::address).toList(), List.of()));
        Set<Integer> ports = spec.endpoints().stream().map(Endpoint::port).collect(Collectors.toSet());
        assertThat(copies.observed().get(0).ports()).as("ports, where they are kept").matches(seen -> seen.isEmpty() || seen.equals(ports));
    }

    @Test
    void ensuringTwiceChangesNothing() {
        copies.ensure(id("web", 1), spec(201));
        String start = ground.startMark(id("web", 1));
        copies.ensure(id("web", 1), spec(201));
        assertThat(copies.observed()).hasSize(1);
        assertThat(ground.startMark(id("web", 1))).isEqualTo(start);
    }

    @Test
    void ensuringOneCopyManyTimesAtOnceMakesOne() throws Exception {
        CopySpec spec = spec(201);
        ContractCopies.atOnce(IntStream.range(0, 5).<Callable<Void>>mapToObj(i -> () -> {
            copies.ensure(id("web", 1), spec);
            return null;
        }).toList());
        assertThat(copies.observed()).hasSize(1);
        copies.awaitReady(id("web", 1), spec);
    }

    @Test
    void ensuresDifferentCopiesAtOnce() throws Exception {
        ContractCopies.atOnce(IntStream.range(0, 5).<Callable<Void>>mapToObj(i -> () -> {
            copies.ensure(id("web-" + i, 1), spec(201 + i));
            copies.awaitReady(id("web-" + i, 1), spec(201 + i));
            return null;
        }).toList());
        assertThat(copies.observed()).hasSize(5).allMatch(copy -> copy.state() == ObservedCopy.State.RUNNING);
    }

    @Test
    void replacesACopyWhoseSpecificationIsAnother() {
        copies.ensure(id("web", 1), spec(201));
        copies.ensure(id("web", 1), spec(202));
        copies.awaitReady(id("web", 1), spec(202));
        assertThat(copies.observed()).extracting(ObservedCopy::specDigest).containsExactly(spec(202).digest());
    }

    @Test
    void runsTwoCopiesOfOneInstanceAtOnceWhileItMoves() {
        copies.ensure(id("web", 1), spec(201));
        copies.ensure(id("web", 2), spec(202));
        copies.awaitReady(id("web", 1), spec(201));
        copies.awaitReady(id("web", 2), spec(202));
        assertThat(copies.observed()).extracting(ObservedCopy::id).containsExactly(id("web", 1), id("web", 2));
    }

    @Test
    void refusesAGenerationOlderThanOnePresent() {
        copies.ensure(id("web", 7), spec(201));
        assertFault(faultOf(() -> copies.ensure(id("web", 6), spec(202))),
                AdapterFault.Kind.OUTDATED, host.id(), "contract.web.1.7");
        copies.ensure(id("other", 6), spec(203));
        assertThat(copies.observed()).extracting(ObservedCopy::id).containsExactly(id("other", 6), id("web", 7));
    }

    @Test
    void findsCopiesByTheirLabelsWithoutRemembering() {
        copies.ensure(id("web", 1), spec(201));
        try (CloudAdapter restarted = ground.connect()) {
            assertThat(copies.observed(restarted)).isEqualTo(copies.observed()).hasSize(1);
            restarted.destroy(host, id("web", 1));
        }
        assertThat(copies.observed()).isEmpty();
    }

    @Test
    void neverReportsWhatIsNotOurs() {
        List<ObservedCopy> before = adapter.observe(host);
        ground.startForeignWorkload();
        assertThat(adapter.observe(host)).isEqualTo(before);
    }

    @Test
    void reportsACopyThatItsHostLeavesAloneAsStoppedAndStartsItAgain() {
        CopySpec spec = spec(201);
        copies.ensure(id("web", 1), spec);
        ground.crash(id("web", 1));
        assertThat(copies.observed(id("web", 1)).state()).isEqualTo(ObservedCopy.State.STOPPED);
        assertThat(adapter.whyNotReady(host, id("web", 1), spec.endpoints().get(0))).isPresent();
        copies.ensure(id("web", 1), spec);
        copies.awaitReady(id("web", 1), spec);
    }

    @Test
    void saysWhyAnEndpointIsNotReady() {
        CopySpec spec = spec(201);
        assertThat(adapter.whyNotReady(host, id("web", 1), spec.endpoints().get(0))).isPresent();
        copies.ensure(id("web", 1), spec);
        copies.awaitReady(id("web", 1), spec);
        Endpoint closed = new Endpoint("closed", 9, new Readiness.TcpAccepts());
        assertThat(adapter.whyNotReady(host, id("web", 1), closed)).isPresent();
    }

    @Test
    void countsNoConnectionsWhereNobodyConnects() {
        assertThat(adapter.openConnections(host, id("web", 1))).isZero();
        copies.ensure(id("web", 1), spec(201));
        copies.awaitReady(id("web", 1), spec(201));
        assertThat(adapter.openConnections(host, id("web", 1))).isZero();
    }

    @Test
    void destroyLeavesNothingAndMayBeRepeated() {
        copies.ensure(id("web", 1), spec(201));
        copies.ensure(id("web", 2), spec(202));
        adapter.destroy(host, id("web", 1));
        adapter.destroy(host, id("web", 1));
        assertThat(ground.remainsOf(id("web", 1))).isEmpty();
        assertThat(copies.observed()).extracting(ObservedCopy::id).containsExactly(id("web", 2));
        adapter.destroy(host, id("never-there", 1));
    }

    @Test
    void saysThatAHostDoesNotAnswer() {
        Host away = ground.unreachableHost();
        CopyId copy = id("web", 1);
        assertFault(faultOf(() -> adapter.inspect(away)), AdapterFault.Kind.UNREACHABLE, away.id());
        assertFault(faultOf(() -> adapter.observe(away)), AdapterFault.Kind.UNREACHABLE, away.id());
        assertFault(faultOf(() -> adapter.ensure(away, copy, spec(201), List.of())), AdapterFault.Kind.UNREACHABLE, away.id());
        assertFault(faultOf(() -> adapter.destroy(away, copy)), AdapterFault.Kind.UNREACHABLE, away.id());
    }

    @Test
    void saysWhichImageIsMissing() {
        AdapterFault fault = faultOf(() -> adapter.ensureImage(host, ground.missingImage()));
        assertFault(fault, AdapterFault.Kind.FAILED, ground.missingImage());
        AdapterFault before = faultOf(() -> adapter.requireImage(ground.unreachableHost(), ground.architecture(), ground.missingImage()));
        assertFault(before, AdapterFault.Kind.FAILED, ground.missingImage());
        adapter.requireImage(ground.unreachableHost(), ground.architecture(), spec(201).image());
    }

    @Test
    void saysForWhichArchitectureAnImageIsMissing() {
        ground.otherArchitecture().ifPresent(other ->
                assertFault(faultOf(() -> adapter.requireImage(host, other, spec(201).image())), AdapterFault.Kind.UNSUPPORTED,
                        spec(201).image(), other.toString()));
    }
}
