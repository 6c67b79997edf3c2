package org.caravan.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.RentedHost;
import org.caravan.adapter.UnobservedHost;
import org.caravan.infrastructure.Admission;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.ObservedMachine.State;
import org.caravan.machine.ObservedMachine;
import org.junit.jupiter.api.Test;

/** The shop on hosts of site ohio that are rented: steps about their machines. */
class RentedTest {

    private static final String OWN = "10.1.2.7";

    private final Shop shop = Shop.first().put("carts", "ohio-2", 101, 80);

    @Test
    void machinesAreRentedBeforeAnythingIsCreatedThere() {
        check("rented-first", state(List.of(), absent("ohio-1"), absent("ohio-2"), absent("ohio-3")));
    }

    @Test
    void unchangedTakesNoSteps() {
        ChangeSet changes = reconcile(state(shop.copies(), machine("ohio-1", 100), machine("ohio-2", 101)), shop, shop.entries());
        assertThat(changes.canonicalText()).isEmpty();
    }

    @Test
    void machineIsGivenBackAfterTheLastCopyHasLeft() {
        Shop after = shop.next().put("carts", "ohio-1", 102, 80);
        check("rented-leaves", reconcile(
                state(shop.copies(), machine("ohio-1", 100), machine("ohio-2", 101)), after, shop.entries()));
    }

    @Test
    void removalGivesEveryMachineBack() {
        Golden.check("rented-removal", Reconciler.reconcile(
                state(shop.copies(), machine("ohio-1", 100), machine("ohio-2", 101)), Removal.of(shop.plan()),
                        ReconcileContext.of(shop.entries()))
                .canonicalText());
    }

    @Test
    void machineThatAnotherApplicationUsesIsKept() {
        Shop after = shop.next().put("carts", "ohio-1", 102, 80);
        ObservedState seen = state(shop.copies(), machine("ohio-1", 100), machine("ohio-2", 101, 120));
        ChangeSet changes = Reconciler.reconcile(seen, after.plan(), ReconcileContext.of(shop.entries()).withOthers(
                List.of(Shop.first("other").put("web", "ohio-2", 120, 80).plan())));
        assertThat(changes.canonicalText()).doesNotContain("RELEASE").contains("OPEN ohio-2, without carts:1@1");
    }

    @Test
    void machineWithACopyOfAnotherApplicationIsKept() {
        List<ObservedCopy> copies = shop.copies();
        copies.add(new ObservedCopy(CopyId.parse("other.web.1.1"), "ohio-2", ObservedCopy.State.RUNNING, "0",
                List.of("10.1.2.120"), List.of(), new TreeSet<>(Set.of(80))));
        Shop after = shop.next().put("carts", "ohio-1", 102, 80);
        assertThat(reconcile(state(copies, machine("ohio-1", 100), machine("ohio-2", 101, 120)), after, shop.entries())
                .canonicalText()).doesNotContain("RELEASE");
    }

    @Test
    void machineThatWasLostIsRentedAgain() {
        List<ObservedCopy> copies = shop.copies();
        copies.remove(shop.copy("carts"));
        check("rented-lost", state(copies, machine("ohio-1", 100), absent("ohio-2")));
    }

    @Test
    void machineOfAnInterruptedRentIsWaitedFor() {
        check("rented-interrupted", state(List.of(), machine("ohio-1", 100), host("ohio-2", State.BOOTING, false, false, Map.of())));
    }

    @Test
    void machineThatWasSwitchedOffIsStartedAndThenLookedAt() {
        RentedHost off = host("ohio-2", State.STOPPED, true, false, Map.of());
        check("rented-stopped", unfit(state(List.of(shop.copy("frontend")), machine("ohio-1", 100), off), "ohio-2"));
        check("rented-stopped-unwanted", reconcile(unfit(state(shop.copies(), machine("ohio-1", 100), machine("ohio-2", 101),
                host("ohio-3", State.STOPPED, true, false, Map.of())), "ohio-3"), shop, shop.entries()));
    }

    @Test
    void machineThatRunsButDoesNotAnswerIsLeftAlone() {
        List<ObservedCopy> copies = shop.copies();
        copies.remove(shop.copy("carts"));
        check("rented-silent", reconcile(unfit(state(copies, machine("ohio-1", 100), machine("ohio-2", 101)), "ohio-2"),
                shop.next(), shop.entries()));
    }

    @Test
    void addressLeftBehindByAnInterruptedRunIsTakenAway() {
        check("rented-stale-address", state(shop.copies(), machine("ohio-1", 100, 130), machine("ohio-2", 101)));
    }

    @Test
    void emptyMachineThatNobodyWantsIsGivenBackAndAStrangerReported() {
        ObservedState seen = state(shop.copies(), machine("ohio-1", 100), machine("ohio-2", 101), machine("ohio-3"));
        ObservedMachine stranger = machine("ohio-9").machine().orElseThrow();
        check("rented-nobodys", new ObservedState(seen.copies(), List.of(), seen.rented(), List.of(stranger)));
    }

    @Test
    void hostWhoseProviderDoesNotAnswerIsLeftAlone() {
        RentedHost unknown = new RentedHost("ohio-2", false, false, false, Optional.empty());
        List<ObservedCopy> copies = shop.copies();
        copies.remove(shop.copy("carts"));
        Shop after = shop.next().put("frontend", "ohio-3", 105, 8079);
        check("rented-unasked", reconcile(unfit(state(copies, machine("ohio-1", 100), unknown, absent("ohio-3")), "ohio-2"),
                after, shop.entries()));
    }

    @Test
    void machineHasExactlyWhatCopiesThereNeed() {
        MachineAccess access = AddressNeeds.of(published("ohio-1", Map.of("10.1.2.130", "192.0.2.9"), 100, 130),
                List.of(shop.plan(), Shop.first("other").put("web", "ohio-1", 120, 81).plan()),
                List.of(new ObservedCopy(CopyId.parse("sock-shop.old.1.1"), "ohio-1", ObservedCopy.State.RUNNING, "0",
                        List.of("10.1.2.130"), List.of(), new TreeSet<>(Set.of(9000)))));
        assertThat(access.addresses()).containsExactly("10.1.2.100", "10.1.2.120", "10.1.2.130");
        assertThat(access.publicFor()).containsExactly("10.1.2.100", "10.1.2.130");
    }

    @Test
    void publicAddressesAreWaitedForBeforeAnybodyIsSentThere() {
        check("public-first", state(List.of(), published("ohio-1", Map.of()), published("ohio-2", Map.of())));
    }

    @Test
    void publicAddressesAreToldToUsersAndOtherSites() {
        Shop linked = shop.link("catalogue", "carts");
        ObservedState seen = state(List.of(linked.copy("carts-db")),
                published("ohio-1", Map.of("10.1.2.100", "192.0.2.1"), 100), published("ohio-2", Map.of("10.1.2.101", "192.0.2.2"), 101));
        ChangeSet changes = reconcile(seen, linked, EntryState.NONE);
        Golden.check("public-known", changes.canonicalText());
        Step catalogue = changes.steps().stream().filter(step -> step.text().contains("CREATE catalogue")).findFirst().orElseThrow();
        assertThat(catalogue.routes()).hasToString("[carts at 192.0.2.2 from 10.1.1.102]");
        assertThat(new PlannedRoutes(linked.plan(), seen).of(new InstanceId("catalogue", 1))).isEqualTo(catalogue.routes());
        Step frontend = changes.steps().stream().filter(step -> step.text().contains("CREATE frontend")).findFirst().orElseThrow();
        assertThat(frontend.routes()).contains(new org.caravan.adapter.PeerRoute("carts", "10.1.2.101", "10.1.2.100"));
        Step entry = changes.steps().stream().filter(step -> step.kind() == StepKind.ENTRY).findFirst().orElseThrow();
        assertThat(entry.entries()).singleElement().satisfies(told -> assertThat(told.targetAddress()).isEqualTo("192.0.2.1"));
    }

    /** carts reaches carts-db by a public address, which the provider does not name at the moment. */
    @Test
    void aConsumerWhoseAddressIsNotKnownStaysAdmitted() {
        Admitted byPublic = Admitted.of(List.of(new Admission("192.0.2.2", 27017), new Admission("192.0.2.77", 27017)));
        List<ObservedCopy> copies = shop.copies();
        copies.replaceAll(copy -> copy.id().instance().componentId().equals("carts-db") ? copy.admitting(byPublic) : copy);
        assertThat(admissions(copies, Map.of())).as("the address of carts is not known").isEmpty();
        assertThat(admissions(copies, Map.of("10.1.2.101", "192.0.2.2"))).containsExactly("[192.0.2.2 to port 27017]");
    }

    private List<String> admissions(List<ObservedCopy> copies, Map<String, String> published) {
        ObservedState seen = state(copies, published("ohio-1", Map.of("10.1.2.100", "192.0.2.1"), 100),
                published("ohio-2", published, 101));
        return reconcile(seen, shop, shop.entries()).steps().stream().filter(step -> step.kind() == StepKind.ADMIT)
                .map(step -> step.admitted().orElseThrow().admissions().toString()).toList();
    }

    private void check(String name, ObservedState seen) {
        check(name, reconcile(seen, shop, seen.copies().isEmpty() ? EntryState.NONE : shop.entries()));
    }

    private static void check(String name, ChangeSet changes) {
        Golden.check(name, changes.canonicalText());
    }

    private static ChangeSet reconcile(ObservedState seen, Shop target, EntryState inForce) {
        return Reconciler.reconcile(seen, target.plan(), ReconcileContext.of(inForce));
    }

    private static ObservedState state(List<ObservedCopy> copies, RentedHost... rented) {
        return new ObservedState(copies, List.of(), List.of(rented), List.of());
    }

    private static ObservedState unfit(ObservedState state, String hostId) {
        return new ObservedState(state.copies(), List.of(new UnobservedHost(hostId, "no answer")), state.rented(), List.of());
    }

    private static RentedHost absent(String hostId) {
        return new RentedHost(hostId, false, true, false, Optional.empty());
    }

    private static RentedHost machine(String hostId, int... slots) {
        return host(hostId, State.RUNNING, true, false, Map.of(), slots);
    }

    private static RentedHost published(String hostId, Map<String, String> addresses, int... slots) {
        return host(hostId, State.RUNNING, true, true, addresses, slots);
    }

    private static RentedHost host(String hostId, State state, boolean fit, boolean translated, Map<String, String> published,
            int... slots) {
        List<String> addresses = new ArrayList<>(List.of(OWN, "fd4e::7"));
        Arrays.stream(slots).forEach(slot -> addresses.add("10.1.2." + slot));
        return new RentedHost(hostId, translated, true, fit, Optional.of(new ObservedMachine(new MachineLabel("nornet", hostId),
                "id-" + hostId, state, "m1.small", addresses, published, Optional.of(OWN), "root", Optional.empty())));
    }
}
