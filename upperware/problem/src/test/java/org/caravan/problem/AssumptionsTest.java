package org.caravan.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.LocationRequirement;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.ProviderControls;
import org.caravan.infrastructure.Quota;
import org.caravan.infrastructure.Sensitivity;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.P99;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.problem.supposition.Assumptions;
import org.junit.jupiter.api.Test;

/** Each supposition changes what it speaks of and nothing else; what it speaks of must be there. */
class AssumptionsTest {

    private static final PathId NEAR = new PathId(TwoSites.HOME, TwoSites.OSLO_NEAR);
    private static final PathId FAR = new PathId(TwoSites.HOME, TwoSites.BERGEN);

    private final PlacementProblem problem = TwoSites.problem(
            TwoSites.path(TwoSites.HOME, TwoSites.OSLO_NEAR, 10, 12, 100, 5),
            TwoSites.path(TwoSites.OSLO_NEAR, TwoSites.HOME, 10, 12, 100, 5),
            TwoSites.path(TwoSites.HOME, TwoSites.OSLO_FAST, 15, 15, 900, 5),
            TwoSites.path(TwoSites.HOME, TwoSites.BERGEN, 20, 25, 100, 5));

    @Test
    void aRoundTripTimeKeepsItsSpread() {
        PlacementProblem supposed = supposed("rtt home<->oslo.near=80ms");
        assertThat(rtt(supposed, NEAR)).isEqualTo(80);
        assertThat(supposed.network().path(NEAR).orElseThrow().p95Rtt().value()).isEqualTo(82);
        assertThat(rtt(supposed, NEAR.reversed())).isEqualTo(80);
        assertThat(rtt(supposed, FAR)).isEqualTo(20);
        assertThat(rtt(supposed("rtt home->oslo=x2"), NEAR)).isEqualTo(20);
        assertThat(rtt(supposed("rtt home->oslo=x2"), NEAR.reversed())).isEqualTo(10);
        assertThat(rtt(supposed("rtt users<->edge = +0.5 s"), FAR)).isEqualTo(520);
    }

    @Test
    void aRoundTripTimeKeepsItsP99AsFarAbove() {
        PathFigures near = problem.network().path(NEAR).orElseThrow();
        PathFigures known = new PathFigures(NEAR, near.idleRtt().withP99(Optional.of(new P99(17, 640))), near.loadedRtt(),
                near.throughput(), near.loss());
        PlacementProblem measured = problem.withNetwork(NetworkMatrix.of(List.of(known)));
        assertThat(p99(measured, "rtt home<->oslo.near=80ms")).contains(new P99(87, 640));
        assertThat(p99(measured, "rtt home<->oslo.near=x2")).contains(new P99(27, 640));
        assertThat(p99(measured, "rtt home<->oslo.near=1ms")).contains(new P99(8, 640));
        assertThat(p99(problem, "rtt home<->oslo.near=80ms")).isEmpty();
    }

    private static Optional<P99> p99(PlacementProblem problem, String supposition) {
        return Assumptions.parse(List.of(supposition)).appliedTo(problem).network().path(NEAR).orElseThrow().idleRtt().p99();
    }

    @Test
    void whatIsSupposedAwayIsGone() {
        assertThat(supposed("without oslo.Near").network().all()).doesNotContainKeys(NEAR, NEAR.reversed()).containsKey(FAR);
        assertThat(supposed("without oslo.Near/ipv4").network().all()).hasSize(2);
        assertThat(supposed("without bergen").excluded()).isEqualTo(Map.of("bergen-box-1", "supposed away", "box-3", "supposed away"));
        assertThat(supposed("without box-1").excluded()).containsOnlyKeys("box-1");
    }

    @Test
    void usersAndPricesAreMultiplied() {
        assertThat(supposed("users x10").application().users().get(0).rate().value()).isEqualTo(100);
        assertThat(supposed("users all=x0.5").application().users().get(0).rate().value()).isEqualTo(5);
        assertThat(supposed("price box=18.50EUR").infrastructure().hostTypes().get(0).cost().value()).isEqualTo(1_850);
        assertThat(supposed("price m1.small=x2").infrastructure().hostTypes().get(0).cost().value()).isEqualTo(2_000);
    }

    /** What is not supposed stays: a site is more than its lines. */
    @Test
    void anotherPriceOfALineLeavesGuardsAndQuotasAsTheyAre() {
        Infrastructure known = problem.infrastructure();
        Map<String, ProviderControls> guards = Map.of("lxc", new ProviderControls(Set.of("locked"), Optional.of(Sensitivity.PERSONAL)));
        Map<String, Quota> quotas = Map.of("cloud", new Quota(Optional.empty(), Optional.empty(), Optional.of(2)));
        PlacementProblem guarded = problem.withInfrastructure(new Infrastructure(known.name(), known.hostTypes(),
                known.sites().stream().map(site -> site.withControls(guards).withQuotas(quotas)).toList()));
        PlacementProblem supposed = Assumptions.parse(List.of("price oslo.Near=0.5EUR/GiB")).appliedTo(guarded);
        assertThat(supposed.infrastructure().sites()).allSatisfy(site -> {
            assertThat(site.guards()).isEqualTo(guards);
            assertThat(site.quotas()).isEqualTo(quotas);
        });
        assertThat(supposed).isNotEqualTo(guarded);
    }

    @Test
    void aPinIsOneRequirementMore() {
        assertThat(supposed("pin web=bergen").application().locations())
                .containsExactly(new LocationRequirement("web", Set.of("bergen"), Set.of()));
        assertThat(supposed("pin *=edge").application().locations()).hasSize(2)
                .allSatisfy(location -> assertThat(location.siteIds()).containsExactly("bergen", "oslo"));
    }

    @Test
    void aPinThatBreaksARequirementSaysWhichUnlessItIsWaived() {
        PlacementProblem strict = requiring(new LocationRequirement("db", Set.of("oslo"), Set.of()),
                new LocationRequirement("web", Set.of(), Set.of("SE")));
        assertThatThrownBy(() -> Assumptions.parse(List.of("pin *=bergen")).appliedTo(strict))
                .isInstanceOf(RejectedInput.class)
                .hasMessage("error: The pin (db=bergen) breaks the requirement (db at oslo) of application (shop). "
                        + "[pin-breaks-requirement]\n"
                        + "    Maybe ask without that requirement: waive db.\n"
                        + "error: The pin (web=bergen) breaks the requirement (web in SE) of application (shop). [pin-breaks-requirement]\n"
                        + "    Maybe ask without that requirement: waive web.");
        assertThat(Assumptions.parse(List.of("pin db=bergen", "waive db,web")).appliedTo(strict).application().locations())
                .containsExactly(new LocationRequirement("db", Set.of("bergen"), Set.of()));
    }

    @Test
    void aPinDoesNotTakeDataAwayFromTheirHost() {
        PlacementProblem placed = problem.withCurrent(List.of(new CurrentPlacement(
                new InstanceId("db", 1), "box-1", 100, 1, "0".repeat(64), new TreeMap<>(), new TreeMap<>())));
        assertThatThrownBy(() -> Assumptions.parse(List.of("pin db=bergen")).appliedTo(placed))
                .hasMessageContaining("The pin (db=bergen) would take (db:1) away from its data on (box-1).")
                .hasMessageContaining("Maybe ask as if nothing ran yet: --afresh.");
        assertThat(Assumptions.parse(List.of("pin db=oslo")).appliedTo(placed).application().locations()).hasSize(1);
    }

    @Test
    void allThatIsNotThereIsSaidAtOnce() {
        assertThatThrownBy(() -> supposed("without ohoi", "rtt oslo.Nera<->home=1ms", "users nobody=x2", "price gold=1EUR",
                "pin cache=oslo",
                        "pin web=home", "rtt oslo<->bergen=1ms"))
                .hasMessage("""
                        error: There is no site (ohoi) in infrastructure (small). [unknown-site]
                            Maybe use one of [bergen, home, oslo], or a kind of site: edge, private, public, cloud, users.
                        error: Site (oslo) has no access link (oslo.Nera). [unknown-access-link]
                            Maybe use one of [oslo.Fast/ipv4, oslo.Near/ipv4].
                        error: There are no users (nobody) of application (shop). [unknown-users]
                            Maybe use one of [all].
                        error: There is no host type or offer (gold) in infrastructure (small). [unknown-host-type]
                            Maybe use one of [box].
                        error: There is no component (cache) in application (shop). [unknown-component]
                            Maybe use one of [db, web].
                        error: Nothing can be pinned to (home): it has no host. [site-without-hosts]
                            Maybe use a site that has hosts.
                        error: No path between (oslo) and (bergen) is known. [no-known-path]
                            Maybe measure first: caravan probe.""");
    }

    @Test
    void whatCannotBeReadIsSaidWithAnExample() {
        assertThatThrownBy(() -> Assumptions.parse(List.of("pin web", "rtt a=1ms", "rtt a<->b=1", "users 10", "price box=cheap",
                "move web")))
                .hasMessage("""
                        error: The supposition (pin web) cannot be read. [unreadable-supposition]
                            Maybe write it as in: pin catalogue=ohio.
                        error: The supposition (rtt a=1ms) cannot be read. [unreadable-supposition]
                            Maybe write it as in: rtt edge<->cloud=280ms.
                        error: The supposition (rtt a<->b=1) cannot be read. [unreadable-supposition]
                            Maybe write it as in: rtt edge<->cloud=280ms, =x2 or =+20ms.
                        error: The supposition (users 10) cannot be read. [unreadable-supposition]
                            Maybe write it as in: users x10, or users bergen=x10.
                        error: The supposition (price box=cheap) cannot be read. [unreadable-supposition]
                            Maybe write it as in: price cloud-large=18EUR, ohio.Amazon=0.05EUR/GiB or =x0.5.
                        error: The supposition (move web) cannot be read. [unreadable-supposition]
                            Maybe begin with one of pin, without, rtt, users, price, waive.""");
    }

    private PlacementProblem supposed(String... texts) {
        return Assumptions.parse(List.of(texts)).appliedTo(problem);
    }

    private PlacementProblem requiring(LocationRequirement... locations) {
        ApplicationModel model = problem.application();
        return problem.withApplication(new ApplicationModel(model.name(), model.version(), model.components(), List.of(locations),
                model.users(), model.requests(), model.slos(), model.goals()));
    }

    private static double rtt(PlacementProblem problem, PathId path) {
        return problem.network().path(path).orElseThrow().meanRtt().value();
    }
}
