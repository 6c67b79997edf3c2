package org.caravan.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.infrastructure.Admission;
import org.junit.jupiter.api.Test;

class ReconcilerTest {

    private final Shop before = Shop.first();

    @Test
    void firstDeploymentStartsProvidersFirst() {
        check("first-deployment", Reconciler.reconcile(Shop.seen(List.of()), before.plan(), ReconcileContext.of(EntryState.NONE)));
    }

    @Test
    void unchangedTakesNoSteps() {
        ChangeSet changes = Reconciler.reconcile(Shop.seen(before.copies()), before.plan(), ReconcileContext.of(before.entries()));
        assertThat(changes.steps()).isEmpty();
        assertThat(changes.reasons()).isEmpty();
    }

    @Test
    void unchangedPlanOfLaterGenerationTakesNoSteps() {
        ChangeSet changes = Reconciler.reconcile(Shop.seen(before.copies()), before.next().plan(), ReconcileContext.of(before.entries()));
        assertThat(changes.steps()).isEmpty();
    }

    @Test
    void movedFrontEndIsEnteredBeforeTheOldOneGoes() {
        checkMove("front-end-moves", before.next().put("frontend", "pi-2", 103, 8079));
    }

    @Test
    void consumersOfMovedProviderAreRoutedBeforeTheOldOneGoes() {
        checkMove("provider-moves", before.next().put("catalogue", "pi-1", 103, 80));
    }

    @Test
    void endpointChangeRenewsTheCopyOnItsHost() {
        checkMove("endpoint-changes", before.next().put("carts", "pi-1", 103, 8080));
    }

    @Test
    void componentNoLongerInThePlanGoes() {
        checkMove("component-removed", before.next().remove("catalogue"));
    }

    @Test
    void removalDestroysEverything() {
        check("removal", Reconciler.reconcile(
                Shop.seen(before.copies()), Removal.of(before.plan()), ReconcileContext.of(before.entries())));
    }

    @Test
    void unobservedHostIsLeftAloneAndSoIsWhatItMayNeed() {
        Shop after = before.next().put("carts-db", "pi-2", 103, 27017).put("catalogue", "ohio-1", 101, 80);
        check("unobserved-host", Reconciler.reconcile(
                Shop.seen(before.copies(), "pi-1"), after.plan(), ReconcileContext.of(before.entries())));
    }

    /** carts is where nobody can look, so it may not have heard yet that the plan asks it to use carts-db no more. */
    @Test
    void whatACopyOnAnUnobservedHostMayStillUseIsKept() {
        Shop after = before.next().remove("carts-db");
        ObservedState seen = Shop.seen(before.next().put("carts-db", "pi-2", 103, 27017).copies(), "pi-1");
        Shop between = before.next().put("carts-db", "pi-2", 103, 27017);
        check("unobserved-user", Reconciler.reconcile(seen, after.plan(),
                ReconcileContext.of(before.entries()).withEarlier(before.plan(), between.plan())));
        assertThat(Reconciler.reconcile(seen, after.remove("carts").plan(),
                ReconcileContext.of(before.entries()).withEarlier(between.plan())).steps())
                .as("carts is wanted no more, so it needs nothing").extracting(Step::kind).contains(StepKind.DESTROY);
    }

    @Test
    void nothingReliesOnNewInstanceOfUnobservedHost() {
        Shop after = before.next().put("catalogue", "pi-1", 103, 80).put("frontend", "pi-2", 104, 8079);
        check("unobserved-new-host", Reconciler.reconcile(
                Shop.seen(before.copies(), "pi-1"), after.plan(), ReconcileContext.of(before.entries())));
    }

    /** carts-db keeps data, so it stays on the lost host; carts and the front end were there as well. */
    @Test
    void whatRequiresALostHostIsTriedAndNothingElseWaitsForIt() {
        Shop there = before.next().put("frontend", "pi-1", 104, 8079);
        Shop after = there.next().put("carts", "pi-2", 105, 80).put("frontend", "ohio-1", 106, 8079);
        ChangeSet changes = Reconciler.reconcile(Shop.without(there.copies(), "pi-1"), after.plan(), ReconcileContext.of(there.entries()));
        check("lost-provider", changes);
        assertThat(changes.steps()).filteredOn(step -> changes.doubtful().contains(step.number())).extracting(Step::kind)
                .containsExactly(StepKind.CONFIRM, StepKind.CONFIRM);
        assertThat(changes.withoutDoubtful().steps()).as("once they have been tried").isEmpty();
        assertThat(Reconciler.reconcile(Shop.seen(there.copies(), "pi-1"), after.plan(), ReconcileContext.of(there.entries())).doubtful())
                .as("a host that was not observed once may be fine").isEmpty();
    }

    /** The front end that runs serves until the new one can. */
    @Test
    void aCopyThatServesIsReplacedOnlyByOneThatIsReady() {
        Shop after = before.next().put("carts", "pi-2", 105, 80).put("frontend", "pi-2", 106, 8079);
        check("lost-provider-front-end-serves", Reconciler.reconcile(Shop.without(before.copies(), "pi-1"), after.plan(),
                ReconcileContext.of(before.entries())));
    }

    @Test
    void duplicateCopiesAreDestroyedAndTheRightOneStays() {
        List<ObservedCopy> copies = before.copies();
        copies.add(before.copyOn("carts", "pi-2"));
        check("duplicate-copies", Reconciler.reconcile(Shop.seen(copies), before.plan(), ReconcileContext.of(before.entries())));
    }

    @Test
    void stoppedCopyIsStartedInPlace() {
        List<ObservedCopy> copies = before.copies();
        copies.remove(before.copy("carts"));
        copies.add(before.stopped("carts"));
        check("stopped-copy", Reconciler.reconcile(Shop.seen(copies), before.plan(), ReconcileContext.of(before.entries())));
    }

    @Test
    void leftoverThatHoldsNeededAddressGoesFirst() {
        Shop moved = before.next().put("catalogue", "pi-1", 103, 80);
        List<ObservedCopy> copies = moved.copies();
        copies.add(before.copy("catalogue"));
        Shop after = moved.next().put("frontend", "pi-2", 102, 8079);
        check("address-held", Reconciler.reconcile(Shop.seen(copies), after.plan(), ReconcileContext.of(before.entries())));
    }

    /** The way back from a move whose new copy the list of its host lacks, or which was never made. */
    @Test
    void aCreatedCopyThatNoListShowsGoesAfterItsUsers() {
        Shop moved = before.next().put("frontend", "pi-2", 103, 8079);
        Shop back = moved.next().put("frontend", "ohio-1", 104, 8079);
        CreatedCopy hidden = new CreatedCopy(moved.copy("frontend").id(), "pi-2");
        ReconcileContext known = ReconcileContext.of(moved.entries()).withEarlier(before.plan(), moved.plan()).withCreated(hidden);
        List<ObservedCopy> listed = before.copies();
        check("hidden-copy", Reconciler.reconcile(Shop.seen(listed), back.plan(), known));
        assertThat(Reconciler.reconcile(Shop.seen(moved.copies()), moved.plan(), known).steps()).as("as planned").isEmpty();
        assertThat(Reconciler.reconcile(Shop.seen(listed, "pi-2"), back.plan(), known).steps()).as("the host is not observed")
                .extracting(Step::hostId).doesNotContain(Optional.of("pi-2"));
    }

    @Test
    void cycleIsClosedByRouteAfterBothAreConfirmed() {
        Shop cyclic = Shop.first().link("carts-db", "frontend");
        check("cycle", Reconciler.reconcile(Shop.seen(List.of()), cyclic.plan(), ReconcileContext.of(EntryState.NONE)));
        assertThat(Reconciler.reconcile(Shop.seen(cyclic.copies()), cyclic.plan(), ReconcileContext.of(cyclic.entries())).steps())
                .isEmpty();
    }

    @Test
    void copyThatWasNeverReadyIsConfirmedBeforeUsersReachIt() {
        check("unconfirmed", Reconciler.reconcile(Shop.seen(before.copies()), before.plan(),
                ReconcileContext.of(EntryState.NONE).withUnconfirmed(Set.of(before.copy("frontend").id()))));
    }

    @Test
    void aCopyIsSuppliedWithItsSecretsBeforeItIsMadeAndWhenTheyChange() {
        Shop shop = Shop.first().secret("carts-db", "shop-password");
        SecretVersions second = name -> Optional.of("v2");
        check("secrets-first", Reconciler.reconcile(Shop.seen(List.of()), shop.plan(),
                ReconcileContext.of(EntryState.NONE).withSecrets(second)));
        List<ObservedCopy> copies = shop.copies();
        copies.replaceAll(copy -> copy.id().instance().componentId().equals("carts-db") ? shop.copyWithSecret("carts-db", "v1") : copy);
        ChangeSet changed = Reconciler.reconcile(Shop.seen(copies), shop.plan(), ReconcileContext.of(shop.entries()).withSecrets(second));
        check("secrets-changed", changed);
        SecretVersions first = name -> Optional.of("v1");
        assertThat(Reconciler.reconcile(Shop.seen(copies), shop.plan(), ReconcileContext.of(shop.entries()).withSecrets(first)).steps())
                .isEmpty();
        assertThat(Reconciler.reconcile(Shop.seen(copies), shop.plan(), ReconcileContext.of(shop.entries())).steps())
                .as("a secret that is not set any more leaves what runs").isEmpty();
    }

    @Test
    void filtersAdmitConsumersBeforeTheyComeAndNoLongerAfterTheyHaveGone() {
        Shop after = before.next().put("frontend", "pi-2", 103, 8079);
        check("filters-front-end-moves", Reconciler.reconcile(Shop.seen(before.filteredCopies()), after.plan(),
                ReconcileContext.of(before.entries())));
        assertThat(Reconciler.reconcile(Shop.seen(after.filteredCopies()), after.plan(), ReconcileContext.of(after.entries())).steps())
                .isEmpty();
    }

    /** What `caravan drift` shows when somebody flushed the rules of a host, or changed them. */
    @Test
    void aFilterThatIsMissingOrAdmitsMoreIsPutBack() {
        List<ObservedCopy> copies = before.filteredCopies();
        copies.replaceAll(copy -> switch (copy.id().instance().componentId()) {
            case "carts-db" -> copy.admitting(Admitted.EVERYONE);
            case "carts" -> copy.admitting(copy.admitted().orElseThrow().plus(Admitted.of(List.of(new Admission("10.9.9.9", 80)))));
            case "catalogue" -> copy.admitting(Admitted.of(List.of()));
            default -> copy;
        });
        check("filters-missing", Reconciler.reconcile(Shop.seen(copies), before.plan(), ReconcileContext.of(before.entries())));
    }

    @Test
    void copiesOfOtherApplicationsAreNotTouched() {
        ObservedCopy other = new ObservedCopy(CopyId.parse("other.web.1.1"), "pi-1",
                ObservedCopy.State.RUNNING, "0", List.of("10.1.1.120"), List.of());
        List<ObservedCopy> copies = before.copies();
        copies.add(other);
        assertThat(Reconciler.reconcile(Shop.seen(copies), before.plan(), ReconcileContext.of(before.entries())).steps()).isEmpty();
    }

    private void checkMove(String name, Shop after) {
        check(name, Reconciler.reconcile(Shop.seen(before.copies()), after.plan(), ReconcileContext.of(before.entries())));
    }

    private static void check(String name, ChangeSet changes) {
        Golden.check(name, changes.canonicalText());
    }
}
