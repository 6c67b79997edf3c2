package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.diagnostic.Diagnostic;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * One text per rule that it rejects: the text that all rules accept, changed in one place. What is expected is the code,
 * the line of the change and words of the message or the suggestion.
 */
class RuleTest {

    /** @param expected what one of the two lines of the diagnostic contains */
    record Case(String code, String accepted, String rejected, String expected) {
        @Override
        public String toString() {
            return code + ": " + rejected;
        }
    }

    private static final String UNUSED = " form container { image \"a\" cpu 1 memory 1 MiB } } component orders {";

    static final List<Case> APPLICATION = List.of(
            new Case("unknown-component", "frontend -> catalogue  turns", "frontend -> catalog  turns", "use one of [catalogue, carts"),
            new Case("unknown-component", "require carts-db at", "require carts-bd at", "use one of [carts-db"),
            new Case("unknown-component", "requires carts.http\n", "requires card.http\n", "names component card, which"),
            new Case("unknown-endpoint", "catalogue-db.mysql", "catalogue-db.sql", "use one of mysql"),
            new Case("unknown-request", "mix home 100 %", "mix hom 100 %", "use one of [home, order]"),
            new Case("unknown-request", "latency of order", "latency of ordr", "Slo steady names request ordr"),
            new Case("duplicate-name", "component orders {",
                    "component Carts { form container { image \"a\" cpu 1 memory 1 MiB } } component orders {",
                    "differs from carts only in case"),
            new Case("duplicate-name", "slo steady", "slo fast", "more than one slo fast"),
            new Case("duplicate-name", "users haikou", "users bergen", "more than one users bergen"),
            new Case("duplicate-name", "request order {", "request home { users -> frontend turns 1 bytes 1 B } request order {",
                    "more than one request home"),
            new Case("duplicate-name", "SHOP_NAME \"Caravan Socks\"", "A \"1\" A \"2\"", "more than one variable A"),
            new Case("duplicate-name", "arch amd64", "secrets { token from a token from b } arch amd64", "more than one secret token"),
            new Case("owner-range", "arch amd64", "secrets { token from a owner 65536 } arch amd64",
                    "Owner 65536 of secret token of component frontend"),
            new Case("duplicate-property", "cpu 0.2  memory 96 MiB", "cpu 0.2  cpu 1 memory 96 MiB", "says cpu more than once"),
            new Case("duplicate-property", "rate 20 requests/s", "rate 20 requests/s rate 2 requests/s", "Users bergen says rate"),
            new Case("missing-property", "image \"sock-shop/carts\"", "", "Component carts has no image"),
            new Case("missing-property", "turns 9  bytes 24 KiB", "bytes 24 KiB", "Maybe add: turns 1"),
            new Case("missing-property", "rate 20 requests/s", "", "Users bergen has no rate"),
            new Case("reserved-name", "component orders {", "component users {" + UNUSED, "requests use it for their senders"),
            new Case("reserved-name", "component orders {", "component frontend-router-bergen {" + UNUSED,
                    "name of the router by which users"),
            new Case("entry-unknown", "rate 20 requests/s", "rate 20 requests/s entry by routr", "Users bergen names way of entry routr"),
            new Case("duplicate-property", "rate 20 requests/s", "rate 20 requests/s entry by dns entry by router",
                    "says entry by more than once"),
            new Case("name-too-long", "component orders {", "component " + "o".repeat(64) + " {" + UNUSED, "has 64 characters"),
            new Case("name-invalid", "component orders {", "component orders- {" + UNUSED, "name it orders."),
            new Case("missing-unit", "memory 96 MiB", "memory 96", "accepted: [B, KiB, MiB, GiB, TiB]"),
            new Case("missing-unit", "bytes 24 KiB", "bytes 24", "Bytes 24 of hop users -> frontend of request home"),
            new Case("missing-unit", "mix home 100 %", "mix home 100", "accepted: %"),
            new Case("missing-unit", "< 120 ms", "< 120", "accepted: [ms, s]"),
            new Case("unknown-unit", "memory 96 MiB", "memory 96 MB", "[MiB, B, GiB, KiB, TiB]"),
            new Case("unknown-unit", "< 120 ms", "< 120 KiB", "120 KiB of slo fast is not a duration"),
            new Case("unknown-unit", "rate 20 requests/s", "rate 20 EUR/month", "is not a rate of requests"),
            new Case("quantity-range", "memory 96 MiB", "memory 0 MiB", "not above zero"),
            new Case("quantity-range", "memory 96 MiB", "memory 0.3 B", "not a whole number of bytes"),
            new Case("quantity-range", "memory 96 MiB", "memory 1025 TiB", "above 1024 TiB"),
            new Case("quantity-range", "memory 96 MiB", "memory 99999999999999999999 MiB", "more than 18"),
            new Case("cpu-range", "cpu 0.2  memory 96", "cpu 0  memory 96", "Cpu 0 of component frontend"),
            new Case("cpu-range", "cpu 0.2  memory 96", "cpu 0.0625  memory 96", "more than 3 decimals"),
            new Case("port-range", "http on 8079", "http on 80790", "is not 1 to 65535"),
            new Case("port-range", "http on 8079", "http on 8079.0", "whole number"),
            new Case("status-range", "\"/health\" is 200", "\"/health\" is 20", "HTTP status 20 of endpoint http"),
            new Case("turns-range", "turns 9", "turns 0", "Turns 0 of hop users -> frontend"),
            new Case("weight-range", "weight 3", "weight 0", "is not 0.001 to 1000000"),
            new Case("percentile-range", "p95 latency", "p100 latency", "above 0 and below 100"),
            new Case("percentile-range", "p95 latency", "p0.0 latency", "[p50, p95, p99, p99.9]"),
            new Case("image-name", "sock-shop/carts\"", "../carts\"", "lower-case letters"),
            new Case("variable-name", "SHOP_NAME", "SHOP-NAME", "name it SHOP_NAME"),
            new Case("reserved-image", "sock-shop/carts\"", "caravan/router\"", "Maybe write entry by router at the users"),
            new Case("reserved-variable", "SHOP_NAME", "CARAVAN_SITE", "for example MY_CARAVAN_SITE"),
            new Case("reserved-variable", "SHOP_NAME", "CARAVAN_REPLICA_OF", "a variable that Caravan sets"),
            new Case("reserved-variable", "SHOP_NAME", "CARAVAN_READS_CARTS_DB", "a variable that Caravan sets"),
            new Case("path-invalid", "GET \"/health\"", "GET \"health\"", "write it like \"/health\""),
            new Case("control-character", "Caravan Socks", "Caravan\tSocks", "has a control character"),
            new Case("control-character", "Caravan Socks", "Caravan\0Socks", "has a control character"),
            new Case("control-character", "Caravan Socks", "Caravan\u0085Socks", "has a control character"),
            new Case("control-character", "Caravan Socks", "Caravan\u202eSocks", "has a control character"),
            new Case("control-character", "Caravan Socks", "Caravan\ud800Socks", "has a control character"),
            new Case("arch-unknown", "amd64 | arm64", "amd64 | x86", "use one of [amd64, arm64]"),
            new Case("country-unknown", "in NO, SE", "in NO, SWE", "does not exist of ISO 3166-1"),
            new Case("family-unknown", "BKK ipv4", "BKK ip4", "use one of [ipv4, ipv6]"),
            new Case("form-unknown", "form container { image \"sock-shop/carts\"", "form contaner { image \"sock-shop/carts\"",
                    "use one of [container, microvm, vm]"),
            new Case("duplicate-form", "form container { image \"sock-shop/carts\"",
                    "form container { image \"sock-shop/carts\" cpu 1 memory 1 MiB } form container { image \"sock-shop/carts\"",
                    "more than one form container of image sock-shop/carts"),
            new Case("alternatives-stateful", "stateful {\n    form container",
                    "stateful {\n    form container { image \"a\" cpu 1 memory 1 MiB } form container", "Maybe keep one of them."),
            new Case("missing-property", "stateful {\n    form container",
                    "stateful {\n    form microvm { cpu 1 memory 64 MiB } form container",
                    "Form microvm of component catalogue-db has no image"),
            new Case("on-failure-unknown", "on failure undo", "on failure retry", "use one of [hold, undo]"),
            new Case("quantity-range", "on failure undo", "robustness 101 %", "Robustness 101 % of application sock-shop is above 100 %"),
            new Case("missing-unit", "on failure undo", "robustness 0.5", "write 0.5 %"),
            new Case("duplicate-property", "on failure undo", "robustness 50 % robustness 60 %", "says robustness more than once"),
            new Case("duplicate-property", "on failure undo", "on failure undo on failure hold", "says on failure more than once"),
            new Case("priority-range", "component orders {", "component orders optional priority 0 {",
                    "Priority 0 of component orders is not 1 to 100"),
            new Case("priority-range", "component orders {", "component orders optional priority 1.5 {", "is not a whole number"),
            new Case("microvm-with-peers", "form container { image \"sock-shop/carts\"", "form microvm { image \"sock-shop/carts\"",
                    "requires carts-db.mysql, which its form microvm cannot reach"),
            new Case("replicas-range", "component orders {", "component orders { replicas 100",
                    "Replicas 100 of component orders is not 1 to 99"),
            new Case("replicas-range", "component orders {", "component orders { replicas 1.5", "whole number"),
            new Case("duplicate-property", "component orders {", "component orders { replicas 2 replicas 2",
                    "says replicas more than once"),
            new Case("replicas-range", "component orders {", "component orders { replicas 1..100 capacity 5 requests/s",
                    "Replicas 100 of component orders"),
            new Case("replicas-order", "component orders {", "component orders { replicas 3..1 capacity 5 requests/s",
                    "Maybe write replicas 1..3."),
            new Case("replicas-without-capacity", "component orders {", "component orders { replicas 1..3", "Maybe add: capacity"),
            new Case("missing-unit", "component orders {", "component orders { replicas 1..3 capacity 5",
                    "Capacity 5 of component orders has no unit"),
            new Case("microvm-memory", "stateful {\n    form container",
                    "stateful {\n    form microvm { image \"a\" cpu 1 memory 47 MiB } form container", "give it 48 MiB"),
            new Case("microvm-gpu", "stateful {\n    form container",
                    "stateful {\n    form microvm { image \"a\" cpu 1 memory 64 MiB gpu 1 } form container", "use form container or vm"),
            new Case("stateful-replicas", "component catalogue-db stateful {",
                    "component catalogue-db stateful { replicas 1..2 capacity 5 requests/s", "replicas 1..2"),
            new Case("stateful-replicas", "component catalogue-db stateful {", "component catalogue-db stateful { replicas 2",
                    "nothing would bring the data"),
            new Case("apart-by-unknown", "require carts-db at", "require frontend apart by rack require carts-db at",
                    "use one of [form, host, site]"),
            new Case("apart-of-one", "require carts-db at", "require frontend apart by site require carts-db at",
                    "add to the component: replicas 2"),
            new Case("apart-forms", "component orders {", "require orders apart by form component orders { replicas 2",
                    "replicas 2 and forms 1"),
            new Case("self-requirement", "requires carts.http\n", "requires orders.http, carts.http\n", "itself: orders.http"),
            new Case("duplicate-requirement", "requires carts.http\n", "requires carts.http, carts.http\n", "more than once"),
            new Case("port-taken", "http on 8082", "http on 8082 provides admin on 8082", "as is endpoint http"),
            new Case("link-not-required", "frontend -> catalogue  turns", "frontend -> carts-db  turns", "requires carts-db.mysql"),
            new Case("self-hop", "orders -> carts ", "orders -> orders ", "stays inside component orders"),
            new Case("request-path-broken", "frontend -> orders", "frontend -> catalogue", "no earlier hop reaches"),
            new Case("entry-unserved", "provides http on 8079  ready when GET \"/health\" is 200", "", "provides no endpoint"),
            new Case("entry-ambiguous", "users -> frontend  turns 5", "users -> carts turns 1 bytes 1 B users -> frontend  turns 5",
                    "already enter by component carts"),
            new Case("users-mix-not-100", "home 70 %, order 30 %", "home 70 %, order 20 %", "sums to 90 %, not 100 %"),
            new Case("users-mix-not-100", "home 70 %, order 30 %", "home 70 %, order 20 %", "give order 30 %"),
            new Case("duplicate-share", "home 100 %", "home 50 %, home 50 %", "add the two shares up"),
            new Case("slo-request-unsent", "home 70 %, order 30 %", "home 100 %", "Slo steady is about request order"),
            new Case("goal-request-unsent", "minimise latency of home weight 3",
                    "minimise latency of rare request rare { users -> frontend turns 1 bytes 1 B }", "no users send"),
            new Case("duplicate-goal", "minimise cost", "minimise cost minimise cost", "minimises cost more than once"),
            new Case("syntax", "provides http on 8079", "provides http 8079", "Found `8079` in endpoint, where on must stand"));

    static final List<Case> INFRASTRUCTURE = List.of(
            new Case("unknown-host-type", "of small-vm", "of smal-vm", "use one of [small-vm, raspberry-pi-3]"),
            new Case("duplicate-name", "vm-simula-1", "pi-hainan-1", "host pi-hainan-1 of provider lxc of site simula"),
            new Case("duplicate-name", "isp CnUnicom", "isp CERNET", "isp CERNET of site hainan"),
            new Case("missing-property", "country CN  position 20.0 110.3", "country CN", "Site hainan has no position"),
            new Case("missing-property", "price 3.00 EUR/month", "", "add: price 3.00 EUR/month"),
            new Case("missing-property", "isp Uninett { ipv4 \"10.1.42.0/24\" gateway \"10.1.42.1\" }", "isp Uninett {}",
                    "neither ipv4 nor ipv6"),
            new Case("missing-property", "credentials testbed  host vm", "host vm", "Provider lxc of site simula has no credentials"),
            new Case("missing-property", "\"198.18.255.18\" credentials testbed", "\"198.18.255.18\"", "has no credentials"),
            new Case("missing-unit", "price 3.00 EUR/month", "price 3.00", "accepted: EUR/month"),
            new Case("cores-range", "cores 4", "cores 0", "Cores 0 of host type raspberry-pi-3"),
            new Case("port-range", "port 2222", "port 0", "Port 0 of vantage vantage-haikou"),
            new Case("position-range", "position 20.0 110.3", "position 110.3 20.0", "Latitude 110.3 of site hainan is not -90 to 90"),
            new Case("arch-unknown", "arch amd64  cores 4", "arch amd46  cores 4", "[amd64, arm64]"),
            new Case("kind-unknown", "kind private", "kind privat", "use one of [private"),
            new Case("country-unknown", "country CN  position 20.0 110.3", "country CHN  position 20.0 110.3", "names country CHN"),
            new Case("address-invalid", "\"198.18.255.14\"", "\"-oProxyCommand=x\"", "neither an IP address nor"),
            new Case("users-site-host", "kind private", "kind users", "Host vm-simula-1 is at site simula of users"),
            new Case("users-site-unmeasured", "vantage vantage-bergen at \"198.18.255.18\" credentials testbed", "", "cannot be measured"),
            new Case("subnet-invalid", "\"10.1.42.0/24\"", "\"10.1.42.0\"", "needs its length"),
            new Case("subnet-invalid", "\"10.1.42.0/24\"", "\"999.1.42.0/24\"", "not an IP address"),
            new Case("subnet-invalid", "\"10.1.42.0/24\"", "\"10.1.42.7/24\"", "write \"10.1.42.0/24\""),
            new Case("subnet-invalid", "\"10.1.42.0/24\" gateway \"10.1.42.1\"", "\"fd00::/64\" gateway \"fd00::1\"", "not of ipv4"),
            new Case("subnet-special", "ipv4 \"10.1.42.0/24\" gateway \"10.1.42.1\"", "ipv4 \"127.0.42.0/24\" gateway \"127.0.42.1\"",
                    "loopback addresses of 127.0.0.0/8"),
            new Case("gateway-outside-prefix", "gateway \"10.1.42.1\"", "gateway \"10.1.43.1\"", "use 10.1.42.1"),
            new Case("gateway-not-a-host", "gateway \"10.1.42.1\"", "gateway \"10.1.42.255\"", "broadcast address of prefix 10.1.42.0/24"),
            new Case("gateway-among-copies", "gateway \"10.1.42.1\"", "gateway \"10.1.42.150\"", "is one of them"),
            new Case("prefix-small", "\"10.1.42.0/24\"", "\"10.1.42.0/25\"", "which has 128 addresses only"),
            new Case("subnet-overlap", "\"10.1.42.0/24\" gateway \"10.1.42.1\"", "\"10.8.0.0/16\" gateway \"10.8.0.1\"", "overlaps with"),
            new Case("missing-unit", "budget 50 MB/day", "budget 50", "Probe budget 50 of isp BKK of site bergen has no unit"),
            new Case("unknown-unit", "budget 50 MB/day", "budget 50 MiB", "use one of [MB/day, B/day, GB/day]"),
            new Case("quantity-range", "budget 50 MB/day", "budget 0 MB/day", "is not above zero"),
            new Case("quantity-range", "budget 50 MB/day", "budget 1001 GB/day", "use at most 1000 GB/day"),
            new Case("duplicate-property", "budget 50 MB/day", "budget 50 MB/day probe budget 1 GB/day",
                    "says probe budget more than once"),
            new Case("syntax", "site simula {", "sites simula {", "host, site or } may stand"));

    static final List<Case> RENTED = List.of(
            new Case("provider-unknown", "provider aws", "provider azure", "use one of [aws,"),
            new Case("missing-property", "region RegionOne", "", "Provider openstack of site simula has no region"),
            new Case("missing-property", "endpoint \"https://keystone.example.org:5000/v3\"", "", "has no endpoint"),
            new Case("missing-property", "credentials aws ", "", "Provider aws of site ohio has no credentials"),
            new Case("missing-property", "offer \"m1.small\"", "",
                    "Host type m1-small, of which provider openstack of site simula rents hosts, has no offer"),
            new Case("missing-property", "image \"Debian 12\"", "", "add there: image \"debian-12\""),
            new Case("rental-range", "up to 3", "up to 0", "Number of hosts 0 of provider openstack of site simula is not 1 to 999"),
            new Case("rental-range", "up to 3", "up to 2.5", "whole number"),
            new Case("unknown-host-type", "up to 3 of m1-small", "up to 3 of m1-smal", "use one of [m1-small,"),
            new Case("host-of-renting-provider", "hosts up to 2 of t3-small", "host vm-9 of t3-small at \"198.18.255.21\"",
                    "write: hosts up to 1 of t3-small"),
            new Case("provider-rents-nothing", "credentials testbed  host vm", "credentials testbed  region Oslo  host vm",
                    "rents no machines"),
            new Case("provider-rents-nothing", "credentials testbed  host vm", "credentials testbed  hosts up to 2 of t3-small  host vm",
                    "list its hosts"),
            new Case("endpoint-invalid", "https://keystone", "https://admin:secret@keystone", "without user or password"),
            new Case("endpoint-invalid", "https://keystone", "keystone", "not the plain URL"),
            new Case("provider-name-invalid", "network \"mec\"", "network \" \"", "as the provider lists it"),
            new Case("provider-name-invalid", "offer \"t3.small\"", "offer \"\"", "Offer \"\" of host type t3-small"),
            new Case("duplicate-name", "hosts up to 3 of m1-small", "hosts up to 3 of m1-small hosts up to 1 of m1-small",
                    "simula-m1-small-1 that"),
            new Case("duplicate-name", "host vm-simula-1", "host Simula-m1-small-2", "has the name of another: host Simula-m1-small-2"),
            new Case("duplicate-property", "region us-east-2", "region us-east-2 region us-east-1", "says region more than once"),
            new Case("name-too-long", "site ohio", "site o" + "o".repeat(53), "shorten the name of the site"),
            new Case("users-site-host", "kind public", "kind users", "Hosts are rented at site ohio of users"),
            new Case("rented-site-unmeasured", "vantage vantage-ohio at \"198.18.255.20\" credentials testbed", "",
                    "before one is rented"));

    @ParameterizedTest
    @FieldSource("RENTED")
    void rentalRule(Case rule) {
        check(Texts.RENTED, rule);
    }

    @ParameterizedTest
    @FieldSource("APPLICATION")
    void applicationRule(Case rule) {
        check(Texts.SOCK_SHOP, rule);
    }

    @ParameterizedTest
    @FieldSource("INFRASTRUCTURE")
    void infrastructureRule(Case rule) {
        check(Texts.NORNET, rule);
    }

    private static void check(String base, Case rule) {
        assertThat(base).contains(rule.accepted());
        assertThat(Texts.texts(Texts.parse(base).diagnostics())).isEmpty();

        List<Diagnostic> found = Texts.parse(base.replaceFirst(
                Pattern.quote(rule.accepted()),
                Matcher.quoteReplacement(rule.rejected()))).diagnostics();

        assertThat(Texts.texts(found)).singleElement().satisfies(text -> assertThat(text)
                .contains("[" + rule.code() + "]")
                .contains(rule.expected()));
        assertThat(found).allSatisfy(diagnostic -> {
            assertThat(diagnostic.suggestion()).isPresent();
            assertThat(diagnostic.location()).isPresent();
        });
    }
}
