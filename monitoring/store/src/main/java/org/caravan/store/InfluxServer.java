package org.caravan.store;

import com.influxdb.client.InfluxDBClient;
import com.influxdb.client.InfluxDBClientFactory;
import com.influxdb.client.InfluxDBClientOptions;
import com.influxdb.client.domain.Bucket;
import com.influxdb.client.domain.BucketRetentionRules;
import com.influxdb.client.domain.Organization;
import com.influxdb.client.domain.WritePrecision;
import com.influxdb.exceptions.InfluxException;
import com.influxdb.query.FluxRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;

/**
 * Client of one InfluxDB; creates its buckets before their first use. Every method throws {@link SampleStoreFault} if InfluxDB is
 * unavailable or rejects the request.
 */
final class InfluxServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** InfluxDB drops points older than the retention of the bucket, and reports it after it has stored the others. */
    private static final String TOO_OLD = "outside retention policy";

    private final InfluxSettings settings;
    private final Retention retention;
    private final InfluxDBClient client;
    private boolean prepared;

    InfluxServer(InfluxSettings settings, Retention retention) {
        this.settings = settings;
        this.retention = retention;
        OkHttpClient.Builder http = new OkHttpClient.Builder()
                .connectTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .readTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        this.client = InfluxDBClientFactory.create(InfluxDBClientOptions.builder()
                .url(settings.url().toString())
                .authenticateToken(settings.token().toCharArray())
                .org(settings.organisation())
                .okHttpClient(http)
                .build());
    }

    void write(String bucket, List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        run("could not take " + lines.size() + " points", () -> {
            try {
                client.getWriteApiBlocking().writeRecords(bucket, settings.organisation(), WritePrecision.NS, lines);
            } catch (InfluxException refused) {
                if (!String.valueOf(refused.getMessage()).contains(TOO_OLD)) {
                    throw refused;
                }
            }
            return null;
        });
    }

    /**
     * Returns the points of a bucket from {@code from} (inclusive) to {@code until} (exclusive), transformed by the rest of the Flux
     * query.
     */
    List<FluxRecord> points(String bucket, Instant from, Instant until, String rest) {
        if (!from.isBefore(until)) {
            return List.of();
        }
        String flux = "from(bucket: \"" + bucket + "\") |> range(start: time(v: " + SampleTable.nanos(from) + "), stop: time(v: "
                + SampleTable.nanos(until) + ")) " + rest;
        return run("could not be read", () -> client.getQueryApi().query(flux, settings.organisation()).stream()
                .flatMap(table -> table.getRecords().stream())
                .toList());
    }

    @Override
    public void close() {
        client.close();
    }

    private interface Call<T> {
        T made();
    }

    private synchronized <T> T run(String what, Call<T> call) {
        try {
            prepare();
            return call.made();
        } catch (InfluxException e) {
            throw new SampleStoreFault("InfluxDB (" + settings + ") " + what + ": " + e.getMessage() + ".\nMaybe " + wayOut(e) + ".", e);
        }
    }

    private void prepare() {
        if (!prepared) {
            bucket(settings.samples(), retention.samples());
            bucket(settings.summaries(Window.MINUTE), retention.minutes());
            bucket(settings.summaries(Window.HOUR), Duration.ZERO);
            prepared = true;
        }
    }

    /** @param kept retention; zero is unlimited */
    private void bucket(String name, Duration kept) {
        BucketRetentionRules rule = new BucketRetentionRules();
        rule.setEverySeconds((int) Math.min(Integer.MAX_VALUE, kept.toSeconds()));
        Bucket there = client.getBucketsApi().findBucketByName(name);
        if (there == null) {
            client.getBucketsApi().createBucket(new Bucket().name(name).orgID(organisationId()).retentionRules(List.of(rule)));
        } else if (there.getRetentionRules().stream().noneMatch(rule::equals)) {
            client.getBucketsApi().updateBucket(there.retentionRules(List.of(rule)));
        }
    }

    private String organisationId() {
        return client.getOrganizationsApi().findOrganizations().stream()
                .filter(organisation -> organisation.getName().equals(settings.organisation()))
                .map(Organization::getId)
                .findFirst()
                .orElseThrow(() -> new InfluxException("there is no organisation " + settings.organisation()));
    }

    private static String wayOut(InfluxException e) {
        return e.status() == 401 || e.status() == 403
                ? "its token is another, or may not read and write buckets"
                : "it is not running; samples are queued on disk";
    }
}
