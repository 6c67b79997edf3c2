package org.caravan.server.endpoint;

import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.caravan.adapter.EndpointGate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Allow-list of provider endpoints, by a setting or by an admin at run time. Amazon's own endpoints need no entry. */
@Component
public class Endpoints implements EndpointGate {

    private static final Pattern AMAZON = Pattern.compile("(ec2|servicequotas)\\.[a-z0-9-]+\\.amazonaws\\.com(\\.cn)?");

    private static final Set<String> AMAZON_PROVIDERS = Set.of("aws", "aws-ec2");
    private static final int HTTPS = 443;

    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F]*:[0-9a-fA-F:.]*");

    private final JdbcClient database;
    private final EndpointSettings settings;
    private final Clock clock;

    Endpoints(JdbcClient database, EndpointSettings settings, Clock clock) {
        this.database = database;
        this.settings = settings;
        this.clock = clock;
    }

    /** @param allowedAt empty for an entry of the setting */
    record Listed(String endpoint, Optional<Instant> allowedAt) {}

    /** All entries; entries of the setting come first. */
    List<Listed> all() {
        return Stream.concat(settings.names().stream().map(name -> new Listed(name.toString(), Optional.empty())),
                database.sql("select endpoint, allowed_at from allowed_endpoint order by endpoint")
                        .query((row, line) -> new Listed(row.getString(1), Optional.of(Instant.parse(row.getString(2))))).list().stream())
                        .toList();
    }

    Listed allow(EndpointName name) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        database.sql("insert into allowed_endpoint (endpoint, allowed_at) values (?, ?) on conflict do nothing")
                .params(name.toString(), now.toString()).update();
        return all().stream().filter(each -> each.endpoint().equals(name.toString())).findFirst().orElseThrow();
    }

    /** False if the endpoint is not on the list, or is an entry of the setting. */
    boolean forget(EndpointName name) {
        return database.sql("delete from allowed_endpoint where endpoint = ?").param(name.toString()).update() > 0;
    }

    /** Runs once per installation: when the list is introduced, the endpoints in use are trusted. */
    public void takeOver(Collection<URI> inForce) {
        if (database.sql("select count(*) from endpoints_taken_over").query(Integer.class).single() == 0) {
            inForce.stream().flatMap(url -> EndpointName.of(url).stream()).map(name -> new EndpointName(name.host(), Optional.empty()))
                    .forEach(this::allow);
            database.sql("insert into endpoints_taken_over (at) values (?)").param(clock.instant().toString()).update();
        }
    }

    /** For an unknown provider: only endpoints on the list are allowed. */
    @Override
    public Optional<Closed> refuses(URI endpoint) {
        return refuses("", endpoint);
    }

    @Override
    public Optional<Closed> refuses(String provider, URI endpoint) {
        Optional<EndpointName> asked = EndpointName.of(endpoint);
        if (asked.isEmpty()) {
            return Optional.of(new Closed("it is no URL of http or https, or has a user in it",
                    "write it as https://cloud.example.org:5000/v3"));
        }
        EndpointName name = asked.get();
        List<InetAddress> addresses = Destinations.of(name.host());
        if (Destinations.ambiguous(name.host()) || addresses.stream().anyMatch(Destinations::forbidden)) {
            return Optional.of(new Closed("its address is link-local or belongs to a metadata service, and is never used",
                    "name the provider's endpoint"));
        }
        if (!listed(name) && !amazons(provider, endpoint, name)) {
            return Optional.of(new Closed("it is not on the list of endpoints", "let an admin allow it: caravan endpoint allow " + name));
        }
        // DNS of another party may resolve a name to this machine.
        if (addresses.stream().anyMatch(InetAddress::isLoopbackAddress) && !ofThisMachine(name.host())) {
            return Optional.of(new Closed("its name resolves to this machine itself",
                    "use the name localhost or the address, if this is intended"));
        }
        return Optional.empty();
    }

    /** Whether this is the literal of an address that is never allowed. Names are not resolved. */
    public static boolean forbidden(String address) {
        return LITERAL.matcher(address).matches() && Destinations.of(address).stream().anyMatch(Destinations::forbidden);
    }

    /**
     * Amazon's own endpoints need no entry, but only over HTTPS and for the provider that signs requests: another provider would send its
     * credentials there.
     */
    private static boolean amazons(String provider, URI endpoint, EndpointName name) {
        return AMAZON_PROVIDERS.contains(provider) && "https".equalsIgnoreCase(endpoint.getScheme())
                && name.port().equals(Optional.of(HTTPS)) && AMAZON.matcher(name.host()).matches();
    }

    private boolean listed(EndpointName asked) {
        return all().stream().flatMap(each -> EndpointName.parse(each.endpoint()).stream()).anyMatch(allowed -> allowed.includes(asked));
    }

    /** Whether the text itself denotes this machine; a name may begin like an address. */
    private static boolean ofThisMachine(String host) {
        return host.equals("localhost") || LITERAL.matcher(host).matches();
    }
}
