package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.adaptation.Action;
import org.caravan.adaptation.Forecast;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Form;
import org.caravan.application.Hop;
import org.caravan.application.ResourceLimits;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.RuleTest.Case;
import org.caravan.infrastructure.HostBenchmark;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** As {@link RuleTest}, of figures: the most of cpu and memory, what is expected of requests, what types of hosts were measured at. */
class FiguresTest {

    private static final String TEXT = """
            application shop {
              component web {
                form container { image "shop/web"  cpu 0.2..1  memory 128..512 MiB }
                form microvm { image "shop/web.unikernel"  cpu 1  memory 512 MiB..1 GiB }
                provides http on 80
                replicas 1..3  capacity 20 requests/s
              }
              component zone {
                form container { image "shop/zone"  cpu 0.2  memory 64 MiB }
                replicas 1..2  capacity 5 requests/s
              }
              users oslo { at oslo via A ipv4  rate 2 requests/s  mix browse 60 %, home 40 % }
              request browse { users -> web  turns 1  bytes 1 KiB  service-time 4..9.5 ms  cached 90 % stale 5 s }
              request home { users -> web  turns 1  bytes 1.5..4 KiB }
              request buy { users -> web  service-time 3 s  turns 1  bytes 1 KiB }
              forecast requests of browse { method sarima  season 10 min  horizon 2 min }
              forecast requests of home { method holt-winters  season 1 h  horizon 5 min }
              metric soon { sensor forecast of home }
              metric load { sensor cpu of web }
              constraint much { soon > 30 requests/s }
              rule ahead { when much  then scale out web by forecast }
              rule fewer { when load < 20 % and not much  then scale in web }
            }

            infrastructure lab {
              host type pi { arch arm64  cores 4  memory 1 GiB  disk 32 GiB  price 3 EUR/month  bench { cpu 46.5 s  disk 2.53 MB/s } }
              site oslo {
                kind edge  country NO  position 60 10
                isp A { ipv4 "10.1.1.0/24" gateway "10.1.1.1" }
                provider simulated { host pi-1 of pi at "pi-1" }
              }
            }
            """;

    static final List<Case> CASES = List.of(
            new Case("ceiling-order", "cpu 0.2..1 ", "cpu 2..1 ", "write cpu 1..2."),
            new Case("cpu-range", "cpu 0.2..1 ", "cpu 0.2..1025 ", "Cpu 1025 of form container of component web"),
            new Case("ceiling-order", "memory 128..512 MiB", "memory 1 GiB..512 MiB", "write memory 512 MiB..1 GiB."),
            new Case("ceiling-order", "memory 128..512 MiB", "memory 1024..512 MiB", "has memory 1024..512 MiB, the least above the most"),
            new Case("missing-unit", "memory 128..512 MiB", "memory 128 MiB..512", "Memory 512 of form container"),
            new Case("unknown-unit", "memory 128..512 MiB", "memory 128..512 MB", "is not an amount of data"),
            new Case("quantity-range", "memory 128..512 MiB", "memory 0..512 MiB", "is not above zero"),
            new Case("quantity-range", "memory 512 MiB..1 GiB", "memory 512 MiB..2000 TiB", "is above 1024 TiB"),
            new Case("service-time-order", "service-time 4..9.5 ms", "service-time 4 s..9.5 ms",
                    "has service-time 4 s..9.5 ms, the mean above the 95th percentile"),
            new Case("bytes-order", "bytes 1.5..4 KiB", "bytes 1 MiB..4 KiB",
                    "has bytes 1 MiB..4 KiB, the mean above the 95th percentile"),
            new Case("quantity-range", "bytes 1.5..4 KiB", "bytes 1.5..4 B", "Bytes 1.5..4 B of"),
            new Case("quantity-range", "bytes 1.5..4 KiB", "bytes 1.5..2000 TiB", "is above 1024 TiB"),
            new Case("missing-unit", "bytes 1.5..4 KiB", "bytes 1.5..4", "Bytes 4 of"),
            new Case("missing-unit", "service-time 3 s", "service-time 3", "Service-time 3 of"),
            new Case("unknown-unit", "service-time 3 s", "service-time 3 min", "is not a duration"),
            new Case("quantity-range", "service-time 3 s", "service-time 86401 s", "is above"),
            new Case("duplicate-property", "service-time 3 s", "service-time 3 s  service-time 3 s", "service-time"),
            new Case("async-of-users", "service-time 3 s", "service-time 3 s  async", "but users wait for the answer of their own call"),
            new Case("parallel-to-nothing", "service-time 3 s", "service-time 3 s  parallel", "but its caller makes no hop before it"),
            new Case("missing-unit", "cached 90 %", "cached 90", "Cached 90 of"),
            new Case("quantity-range", "cached 90 %", "cached 0 %", "is not above zero"),
            new Case("quantity-range", "cached 90 %", "cached 101 %", "is above"),
            new Case("unknown-unit", "stale 5 s", "stale 5 ms", "is not a span of time"),
            new Case("series-unknown", "forecast requests of", "forecast request-rate of", "names series request-rate"),
            new Case("method-unknown", "sarima", "arima", "use one of [sarima"),
            new Case("missing-property", "season 10 min  ", "", "Forecast of request browse has no season"),
            new Case("missing-unit", "season 10 min", "season 10", "Season 10 of forecast of request browse has no unit"),
            new Case("unknown-unit", "horizon 2 min", "horizon 2 MiB", "is not a span of time"),
            new Case("forecast-order", "horizon 2 min", "horizon 20 min", "looks 20 min ahead, farther than its season of 10 min"),
            new Case("duplicate-forecast", "forecast requests",
                    "forecast requests of browse { method sarima  season 1 h  horizon 2 min } forecast requests",
                    "more than one forecast of request browse"),
            new Case("forecast-request-unsent", "forecast requests of browse", "forecast requests of buy",
                    "is about request buy, which no users send"),
            new Case("sensor-forecast", "sensor forecast of home", "sensor forecast-low of buy",
                    "reads a forecast of request buy, which the model does not declare"),
            new Case("sensor-subject", "sensor forecast of home", "sensor forecast of web", "is not read of component web"),
            new Case("scale-without-forecast", "scale out web by forecast", "scale out zone by forecast",
                    "scales component zone by forecast, but no request that reaches it has one"),
            new Case("forecast-removes", "scale out web by forecast", "scale in web by forecast", "which may only add them"),
            new Case("forecast-removes", "load < 20 % and not much", "load < 20 % or not much", "removes replicas on a forecast alone"),
            new Case("forecast-removes", "load < 20 % and not much", "load / 1 requests/s * soon < 5",
                    "removes replicas on a forecast alone"),
            new Case("unknown-request", "forecast requests of browse", "forecast requests of brows", "use one of [browse"),
            new Case("duplicate-property", "method sarima", "method sarima method sarima", "says method more than once"),
            new Case("missing-unit", "cpu 46.5 s", "cpu 46.5", "Cpu bench 46.5 of host type pi has no unit"),
            new Case("unknown-unit", "2.53 MB/s", "2.53 MiB", "is not a rate of a disk"),
            new Case("quantity-range", "2.53 MB/s", "0 MB/s", "is not above zero"));

    @ParameterizedTest
    @FieldSource("CASES")
    void rule(Case rule) {
        assertThat(TEXT).contains(rule.accepted());
        assertThat(beside(TEXT)).isEmpty();
        List<Diagnostic> found = beside(TEXT.replaceFirst(Pattern.quote(rule.accepted()), Matcher.quoteReplacement(rule.rejected())));
        assertThat(Texts.texts(found)).singleElement()
                .satisfies(text -> assertThat(text).contains("[" + rule.code() + "]").contains(rule.expected()));
        assertThat(found.get(0).suggestion()).isPresent();
        assertThat(found.get(0).location()).isPresent();
    }

    @Test
    void whatIsReadIsInTheRecords() {
        ParsedModels read = Texts.parse(TEXT);
        List<Form> forms = read.applications().get(0).components().get(0).forms();
        assertThat(forms).extracting(Form::cpu).containsExactly(new MilliCores(200), new MilliCores(1000));
        assertThat(forms).extracting(Form::memory).containsExactly(Bytes.ofMebi(128), Bytes.ofMebi(512));
        assertThat(forms).extracting(Form::most).containsExactly(
                new ResourceLimits(Optional.of(new MilliCores(1000)), Optional.of(Bytes.ofMebi(512))),
                        new ResourceLimits(Optional.empty(), Optional.of(Bytes.ofMebi(1024))));
        assertThat(read.applications().get(0).supplement().adaptation().forecasts())
                .containsExactly(new Forecast("browse", Forecast.Method.SARIMA, 600, 120),
                        new Forecast("home", Forecast.Method.HOLT_WINTERS, 3600, 300));
        assertThat(read.infrastructures().get(0).hostTypes().get(0).bench())
                .contains(new HostBenchmark(Optional.of(46.5), Optional.of(2_530_000.0)));
    }

    @Test
    void spreadOfBytesIsInTheHops() {
        ApplicationModel shop = Texts.parse(TEXT).applications().get(0);
        assertThat(shop.request("home").hops()).containsExactly(
                new Hop(Hop.USERS, "web", 1, new Bytes(1_536)).varying(Optional.of(new Bytes(4_096))));
        assertThat(shop.request("home").hops().get(0).bytesText()).isEqualTo("1536 B..4 KiB");
        assertThat(shop.request("browse").hops().get(0).p95Bytes()).isEmpty();
    }

    @Test
    void serviceTimesAreInTheHops() {
        ApplicationModel shop = Texts.parse(TEXT).applications().get(0);
        assertThat(shop.request("browse").hops()).extracting(Hop::called)
                .containsExactly(new Hop.Call(false, Optional.of(new Hop.Cache(0.9, Optional.of(new Millis(5_000))))));
        assertThat(shop.request("browse").hops()).extracting(Hop::service)
                .containsExactly(Optional.of(new Hop.Service(new Millis(4), new Millis(9.5))));
        assertThat(shop.request("buy").hops()).extracting(Hop::service).containsExactly(Optional.of(new Hop.Service(new Millis(3_000))));
    }

    @Test
    void rangesAndBracesAreLaidOut() {
        assertThat(CaravanLanguage.format("a.caravan",
                "application a { request b { users -> c turns 1 bytes 1 .. 4 KiB service-time 4 .. 9 ms cached 5 % stale 1 min c -> d "
                        + "turns 1 bytes 1 B "
                + "async d -> e turns 1 bytes 1 B } }"))
                .isEqualTo("application a { request b { users -> c  turns 1  bytes 1..4 KiB  service-time 4..9 ms  cached 5 % stale 1 min  "
                        + "c -> d"
                        + "  turns 1  bytes 1 B  async  d -> e  turns 1  bytes 1 B } }\n");
        assertThat(CaravanLanguage.format("a.caravan",
                "application a { component b { form container { cpu 0.2 .. 1 memory 128 .. 512 MiB } replicas 1 .. 3 } }"))
                .isEqualTo("application a { component b { form container { cpu 0.2..1  memory 128..512 MiB }  replicas 1..3 } }\n");
        assertThat(CaravanLanguage.format("a.caravan",
                "infrastructure i { host type t { power 2 .. 4 W bench{cpu 46.5 s disk 2.53 MB/s} } site s { provider p { quota { cores 2 "
                + "hosts 1 } } } }"))
                .isEqualTo("infrastructure i { host type t { power 2..4 W  bench { cpu 46.5 s  disk 2.53 MB/s } }  site s { provider p { "
                        + "quota { cores 2  hosts 1 } } } }\n");
        assertThat(CaravanLanguage.format("a.caravan",
                "application a { forecast requests of b { method sarima season 10 min horizon 2 min } }"))
                .isEqualTo("application a { forecast requests of b { method sarima  season 10 min  horizon 2 min } }\n");
    }

    @Test
    void forecastsAreHonoured() {
        assertThat(Texts.texts(Texts.parse(TEXT).diagnostics())).noneMatch(text -> text.contains(ApplicationExtrasRuleTest.NOT_YET));
        assertThat(Texts.parse(TEXT).applications().get(0).supplement().adaptation().rules().get(0).actions())
                .containsExactly(Action.Scale.byForecast("web"));
    }

    private static List<Diagnostic> beside(String text) {
        return Texts.parse(text).diagnostics().stream().filter(found -> !found.code().equals(ApplicationExtrasRuleTest.NOT_YET)).toList();
    }
}
