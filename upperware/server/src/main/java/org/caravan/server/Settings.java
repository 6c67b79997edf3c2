package org.caravan.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What an operator may set, as {@code caravan.*}.
 *
 * @param data folder of everything the server writes; one server at a time
 * @param shared folder of what several servers have in common: credentials, images, secrets, the token; by default the data folder
 * @param name of this server among those that share a database and a broker
 * @param leadership how long a server that is gone is waited for
 * @param bindAddress literal or name the web server listens on
 * @param port 0 to 65535; 0 picks a free one
 * @param simulated whether hosts and network are simulated inside the server
 * @param images folder of manifests and layers of images; by default {@code images} in the shared folder
 * @param credentials folder of SSH keys and pinned host keys; by default {@code credentials} in the shared folder
 * @param tokenFile the bearer token; by default {@code token} in the shared folder, made at the first start
 * @param dns where names are answered
 * @param powerdns a zone of real users to keep as well, if any
 * @param database where the state of the server is kept, if not in the data folder
 * @param broker where events and ids of records wait, if not inside this process
 * @param influxdb where samples are kept, if not in the data folder
 * @param probing whether and how the network is measured all the time
 * @param metrics whether hosts are asked all the time what they and their copies take
 * @param networkWindow how old samples may be that the network's figures rest on; a minute or longer
 * @param robustness how much of an estimate's bound plans count against a path, and of a measured confidence interval in promises: 0 (bare values) to 1 (the worse end)
 * @param bodyLimit of one request to the REST interface
 * @param imageLimit of one uploaded image, and of what it unpacks to
 * @param imageTransfer how images go to hosts, and how long they stay
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
        @DefaultValue("7d") Duration networkWindow,
        @DefaultValue("1") double robustness,
        @DefaultValue("1MB") DataSize bodyLimit,
        @DefaultValue("4GB") DataSize imageLimit,
        @DefaultValue ImageTransfer imageTransfer) {

    /** Folders that are not set lie in the data folder; Spring binds no Optional of a path. */
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

    /** @param listen {@code address:port} of each socket; an empty list switches names off */
    public record Dns(@DefaultValue("127.0.0.1:5053") List<String> listen) {}

    /**
     * Rates are in Mbit/s.
     *
     * @param prefetch whether images are brought to the hosts that a plan chose before it is approved
     * @param prefetchRate what such a transfer takes of a host's line at most
     * @param siteRates what any transfer to a host takes at most, by id of its site; sites that are not named have no limit
     * @param keepUnused how long layers that nothing uses stay, on hosts and in the repository; at least a minute
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
     * Measuring all the time. Off by default: it costs what the budget says.
     *
     * @param every between two idle meshes, at least 10 s; zero: only when somebody asks
     * @param budget of probes on each access link in any 24 hours, both directions
     * @param flowsEvery between two looks for flows that the budget affords
     * @param alone how long sites go on by themselves while the server is away, 24 h at most; zero: not at all
     */
    public record Probing(
            @DefaultValue("0s") Duration every,
            @DefaultValue("50MB") DataSize budget,
            @DefaultValue("10m") Duration flowsEvery,
            @DefaultValue("24h") Duration alone) {

        public Probing {
            if (!every.isZero() && every.compareTo(Duration.ofSeconds(10)) < 0) {
                throw new IllegalArgumentException("The network cannot be probed every (" + every + "): caravan.probing.every is at least 10s.\n"
                        + "Maybe use 1m, or 0s to probe only when asked.");
            }
            if (alone.isNegative() || alone.compareTo(Duration.ofHours(24)) > 0) {
                throw new IllegalArgumentException("Sites cannot go on probing alone for (" + alone + "): caravan.probing.alone is at most 24h.\n"
                        + "Maybe use 24h, or 0s for not at all.");
            }
        }

        public boolean used() {
            return !every.isZero();
        }
    }

    /**
     * Off by default: it is a call to each host.
     *
     * @param every between two questions, at least 5 s; zero: never
     */
    public record Metrics(@DefaultValue("0s") Duration every) {

        public Metrics {
            if (!every.isZero() && every.compareTo(Duration.ofSeconds(5)) < 0) {
                throw new IllegalArgumentException("Hosts cannot be asked every (" + every + "): caravan.metrics.every is at least 5s.\n"
                        + "Maybe use 15s, or 0s for never.");
            }
        }

        public boolean used() {
            return !every.isZero();
        }
    }

    /** @param time after which another server leads in the place of one that is gone, at least 2 s */
    public record Leadership(@DefaultValue("5s") Duration time) {

        public Leadership {
            if (time.compareTo(Duration.ofSeconds(2)) < 0) {
                throw new IllegalArgumentException("A leader cannot be followed after (" + time + "): caravan.leadership.time is at least 2s.\nMaybe use 5s.");
            }
        }
    }

    /**
     * @param url of a PostgreSQL database, {@code jdbc:postgresql://127.0.0.1:5432/caravan}, without user and password; empty: files in the data folder
     * @param credentials folder of that name among the credentials; its files {@code user} and {@code password}
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
     * @param url of an ActiveMQ Classic, {@code tcp://127.0.0.1:61616}, for the servers of one Caravan alone; empty: one inside this process
     * @param credentials folder of that name among the credentials; its files {@code user} and {@code password}, if it is there
     * @param name of the one inside this process, which tells it from those of other servers in the same process
     */
    public record Broker(@DefaultValue("") String url, @DefaultValue("broker") String credentials, @DefaultValue("caravan") String name) {

        public boolean used() {
            return !url.isBlank();
        }
    }
}
