package org.caravan.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the server, {@code caravan.*}.
 *
 * @param data folder of all files that the server writes; used by one server at a time
 * @param shared folder that several servers share: credentials, images, secrets, the token; default: the data folder
 * @param name name of this server among the servers that share a database and a broker
 * @param leadership time-out after which another server becomes leader
 * @param bindAddress IP address or host name on which the web server listens
 * @param port 0 to 65535; 0 picks a free port
 * @param simulated whether hosts and network are simulated inside the server
 * @param images folder of image manifests and layers; default: {@code images} in the shared folder
 * @param credentials folder of SSH keys and pinned host keys; default: {@code credentials} in the shared folder
 * @param tokenFile file of the bearer token; default: {@code token} in the shared folder, created at the first start
 * @param dns sockets of the name service
 * @param powerdns optional public zone that is updated as well
 * @param database database of the server's state, if not the data folder
 * @param broker broker of events and record ids, if not inside this process
 * @param influxdb store of samples, if not the data folder
 * @param probing whether and how the network is measured continuously
 * @param metrics whether resource usage of hosts and their copies is sampled continuously
 * @param adaptation whether and within which limits the server adapts applications by itself
 * @param rules how rules of models are evaluated
 * @param messages messages that rules send
 * @param networkWindow maximum age of the samples from which network figures are computed; at least 1 minute
 * @param robustness share of an estimate's error bound that plans add to a path, and of a measured confidence interval in promises: 0
 *     (bare values) to 1 (worst end)
 * @param measuredRates whether plans use the rates of requests that routers measure instead of those of the model
 * @param learnedServiceTimes whether predictions of plans contain service times learned from earlier measurements
 * @param learnedStartTimes whether plans and rules use start times of copies learned from earlier deployments
 * @param bodyLimit maximum body size of one REST request
 * @param imageLimit maximum size of one uploaded image, and of its unpacked content
 * @param imageTransfer rates of image transfers to hosts, and retention of unused layers
 */
@ConfigurationProperties("caravan")
public record Settings(
        @DefaultValue("./data") Path data,
        Path shared,
        @DefaultValue("") String name,
        @DefaultValue Leadership leadership,
        @DefaultValue("127.0.0.1") String bindAddress,
        @DefaultValue("8080") int port,
        @DefaultValue("false") boolean simulated,
        Path images,
        Path credentials,
        Path tokenFile,
        @DefaultValue Dns dns,
        @DefaultValue PublicZoneSettings powerdns,
        @DefaultValue Database database,
        @DefaultValue Broker broker,
        @DefaultValue InfluxDbSettings influxdb,
        @DefaultValue Probing probing,
        @DefaultValue Metrics metrics,
        @DefaultValue AdaptationSettings adaptation,
        @DefaultValue ModelRuleSettings rules,
        @DefaultValue MessageSettings messages,
        @DefaultValue("7d") Duration networkWindow,
        @DefaultValue("1") double robustness,
        @DefaultValue("true") boolean measuredRates,
        @DefaultValue("true") boolean learnedServiceTimes,
        @DefaultValue("true") boolean learnedStartTimes,
        @DefaultValue("1MB") DataSize bodyLimit,
        @DefaultValue("4GB") DataSize imageLimit,
        @DefaultValue ImageTransfer imageTransfer) {

    /**
     * Folders that are not set default to folders inside the data folder. They arrive as null, because Spring does not bind
     * {@code Optional<Path>}.
     */
    public Settings {
        shared = shared == null ? data : shared;
        images = images == null ? shared.resolve("images") : images;
        credentials = credentials == null ? shared.resolve("credentials") : credentials;
        tokenFile = tokenFile == null ? shared.resolve("token") : tokenFile;
        if (networkWindow.compareTo(Duration.ofMinutes(1)) < 0) {
            throw new IllegalArgumentException("The window caravan.network-window (" + networkWindow + ") is shorter than a minute.\n"
                    + "Maybe use 7d.");
        }
        if (!(robustness >= 0 && robustness <= 1)) {
            throw new IllegalArgumentException("The robustness caravan.robustness (" + robustness + ") is not 0 to 1.\nMaybe use 1.");
        }
    }

    /**
     * Interval of values of sensors for rules of models: the longer of the intervals of readings and rounds. If the server reads no metrics
     * by itself, hosts of applications with rules are read every 15 s.
     */
    public Duration polled() {
        Duration readings = metrics.used() ? metrics.every() : Duration.ofSeconds(15);
        return rules.every().compareTo(readings) > 0 ? rules.every() : readings;
    }

    /** Whether rules and constraints of models are evaluated. */
    public boolean modelRulesUsed() {
        return adaptation.used() && rules.used();
    }

    /** @param listen {@code address:port} of each DNS socket; an empty list disables the name service */
    public record Dns(@DefaultValue("127.0.0.1:5053") List<String> listen) {}

    /**
     * Image transfers to hosts. Rates are in Mbit/s.
     *
     * @param prefetch whether images are transferred to the hosts of a plan before the plan is approved
     * @param prefetchRate maximum rate of a prefetch on a host's uplink
     * @param siteRates maximum rate of any transfer to a host, by site id; other sites have no limit
     * @param keepUnused retention of unused layers, on hosts and in the repository; at least 1 minute
     */
    public record ImageTransfer(
            @DefaultValue("true") boolean prefetch,
            @DefaultValue("2") double prefetchRate,
            @DefaultValue Map<String, Double> siteRates,
            @DefaultValue("24h") Duration keepUnused) {

        private static final double BYTES_PER_SECOND = 1e6 / 8;

        public long bytesPerSecond(String siteId, boolean ahead) {
            double rate = siteRates.getOrDefault(siteId, Double.MAX_VALUE);
            return Math.round(Math.min(Long.MAX_VALUE, (ahead ? Math.min(rate, prefetchRate) : rate) * BYTES_PER_SECOND));
        }
    }

    /**
     * Continuous probing of the network.
     *
     * @param every interval of idle meshes, at least 10 s, with flows and probe agents beside them, which use bandwidth up to the budget;
     *     zero: none of them
     * @param idleEvery interval of idle measurements of paths in use, at least 10 s; other paths are measured less often. On by default,
     *     also with simulated hosts. Without effect if {@code every} is not zero. Zero: only on request
     * @param budget probe volume on each access link in any 24 hours, both directions together
     * @param flowsEvery interval of the search for flows that fit into the budget
     * @param alone how long sites continue probing while the server is unreachable, at most 24 h; zero: not at all
     */
    public record Probing(
            @DefaultValue("0s") Duration every,
            @DefaultValue("1m") Duration idleEvery,
            @DefaultValue("50000000B") DataSize budget,
            @DefaultValue("10m") Duration flowsEvery,
            @DefaultValue("24h") Duration alone) {

        public Probing {
            check("every", every);
            check("idle-every", idleEvery);
            if (alone.isNegative() || alone.compareTo(Duration.ofHours(24)) > 0) {
                throw new IllegalArgumentException("Sites cannot continue to probe for (" + alone
                        + "): caravan.probing.alone is at most 24h.\n"
                        + "Maybe use 24h, or 0s to disable it.");
            }
        }

        private static void check(String name, Duration every) {
            if (!every.isZero() && every.compareTo(Duration.ofSeconds(10)) < 0) {
                throw new IllegalArgumentException("The network cannot be probed every (" + every
                        + "): caravan.probing." + name + " is at least 10s.\n"
                        + "Maybe use 1m, or 0s to probe only on request.");
            }
        }

        /** Whether idle meshes, flows and probe agents run. */
        public boolean used() {
            return !every.isZero();
        }

        /** Whether idle measurements run without flows and probe agents. */
        public boolean idleUsed() {
            return every.isZero() && !idleEvery.isZero();
        }

        /** Interval of the standing runs; zero: none. */
        public Duration standingEvery() {
            return used() ? every : idleEvery;
        }
    }

    /**
     * Continuous sampling of resource usage: one call per host and interval. On by default.
     *
     * @param every sampling interval, at least 5 s; zero: never
     */
    public record Metrics(@DefaultValue("15s") Duration every) {

        public Metrics {
            if (!every.isZero() && every.compareTo(Duration.ofSeconds(5)) < 0) {
                throw new IllegalArgumentException("Hosts cannot be queried every (" + every + "): caravan.metrics.every is at least 5s.\n"
                        + "Maybe use 15s, or 0s for never.");
            }
        }

        public boolean used() {
            return !every.isZero();
        }

        /** Readings older than this belong to an unreachable host or an ended copy. */
        public Duration fresh() {
            return every.multipliedBy(3);
        }
    }

    /** @param time time-out after which another server becomes leader if the leader is gone, at least 2 s */
    public record Leadership(@DefaultValue("5s") Duration time) {

        public Leadership {
            if (time.compareTo(Duration.ofSeconds(2)) < 0) {
                throw new IllegalArgumentException("A leader cannot be followed after (" + time
                        + "): caravan.leadership.time is at least 2s.\nMaybe use 5s.");
            }
        }
    }

    /**
     * @param url JDBC URL of a PostgreSQL database, {@code jdbc:postgresql://127.0.0.1:5432/caravan}, without user and password; empty:
     *     files in the data folder
     * @param credentials name of a folder among the credentials, with the files {@code user} and {@code password}
     */
    public record Database(@DefaultValue("") String url, @DefaultValue("database") String credentials) {

        public Database {
            if (!url.isBlank() && !url.startsWith("jdbc:postgresql://")) {
                throw new IllegalArgumentException("The database caravan.database.url does not begin with jdbc:postgresql://.\n"
                        + "Maybe use jdbc:postgresql://127.0.0.1:5432/caravan.");
            }
            if (url.matches(".*[?&](user|password)=.*") || url.replaceFirst("jdbc:postgresql://", "").matches("[^/?@]*@.*")) {
                throw new IllegalArgumentException("The address caravan.database.url holds a user or a password, which others could read.\n"
                        + "Maybe put them into the files user and password of the folder database among the credentials.");
            }
        }

        public boolean used() {
            return !url.isBlank();
        }
    }

    /**
     * @param url URL of an ActiveMQ Classic broker that only the servers of one Caravan use, {@code tcp://127.0.0.1:61616}; empty: an
     *     embedded broker
     * @param credentials name of a folder among the credentials, with the files {@code user} and {@code password}; optional
     * @param name name of the embedded broker; distinguishes servers in the same process
     */
    public record Broker(@DefaultValue("") String url, @DefaultValue("broker") String credentials, @DefaultValue("caravan") String name) {

        public boolean used() {
            return !url.isBlank();
        }
    }
}
