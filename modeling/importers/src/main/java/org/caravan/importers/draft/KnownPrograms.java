package org.caravan.importers.draft;

import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Well-known ports and conventions of common programs, which most files omit. */
public final class KnownPrograms {

    /** By image name; source: the images' own documentation (EXPOSE). */
    private static final Map<String, Integer> PORTS = Map.ofEntries(
            Map.entry("postgres", 5432), Map.entry("postgis", 5432), Map.entry("timescaledb", 5432), Map.entry("pgvector", 5432),
            Map.entry("mysql", 3306), Map.entry("mariadb", 3306), Map.entry("percona", 3306), Map.entry("redis", 6379),
            Map.entry("valkey", 6379), Map.entry("mongo", 27017), Map.entry("rabbitmq", 5672), Map.entry("memcached", 11211),
            Map.entry("nginx", 80), Map.entry("httpd", 80), Map.entry("caddy", 80), Map.entry("traefik", 80), Map.entry("wordpress", 80),
            Map.entry("nextcloud", 80), Map.entry("phpmyadmin", 80), Map.entry("adminer", 8080), Map.entry("elasticsearch", 9200),
            Map.entry("opensearch", 9200), Map.entry("kibana", 5601), Map.entry("kafka", 9092), Map.entry("zookeeper", 2181),
            Map.entry("minio", 9000), Map.entry("influxdb", 8086), Map.entry("prometheus", 9090), Map.entry("grafana", 3000),
            Map.entry("nats", 4222), Map.entry("consul", 8500), Map.entry("vault", 8200), Map.entry("etcd", 2379),
            Map.entry("cassandra", 9042), Map.entry("neo4j", 7687), Map.entry("couchdb", 5984), Map.entry("eclipse-mosquitto", 1883));

    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(80, "http"), Map.entry(8080, "http"), Map.entry(443, "https"), Map.entry(8443, "https"), Map.entry(22, "ssh"),
            Map.entry(53, "dns"), Map.entry(25, "smtp"), Map.entry(3306, "mysql"), Map.entry(5432, "postgres"), Map.entry(6379, "redis"),
            Map.entry(27017, "mongodb"), Map.entry(5672, "amqp"), Map.entry(11211, "memcached"), Map.entry(9092, "kafka"),
            Map.entry(2181, "zookeeper"), Map.entry(1883, "mqtt"), Map.entry(4222, "nats"));

    /** Images that read a variable's value from the file named by the variable with this suffix. */
    private static final Set<String> READ_SECRETS_FROM_FILES = Set.of("postgres", "mysql", "mariadb", "mongo", "wordpress", "nextcloud",
            "influxdb", "postgis", "percona", "ghost", "joomla", "drupal", "minio");

    private KnownPrograms() {}

    /** Well-known port of an image. */
    public static OptionalInt port(String imageReference) {
        Integer port = PORTS.get(ImageName.base(imageReference));
        return port == null ? OptionalInt.empty() : OptionalInt.of(port);
    }

    /** Name of an endpoint by port: {@code postgres}, {@code port-9000}. */
    public static String endpointName(int port) {
        return NAMES.getOrDefault(port, "port-" + port);
    }

    static boolean readsSecretsFromFiles(String imageReference) {
        return READ_SECRETS_FROM_FILES.contains(ImageName.base(imageReference));
    }
}
