package org.caravan.server.figures;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.caravan.adapter.QuotaUse;
import org.caravan.measure.metric.BandwidthStore;
import org.caravan.measure.metric.LinkReading;
import org.caravan.server.Settings;
import org.caravan.server.metrics.LinkQuotas;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Metrics of the bandwidth of copies, per host, application, copy, access link and direction, and of quotas, per host and access link.
 */
@Component
class BandwidthMeters {

    private final BandwidthStore store;
    private final Settings.Metrics settings;
    private final Clock clock;
    private final LabelledGauge min;
    private final LabelledGauge granted;
    private final LabelledGauge used;
    private final LabelledGauge refused;
    private final LinkQuotas quotas;
    private final LabelledGauge quota;
    private final LabelledGauge quotaUsed;
    private final LabelledGauge quotaExceeded;

    BandwidthMeters(BandwidthStore store, LinkQuotas quotas, Settings settings, Clock clock, MeterRegistry registry) {
        this.store = store;
        this.quotas = quotas;
        this.settings = settings.metrics();
        this.clock = clock;
        this.min = gauge(registry, "min", "Minimum that a copy is promised on an access link");
        this.granted = gauge(registry, "granted", "Rate that a copy could send or receive at on an access link");
        this.used = gauge(registry, "used", "Rate at which a copy sent or received on an access link");
        this.refused = gauge(registry, "refused", "Estimated rate of packets of a copy that were dropped on an access link");
        this.quota = new LabelledGauge(registry, "caravan.bandwidth.quota", "bytes", "Bytes that copies may send on a link in a period");
        this.quotaUsed = new LabelledGauge(registry, "caravan.bandwidth.quota.used", "bytes", "Bytes that copies sent in the period");
        this.quotaExceeded = new LabelledGauge(registry, "caravan.bandwidth.quota.exceeded", null,
                "1 if the link has its lower capacity, otherwise 0");
    }

    private static LabelledGauge gauge(MeterRegistry registry, String name, String description) {
        return new LabelledGauge(registry, "caravan.bandwidth." + name, "bits.per.second", description);
    }

    @Scheduled(initialDelay = 2_000, fixedDelay = 5_000)
    void renew() {
        if (!settings.used()) {
            return;
        }
        List<LinkReading> newest = store.newest(clock.instant().minus(settings.fresh()));
        min.renew(values(newest, reading -> reading.min().value()));
        granted.renew(values(newest, reading -> reading.granted().value()));
        used.renew(values(newest, reading -> reading.used().value()));
        refused.renew(values(newest, reading -> reading.refused().value()));
        List<LinkQuotas.Reading> limited = quotas.newest(clock.instant().minus(settings.fresh()));
        quota.renew(ofLinks(limited, use -> use.quota().amount().value()));
        quotaUsed.renew(ofLinks(limited, use -> use.used().value()));
        quotaExceeded.renew(ofLinks(limited, use -> use.exceeded().isPresent() ? 1 : 0));
    }

    private static Map<Tags, Double> ofLinks(List<LinkQuotas.Reading> limited, ToDoubleFunction<QuotaUse> value) {
        return limited.stream().collect(Collectors.toMap(one -> Tags.of("host", one.hostId(), "link", one.use().ispId()),
                one -> value.applyAsDouble(one.use())));
    }

    private static Map<Tags, Double> values(List<LinkReading> newest, ToDoubleFunction<LinkReading> value) {
        return newest.stream().collect(Collectors.toMap(reading -> Tags.of("host", reading.hostId(), "application", reading.application(),
                "copy", reading.copy(), "link", reading.ispId(), "direction", reading.inbound() ? "in" : "out"), value::applyAsDouble));
    }
}
