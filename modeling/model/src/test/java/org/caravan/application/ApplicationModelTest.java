package org.caravan.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.IpFamily;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.caravan.unit.RequestRate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationModelTest {

    @Test
    void providersComeBeforeWhoRequiresThem() {
        ApplicationModel shop = application(component("a", "c"), component("b"), component("c", "b", "d"), component("d"));

        assertThat(shop.providersFirst()).containsExactly("b", "d", "c", "a");
    }

    @Test
    void aCycleOfRequirementsEnds() {
        ApplicationModel shop = application(component("b", "a"), component("a", "b"), component("c", "a"));

        assertThat(shop.providersFirst()).containsExactly("b", "a", "c");
    }

    @Test
    void entriesAreWhatUsersReachDirectly() {
        assertThat(application(component("b"), component("a")).entryComponentIds()).containsExactly("b");
    }

    @Test
    void partsAreFoundByIdOrNamed() {
        ApplicationModel shop = application(component("b"));

        assertThat(shop.component("b").id()).isEqualTo("b");
        assertThat(shop.request("home").hops()).hasSize(1);
        assertThatIllegalArgumentException().isThrownBy(() -> shop.component("x")).withMessage("no component x in application shop");
        assertThatIllegalArgumentException().isThrownBy(() -> shop.request("x")).withMessage("no request x in application shop");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1.5", "3, 2", "9, 5"})
    void everyTwoMoreTurnsAddARoundTrip(int turns, double roundTrips) {
        assertThat(new Hop("a", "b", turns, new Bytes(1)).roundTrips()).isEqualTo(roundTrips);
    }

    @Test
    void mixesSumToOne() {
        assertThat(users(Map.of("home", 0.7, "order", 0.3)).mix()).containsOnlyKeys("home", "order");
        assertThat(users(Map.of("a", 0.1, "b", 0.2, "c", 0.7)).mix()).hasSize(3);
        assertThatIllegalArgumentException().isThrownBy(() -> users(Map.of("home", 0.9))).withMessageContaining("bergen");
        assertThatIllegalArgumentException().isThrownBy(() -> users(Map.of("home", 1.2, "order", -0.2)));
        assertThatIllegalArgumentException().isThrownBy(() -> users(Map.of()));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 100, -5, Double.NaN})
    void percentilesLieBetweenZeroAndHundred(double percentile) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Slo("fast", percentile, "home", new Millis(1)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void weightsAreAboveZero(double weight) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Goal.MinimiseCost(weight));
        assertThatIllegalArgumentException().isThrownBy(() -> new Goal.MinimiseLatency("home", weight));
    }

    @Test
    void readinessIsWrittenAsTheLanguageWritesIt() {
        assertThat(new Readiness.TcpAccepts()).hasToString("ready when tcp");
        assertThat(new Readiness.HttpAnswers("/health", 200)).hasToString("ready when GET \"/health\" is 200");
        assertThatIllegalArgumentException().isThrownBy(() -> new Readiness.HttpAnswers("health", 200));
        assertThatIllegalArgumentException().isThrownBy(() -> new Readiness.HttpAnswers("/", 99));
    }

    @Test
    void impossiblePartsCannotBeMade() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Hop("a", "b", 0, new Bytes(1))).withMessageContaining("a -> b");
        assertThatIllegalArgumentException().isThrownBy(() -> new Endpoint("http", 0, new Readiness.TcpAccepts()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Request("home", List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Form.container("i", new MilliCores(1), new Bytes(1), Set.of(), Map.of()));
        Form form = Form.container("i", new MilliCores(1), new Bytes(1), Set.of(Architecture.AMD64), Map.of());
        assertThatIllegalArgumentException().isThrownBy(() -> new Component("a", false, List.of(), List.of(), List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Component("a", false, List.of(form, form), List.of(), List.of()))
                .withMessageContaining("at most one of a kind");
    }

    @Test
    void theFormFollowsFromTheHost() {
        Form container = Form.container("c", new MilliCores(1), new Bytes(1), Set.of(Architecture.ARM64), Map.of());
        Form microvm = Form.microvm("m", new MilliCores(1), new Bytes(1), Set.of(Architecture.AMD64), Map.of());
        Component both = new Component("a", false, List.of(container, microvm), List.of(), List.of());

        assertThat(both.formFor(Set.of(FormKind.MICROVM), Architecture.AMD64)).contains(microvm);
        assertThat(both.formFor(Set.of(FormKind.values()), Architecture.ARM64)).contains(container);
        assertThat(both.formFor(Set.of(FormKind.values()), Architecture.AMD64)).contains(microvm);
        assertThat(both.formFor(Set.of(FormKind.CONTAINER), Architecture.AMD64)).contains(container);
        assertThat(both.formFor(Set.of(), Architecture.AMD64)).isEmpty();
    }

    private static ApplicationModel application(Component... components) {
        List<Hop> hops = List.of(new Hop(Hop.USERS, "b", 1, new Bytes(1)));
        return new ApplicationModel(
                "shop", "1.0", List.of(components), List.of(), List.of(), List.of(new Request("home", hops)), List.of(), List.of());
    }

    private static Component component(String id, String... requires) {
        Form form = Form.container("i", new MilliCores(1), new Bytes(1), Set.of(Architecture.AMD64), Map.of());
        List<EndpointReference> uses = Arrays.stream(requires).map(name -> new EndpointReference(name, "http")).toList();
        return new Component(id, false, List.of(form), List.of(), uses);
    }

    private static Users users(Map<String, Double> mix) {
        return new Users("bergen", new AccessPoint("bergen", "BKK", IpFamily.IPV4), new RequestRate(1), mix);
    }
}
