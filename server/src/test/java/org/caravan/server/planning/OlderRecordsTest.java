package org.caravan.server.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adaptation.Action;
import org.caravan.adaptation.ActionLimits;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Forecast;
import org.caravan.adaptation.MaintenanceWindow;
import org.caravan.adaptation.Rule;
import org.caravan.adaptation.Schedule;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.ApplicationExtras;
import org.caravan.application.Form;
import org.caravan.application.Limit;
import org.caravan.application.ResourceLimits;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.GpuVendor;
import org.caravan.infrastructure.Gpus;
import org.caravan.infrastructure.HostBenchmark;
import org.caravan.infrastructure.HostPower;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.json.Json;
import org.caravan.measure.metric.LinkReading;
import org.caravan.plan.Certificate;
import org.caravan.plan.PlanReport;
import org.caravan.problem.Reservation;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

/**
 * What was stored before there were limits, power and disk is read as if nothing had been said of them; what is stored now is read again.
 */
class OlderRecordsTest {

    private static final Form FORM = Form.container("a", new MilliCores(100), new Bytes(1), Set.of(Architecture.AMD64), Map.of());
    private static final HostType TYPE = new HostType("pi", Architecture.ARM64, new MilliCores(4), new Bytes(1), new Bytes(2),
            new MonthlyCost(3));
    private static final CopySpec SPEC = new CopySpec("a", new MilliCores(1), new Bytes(1), Map.of(), List.of(), List.of());
    private static final ResourceLimits CEILING = new ResourceLimits(Optional.of(new MilliCores(500)), Optional.of(new Bytes(9)));
    private static final Gpus GPU = new Gpus(2, Optional.of(GpuVendor.NVIDIA));
    private static final Adaptation LIMITED = Adaptation.NONE.withActionLimits(new ActionLimits(Optional.of(90.0), Optional.of(3),
            Optional.empty(), Optional.of(1), Optional.empty(), Optional.of(MaintenanceWindow.parse("SAT-SUN 02:00-05:00 Europe/Oslo"))));
    private static final PlanReport REPORT = new PlanReport(new MonthlyCost(1), Certificate.NONE, List.of(), List.of(), List.of(),
            List.of());

    @Test
    void olderTextsAreRead() {
        older(FORM.withDisk(new Bytes(7)), "disk", FORM);
        older(FORM.withCeiling(CEILING), "ceiling", FORM);
        older(SPEC.withCeiling(CEILING), "ceiling", SPEC);
        older(TYPE.withBench(new HostBenchmark(Optional.of(46.5), Optional.of(2e6))), "bench", TYPE);
        older(Adaptation.NONE.withForecasts(List.of()), "forecasts", Adaptation.NONE);
        older(Adaptation.NONE.withActionLimits(new ActionLimits(Optional.of(90.0), Optional.of(3), Optional.empty(), Optional.empty(),
                Optional.empty(), Optional.empty())), "actionLimits", Adaptation.NONE);
        older(TYPE.withPower(new HostPower(2, 4.4)), "power", TYPE);
        older(ApplicationExtras.NONE, "limits", ApplicationExtras.NONE);
        older(new CopySpec(SPEC.form(), SPEC.image(), SPEC.cpu(), SPEC.memory(), SPEC.environment(), SPEC.endpoints(), SPEC.addresses(),
                SPEC.secrets(),
                Optional.of(new Bytes(7)), SPEC.ceiling(), SPEC.scripts()), "disk", SPEC);
        older(new Reservation(new MilliCores(1), new Bytes(1), Optional.of(new Bytes(7))), "disk",
                new Reservation(new MilliCores(1), new Bytes(1)));
        older(FORM.withGpu(Optional.of(GPU)), "gpu", FORM);
        older(SPEC.withGpu(Optional.of(GPU)), "gpu", SPEC);
        older(TYPE.withGpu(GPU), "gpu", TYPE);
        older(new Reservation(new MilliCores(1), new Bytes(1), Optional.empty(), Optional.of(2)), "gpus",
                new Reservation(new MilliCores(1), new Bytes(1)));
        older(new ObservedHost("a", Architecture.AMD64, new MilliCores(1), new Bytes(1), new Bytes(1), List.of(), Optional.of(1)), "gpus",
                new ObservedHost("a", Architecture.AMD64, new MilliCores(1), new Bytes(1), new Bytes(1), List.of()));
        older(REPORT, "limits", REPORT);
        ObservedHost host = new ObservedHost("a", Architecture.AMD64, new MilliCores(1), new Bytes(1), new Bytes(1), List.of());
        older(new ObservedHost("a", Architecture.AMD64, new MilliCores(1), new Bytes(1), new Bytes(1), List.of(), Optional.empty(),
                Optional.empty(), Optional.of("its kernel has no IFB devices")), "noInbound", host);
        LinkBandwidth link = new LinkBandwidth("BKK", Optional.empty(), BitRate.ZERO, Optional.empty(), 1);
        older(link.withDownlink(Optional.of(BitRate.ofMbps(9))), "downlink", link);
        LinkReading reading = new LinkReading("a", "shop", "shop.web.1.7", "BKK", Optional.empty(), BitRate.ZERO, Optional.empty(), 1,
                Instant.EPOCH, 15, BitRate.ZERO, BitRate.ZERO, BitRate.ZERO);
        older(reading.received(), "incoming", reading);
    }

    @Test
    void newerTextsAreReadAgain() {
        again(FORM.withDisk(new Bytes(7)));
        again(FORM.withCeiling(CEILING));
        again(FORM.withGpu(Optional.of(GPU)));
        again(SPEC.withGpu(Optional.of(new Gpus(1, Optional.empty()))));
        again(SPEC.withCeiling(CEILING));
        again(TYPE.withBench(new HostBenchmark(Optional.of(46.5), Optional.of(2e6))));
        again(Adaptation.NONE.withForecasts(List.of(new Forecast("browse", Forecast.Method.HOLT_WINTERS, 600, 120))));
        again(LIMITED);
        again(new Rule("night", Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.of(new Schedule("0 8 * * MON-FRI", ZoneId.of("Europe/Oslo"))), Optional.empty(), List.of(new Action.Replan())));
        again(TYPE.withPower(new HostPower(2, 4.4)));
        again(ApplicationExtras.NONE.withLimits(List.of(new Limit("spend", new MonthlyCost(30_000)))));
        again(new Reservation(new MilliCores(1), new Bytes(1), Optional.of(new Bytes(2))));
        again(new PlanReport(new MonthlyCost(1), Certificate.NONE, List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(new Limit("spend", new MonthlyCost(2))), Optional.of(3.5), Optional.empty(), List.of(), List.of()));
    }

    /** Literally as a plan of a version without prices above quotas has it. */
    @Test
    void aQuotaInAnOlderPlanIsAMaximum() {
        assertThat(Json.read("{\"ispId\":\"BKK\",\"uplink\":30000000,\"min\":5000000,\"share\":1.0,"
                + "\"quota\":{\"amount\":10000000000,\"period\":\"MONTH\",\"max\":256000}}", LinkBandwidth.class))
                .isEqualTo(new LinkBandwidth("BKK", Optional.of(BitRate.ofMbps(30)), BitRate.ofMbps(5), Optional.empty(), 1,
                        Optional.of(new TrafficQuota(new Bytes(10_000_000_000L), TrafficQuota.Period.MONTH, new BitRate(256_000)))));
    }

    /** @param expected without the property */
    private static void older(Object record, String property, Object expected) {
        String text = Json.write(record);
        assertThat(text).contains("\"" + property + "\"");
        String older = text.replaceFirst(",?\"" + property + "\":(\\{[^}]*}|\\[]|\"[^\"]*\"|[^,}]+)", "").replace("{,", "{");
        assertThat(older).doesNotContain("\"" + property + "\"");
        assertThat((Object) Json.read(older, record.getClass())).isEqualTo(expected);
    }

    private static void again(Object record) {
        assertThat((Object) Json.read(Json.write(record), record.getClass())).isEqualTo(record);
    }
}
