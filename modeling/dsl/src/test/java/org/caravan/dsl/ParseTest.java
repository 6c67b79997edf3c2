package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.EndpointReference;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.OnFailure;
import org.caravan.application.Readiness;
import org.caravan.application.Scaling;
import org.caravan.application.Slo;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Vantage;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.caravan.unit.RequestRate;
import org.junit.jupiter.api.Test;

class ParseTest {

    @Test
    void everyPartOfAnApplicationArrivesInItsRecord() {
        ApplicationModel shop = application(Texts.SOCK_SHOP);

        assertThat(shop.name() + " " + shop.version()).isEqualTo("sock-shop 1.0");
        Component frontend = shop.component("frontend");
        assertThat(frontend.forms().get(0).image()).isEqualTo("sock-shop/front-end");
        assertThat(frontend.forms().get(0).cpu()).isEqualTo(new MilliCores(200));
        assertThat(frontend.forms().get(0).memory()).isEqualTo(Bytes.ofMebi(96));
        assertThat(frontend.forms().get(0).environment()).isEqualTo(Map.of("SHOP_NAME", "Caravan Socks"));
        assertThat(frontend.provides().get(0).readiness()).isEqualTo(new Readiness.HttpAnswers("/health", 200));
        assertThat(frontend.requires()).contains(new EndpointReference("carts", "http"));
        assertThat(shop.locations())
                .containsExactlyInAnyOrder(
                        new LocationRequirement("catalogue-db", Set.of(), Set.of("NO", "SE")),
                        new LocationRequirement("carts-db", Set.of("simula", "bergen"), Set.of()));
        assertThat(shop.users().get(0).at()).isEqualTo(new AccessPoint("users-bergen", "BKK", IpFamily.IPV4));
        assertThat(shop.users().get(0).rate()).isEqualTo(new RequestRate(20));
        assertThat(shop.users().get(0).mix()).isEqualTo(Map.of("home", 0.7, "order", 0.3));
        assertThat(shop.request("home").hops()).startsWith(new Hop(Hop.USERS, "frontend", 9, new Bytes(24 * 1024)));
        assertThat(shop.slos())
                .containsExactly(
                        new Slo("fast", 95, "home", new Millis(120)), new Slo("steady", 99.9, "order", new Millis(1500)));
    }

    @Test
    void formsKeepTheOrderOfTheText() {
        String microvm =
                "form microvm { image \"front-end.unikernel\" cpu 1 memory 64 MiB arch amd64 env { GREETING \"hei\" } } form container";

        List<Form> forms = application(Texts.SOCK_SHOP.replaceFirst("(?<=catalogue-db stateful .)\\s*form container", microvm))
                .component("catalogue-db").forms();

        assertThat(forms).extracting(Form::kind).containsExactly(FormKind.MICROVM, FormKind.CONTAINER);
        assertThat(forms.get(0)).isEqualTo(Form.microvm("front-end.unikernel", new MilliCores(1000), Bytes.ofMebi(64),
                Set.of(Architecture.AMD64), Map.of("GREETING", "hei")));
    }

    @Test
    void whatAFailureLeadsToIsTheModellersChoice() {
        assertThat(application(Texts.SOCK_SHOP).onFailure()).isEqualTo(OnFailure.UNDO);
        assertThat(application(Texts.SOCK_SHOP.replace("on failure undo", "on failure hold")).onFailure()).isEqualTo(OnFailure.HOLD);
        assertThat(application(Texts.SOCK_SHOP.replace("on failure undo", "")).onFailure()).isEqualTo(OnFailure.HOLD);
        assertThat(application(Texts.SOCK_SHOP).statefulComponentIds()).isEqualTo(new TreeSet<>(Set.of("carts-db", "catalogue-db")));
    }

    @Test
    void componentsMustRunUnlessTheyAreOptional() {
        assertThat(application(Texts.SOCK_SHOP).components()).allMatch(component -> component.optional().isEmpty());
        assertThat(application(Texts.SOCK_SHOP.replace("component orders {", "component orders optional {")).component("orders").optional())
                .contains(1);
        assertThat(application(Texts.SOCK_SHOP.replace("component orders {", "component orders optional priority 3 {")).component("orders")
                .optional())
                .contains(3);
        assertThat(application(Texts.SOCK_SHOP.replace("catalogue-db stateful", "catalogue-db stateful optional priority 100"))
                .component("catalogue-db").optional()).contains(100);
    }

    @Test
    void whatAReplicaServesMayBeSaidOfAFixedNumber() {
        assertThat(application(Texts.SOCK_SHOP.replace("component orders {", "component orders { capacity 5 requests/s"))
                .component("orders").scaling())
                .contains(new Scaling(1, new RequestRate(5)));
        assertThat(application(Texts.SOCK_SHOP.replace("component orders {", "component orders { replicas 3 capacity 5 requests/s"))
                .component("orders").scaling())
                .contains(new Scaling(3, new RequestRate(5)));
    }

    @Test
    void howFarToBeCarefulIsAShareOrTheOperatorsWord() {
        assertThat(application(Texts.SOCK_SHOP).supplement().robustness()).isEmpty();
        assertThat(application(Texts.SOCK_SHOP.replace("on failure undo", "robustness 70 %")).supplement().robustness()).contains(0.7);
        assertThat(application(Texts.SOCK_SHOP.replace("on failure undo", "robustness 0 %")).supplement().robustness()).contains(0.0);
    }

    @Test
    void whatIsLeftOutHasItsDefault() {
        ApplicationModel shop = application(Texts.SOCK_SHOP);

        assertThat(shop.component("catalogue").forms().get(0).architectures()).containsExactly(Architecture.values());
        assertThat(shop.component("catalogue").forms().get(0).environment()).isEmpty();
        assertThat(shop.component("catalogue").stateful()).isFalse();
        assertThat(shop.component("carts").provides().get(0).readiness()).isEqualTo(new Readiness.TcpAccepts());
        assertThat(shop.goals()).containsExactly(new Goal.MinimiseLatency("home", 3), new Goal.MinimiseCost(1));
    }

    @Test
    void everyPartOfAnInfrastructureArrivesInItsRecord() {
        Infrastructure nornet = infrastructure(Texts.NORNET);

        assertThat(nornet.host("pi-hainan-1"))
                .isEqualTo(new Host("pi-hainan-1", "raspberry-pi-3", "lxc", "198.18.255.11", 22, "testbed"));
        assertThat(nornet.host("vm-simula-1").port()).isEqualTo(22);
        assertThat(nornet.host("pi-bergen-1"))
                .isEqualTo(new Host("pi-bergen-1", "raspberry-pi-3", "simulated", "192.0.2.7", 22, ""));
        assertThat(nornet.hostTypeOf("pi-hainan-1").cost()).hasToString("3.00 EUR/month");
        assertThat(nornet.site("bergen").isps()).extracting(Isp::probeBudget).containsExactly(Optional.of(new Bytes(50_000_000)));
        assertThat(nornet.site("hainan").isps()).extracting(Isp::probeBudget).containsOnly(Optional.empty());
        assertThat(nornet.hostTypeOf("pi-hainan-1").disk()).hasToString("32 GiB");
        assertThat(nornet.site("hainan").accessPoints()).hasSize(3);
        assertThat(nornet.site("hainan").kind()).isEqualTo(SiteKind.EDGE);
        assertThat(nornet.site("users-haikou").position()).isEqualTo(new Position(20.0, -110.3));
        assertThat(nornet.site("users-haikou").vantage())
                .contains(new Vantage("vantage-haikou", "198.18.255.19", 2222, "testbed"));
    }

    @Test
    void rentedHostsAreNamedBySiteTypeAndNumber() {
        Infrastructure rented = infrastructure(Texts.RENTED);

        assertThat(rented.hosts()).extracting(Host::id).containsExactly("ohio-t3-small-1", "ohio-t3-small-2",
                "simula-m1-small-1", "simula-m1-small-2", "simula-m1-small-3", "vm-simula-1");
        Region mec = new Region("openstack", Optional.of("https://keystone.example.org:5000/v3"), "RegionOne",
                Optional.of("mec"), "simula-os");
        assertThat(rented.host("simula-m1-small-2")).isEqualTo(new Host("simula-m1-small-2", "m1-small", "openstack", "", 22, "",
                Optional.of(new Rental(mec, "m1.small", "debian-12", false))));
        assertThat(rented.host("ohio-t3-small-1").rental()).contains(new Rental(
                new Region("aws", Optional.empty(), "us-east-2", Optional.empty(), "aws"), "t3.small", "Debian 12", true));
        assertThat(rented.host("vm-simula-1").rental()).isEmpty();
        assertThat(rented.site("ohio").kind()).isEqualTo(SiteKind.PUBLIC);
    }

    private static ApplicationModel application(String text) {
        ParsedModels parsed = Texts.parse(text);
        assertThat(Texts.texts(parsed.diagnostics())).isEqualTo(List.of());
        return parsed.applications().get(0);
    }

    private static Infrastructure infrastructure(String text) {
        ParsedModels parsed = Texts.parse(text);
        assertThat(Texts.texts(parsed.diagnostics())).isEqualTo(List.of());
        return parsed.infrastructures().get(0);
    }
}
