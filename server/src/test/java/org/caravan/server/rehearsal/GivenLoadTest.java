package org.caravan.server.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Map;
import org.caravan.application.ApplicationModel;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.measure.metric.Metric;
import org.caravan.server.rehearsal.Observed.OfComponent;
import org.caravan.server.rehearsal.Observed.Sent;
import org.caravan.server.rest.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A load is read line by line; what is wrong is refused with its line. */
class GivenLoadTest {

    private static final Instant BEGIN = Instant.parse("2026-11-20T00:00:00Z");
    private static final ApplicationModel MODEL = CaravanLanguage.parse(Map.of("shop.caravan", """
            application shop {
              component web { form container { image "web"  cpu 0.2  memory 96 MiB }  provides http on 80 }
              users all { at oslo  via Telenor ipv4  rate 5 requests/s  mix home 100 % }
              request home { users -> web  turns 2  bytes 8 KiB }
              slo fast { p95 latency of home < 100 ms }
              minimise cost
              metric load { sensor cpu of web }
              metric sent { sensor rate of home }
            }
            """)).applications().get(0);

    private static GivenLoad.Read read(String text) {
        return GivenLoad.of(text, MODEL, BEGIN);
    }

    @Test
    void valuesHoldUntilTheNextOneOfTheirSeries() {
        GivenLoad.Read read = read("time,series,value\n# the morning\n0s,cpu of web,0.2\n0s,rate of home,10\n5m,cpu of web,0.4\n"
                + "2026-11-20T01:00:00Z,slo fast,0.05\n2h,price cloud-large,18\n");
        Observed observed = read.observed();
        Steps cpu = observed.components().get(new OfComponent("web", Metric.CPU));
        assertThat(cpu.at(BEGIN.plusSeconds(299))).hasValue(200);
        assertThat(cpu.at(BEGIN.plusSeconds(300))).hasValue(400);
        assertThat(observed.rates().get(new Sent("all", "home")).at(BEGIN)).hasValue(10);
        assertThat(observed.series().get("sent").at(BEGIN)).hasValue(10);
        assertThat(observed.series().get("slo fast").at(BEGIN)).isEmpty();
        assertThat(observed.series().get("slo fast").at(BEGIN.plusSeconds(3600))).hasValue(0.05);
        assertThat(Suppositions.at(observed, BEGIN.plusSeconds(7200)).texts()).containsExactly("price cloud-large=18EUR");
        assertThat(read.end()).isEqualTo(BEGIN.plusSeconds(7200));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "0s,cpu of web,NaN|Line 1 of the load has a value (NaN) that is not 0 or more and finite.",
        "0s,cpu of web,-1|Line 1 of the load has a value (-1) that is not 0 or more and finite.",
        "0s,cpu of web,Infinity|Line 1 of the load has a value (Infinity) that is not 0 or more and finite.",
        "0s,cpu of web,many|Line 1 of the load has a value (many) that is no number.",
        "0s,cpu of nobody,1|Line 1 of the load has a series (cpu of nobody) that is unknown.",
        "0s,slo slow,1|Line 1 of the load has a series (slo slow) that is unknown.",
        "0s,host pi-1,0.5|Line 1 of the load has a value (0.5) for a host.",
        "0s,rtt edge,5|Line 1 of the load has a series (rtt edge) that cannot be read.",
        "0s,cpu of web|Line 1 of the load has 2 values, not TIME,SERIES,VALUE.",
        "yesterday,cpu of web,1|Line 1 of the load has a time (yesterday) that cannot be read.",
        "99999d,cpu of web,1|Line 1 of the load is more than 14 days after the begin.",
        "2026-11-19T00:00:00Z,cpu of web,1|Line 1 of the load is before the begin of the rehearsal, 2026-11-20T00:00:00Z."})
    void whatIsWrongIsRefusedWithItsLine(String line, String message) {
        assertThatThrownBy(() -> read(line)).isInstanceOf(ProblemException.class).hasMessageContaining(message);
    }

    @Test
    void linesAreInOrderAndNotTooMany() {
        assertThatThrownBy(() -> read("5m,cpu of web,1\n\n4m,cpu of web,2")).hasMessageContaining("Line 3 of the load is not later than "
                + "the line "
                + "before of (cpu of web).");
        assertThatThrownBy(() -> read("")).hasMessageContaining("ends a load without values");
        assertThatThrownBy(() -> read("#\n".repeat(GivenLoad.MOST_LINES + 1))).hasMessageContaining("Line 100001 of the load is too much");
    }
}
