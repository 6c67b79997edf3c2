package org.caravan.adapter.openstack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.jclouds.BoundedAnswers;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;
import org.caravan.machine.checked.ProviderAnswer;
import org.jclouds.Constants;
import org.jclouds.ContextBuilder;
import org.jclouds.collect.IterableWithMarker;
import org.jclouds.http.HttpResponse;
import org.jclouds.http.HttpResponseException;
import org.jclouds.logging.slf4j.config.SLF4JLoggingModule;
import org.jclouds.openstack.keystone.config.KeystoneProperties;
import org.jclouds.openstack.nova.v2_0.NovaApi;
import org.jclouds.openstack.nova.v2_0.domain.Flavor;
import org.jclouds.openstack.nova.v2_0.domain.Image;
import org.jclouds.openstack.nova.v2_0.domain.KeyPair;
import org.jclouds.openstack.nova.v2_0.domain.Network;
import org.jclouds.openstack.nova.v2_0.domain.ServerExtendedStatus;
import org.jclouds.openstack.nova.v2_0.extensions.KeyPairApi;
import org.jclouds.openstack.nova.v2_0.features.ServerApi;
import org.jclouds.openstack.nova.v2_0.options.CreateServerOptions;
import org.jclouds.rest.AuthorizationException;
import org.jclouds.rest.ResourceNotFoundException;

/** Access to offers, images, key pairs and servers through jclouds; its types are not visible outside this class. */
final class Compute implements AutoCloseable {

    private final RegionLabel where;
    private final NovaApi nova;
    private final Runnable logIn;
    private final Map<String, String> offerNames = new ConcurrentHashMap<>();

    /**
     * @param logIn throws if the account or an endpoint is not usable; needed because jclouds sends a wrong password to Keystone
     *     five times, which locks accounts
     */
    Compute(RegionLabel where, OpenStackAccount account, Duration timeout, Runnable logIn) {
        this.where = where;
        this.logIn = logIn;
        Properties properties = new Properties();
        properties.setProperty(KeystoneProperties.KEYSTONE_VERSION, "3");
        properties.setProperty(KeystoneProperties.SCOPE, "project:" + account.project());
        properties.setProperty(KeystoneProperties.PROJECT_DOMAIN_NAME, account.projectDomain());
        properties.setProperty(Constants.PROPERTY_CONNECTION_TIMEOUT, String.valueOf(timeout.toMillis()));
        properties.setProperty(Constants.PROPERTY_SO_TIMEOUT, String.valueOf(timeout.toMillis()));
        properties.setProperty(Constants.PROPERTY_MAX_REDIRECTS, "0"); // a redirect may lead to an endpoint that is not allowed
        properties.setProperty(Constants.PROPERTY_MAX_RETRIES, "0"); // the caller decides about retries
        this.nova = ContextBuilder.newBuilder("openstack-nova").endpoint(where.endpoint())
                .credentials(account.userDomain() + ":" + account.user(), account.password())
                .overrides(properties).modules(Set.of(new SLF4JLoggingModule(), new BoundedAnswers())).buildApi(NovaApi.class);
    }

    List<Flavor> flavors() {
        return ask("list offers", api -> all(api.getFlavorApi(where.region()).listInDetail()));
    }

    Flavor flavor(String name) {
        List<Flavor> all = flavors();
        return all.stream().filter(flavor -> flavor.getName().equals(name)).findFirst()
                .orElseThrow(() -> OpenStackFault.unknown("offer", name, where, all.stream().map(Flavor::getName).sorted().toList()));
    }

    /**
     * Finds an image by name or id. If several have the name, the newest is used, because operators publish new versions under the
     * old name.
     */
    Image image(String name) {
        List<Image> all = ask("list images", api -> all(api.getImageApi(where.region()).listInDetail()));
        return all.stream().filter(image -> name.equals(image.getName()) || name.equals(image.getId()))
                .max(Comparator.comparing(Image::getCreated))
                .orElseThrow(() -> OpenStackFault.unknown("image", name, where, all.stream().map(Image::getName).sorted().toList()));
    }

    /** All labelled servers, in any state. */
    List<Server> servers() {
        return ask("list servers", api -> all(servers(api).listInDetail())).stream()
                .flatMap(server -> OpenStackNames.label(server.getMetadata()).map(label -> read(label, server)).stream())
                .sorted(Server.OLDEST_FIRST).toList();
    }

    List<Server> servers(MachineLabel label) {
        return servers().stream().filter(server -> server.label().equals(label)).toList();
    }

    Optional<Server> server(String id) {
        return Optional.ofNullable(ask("look at a server", api -> servers(api).get(id)))
                .flatMap(server -> OpenStackNames.label(server.getMetadata()).map(label -> read(label, server)));
    }

    private Server read(MachineLabel label, org.jclouds.openstack.nova.v2_0.domain.Server server) {
        Optional<String> task = server.getExtendedStatus().toJavaUtil().map(ServerExtendedStatus::getTaskState)
                .filter(text -> !text.isEmpty());
        return new Server(server.getId(), label, ServerState.of(server.getStatus().value(), task), task,
                offerName(server.getFlavor().getId()),
                OpenStackNames.user(server.getMetadata()), OpenStackNames.port(server.getMetadata()), server.getCreated().toInstant());
    }

    /** Falls back to the flavor id, because machines can outlive their offer. */
    private String offerName(String flavorId) {
        if (!offerNames.containsKey(flavorId)) {
            flavors().forEach(flavor -> offerNames.put(flavor.getId(), flavor.getName()));
        }
        return offerNames.getOrDefault(flavorId, flavorId);
    }

    /**
     * Orders a server with the machine's key pair.
     *
     * @param refused called with the fault if it proves that Nova did not accept the order; after other faults, the server may exist
     */
    void create(MachineOrder order, Flavor flavor, Image image, String portId, Consumer<AdapterFault> refused) {
        CreateServerOptions options = new CreateServerOptions().keyPairName(OpenStackNames.name(order.label()))
                .novaNetworks(Set.of(Network.builder().portUuid(portId).build()))
                .metadata(OpenStackNames.metadata(order.label(), image.getMetadata().getOrDefault("os_admin_user", "root"), portId));
        if (!order.firstBoot().isEmpty()) {
            options.userData(order.firstBoot().getBytes(StandardCharsets.UTF_8));
        }
        String name = OpenStackNames.name(order.label()).substring("caravan-".length());
        AtomicBoolean perhapsAccepted = new AtomicBoolean();
        try {
            ask("rent the machine (" + order.label() + ") of offer (" + order.offer() + ")", api -> {
                perhapsAccepted.set(true);
                try {
                    return servers(api).create(name, image.getId(), flavor.getId(), options);
                } catch (RuntimeException e) {
                    perhapsAccepted.set(!JcloudsFault.refused(e));
                    throw e;
                }
            });
        } catch (AdapterFault e) {
            if (!perhapsAccepted.get()) {
                refused.accept(e);
            }
            throw e;
        }
    }

    void ensureKey(MachineLabel label, String publicKey) {
        String name = OpenStackNames.name(label);
        ask("make a key pair", api -> {
            KeyPairApi keys = keys(api);
            // Another server may rent the same machine at the same time, with the same key pair: it stays.
            Optional<KeyPair> there = Optional.ofNullable(keys.get(name));
            if (there.filter(pair -> has(pair, publicKey)).isPresent()) {
                return there.get();
            }
            if (there.isPresent()) {
                keys.delete(name); // left by an incomplete order with another key
            }
            try {
                return keys.createWithPublicKey(name, publicKey);
            } catch (IllegalStateException conflict) {
                return Optional.ofNullable(keys.get(name)).filter(pair -> has(pair, publicKey)).orElseThrow(() -> conflict);
            }
        });
    }

    private static boolean has(KeyPair pair, String publicKey) {
        return publicKey.strip().equals(String.valueOf(pair.getPublicKey()).strip());
    }

    void deleteKey(MachineLabel label) {
        ask("delete a key pair", api -> keys(api).delete(OpenStackNames.name(label)));
    }

    void start(String id) {
        ask("start a server", api -> {
            servers(api).start(id);
            return id;
        });
    }

    void stop(String id) {
        ask("stop a server", api -> {
            servers(api).stop(id);
            return id;
        });
    }

    void delete(String id) {
        ask("delete a server", api -> servers(api).delete(id));
    }

    /** The elements of all pages, within the limits of an answer. */
    private static <T> List<T> all(Iterable<IterableWithMarker<T>> pages) {
        List<T> all = new ArrayList<>();
        ProviderAnswer.pages(pages).forEach(page -> page.forEach(all::add));
        return all;
    }

    private ServerApi servers(NovaApi api) {
        return api.getServerApi(where.region());
    }

    private KeyPairApi keys(NovaApi api) {
        return api.getKeyPairApi(where.region()).get();
    }

    private <T> T ask(String doing, Function<NovaApi, T> call) {
        logIn.run();
        try {
            return call.apply(nova);
        } catch (RuntimeException e) {
            throw JcloudsFault.of(where, doing, e);
        }
    }

    @Override
    public void close() {
        try {
            nova.close();
        } catch (IOException e) {
            // no open resource depends on it
        }
    }

    /**
     * Converts jclouds' exceptions. jclouds reports an exhausted quota as an authorization error and wraps responses at varying depth.
     * Therefore the service's response decides, as for Caravan's own calls.
     */
    private static final class JcloudsFault {

        private static final int REQUEST_TIMEOUT = 408;

        private JcloudsFault() {}

        /** Whether the service itself rejected the request. After a timeout or an error of a server, it may have accepted it. */
        static boolean refused(RuntimeException thrown) {
            for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
                if (cause instanceof HttpResponseException http && http.getResponse() != null) {
                    int status = http.getResponse().getStatusCode();
                    return status >= 400 && status < 500 && status != REQUEST_TIMEOUT;
                }
            }
            return false;
        }

        static AdapterFault of(RegionLabel where, String doing, RuntimeException thrown) {
            for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
                if (cause instanceof AdapterFault ours) {
                    return ours;
                }
                if (cause instanceof HttpResponseException http && http.getResponse() != null) {
                    return answer(http.getResponse(), http.getContent()).fault(where, doing);
                }
                if (cause instanceof IOException || cause instanceof HttpResponseException) {
                    return OpenStackFault.unreachable(where, doing, cause);
                }
            }
            if (thrown instanceof AuthorizationException) {
                return OpenStackFault.refused(where);
            }
            if (thrown instanceof ResourceNotFoundException) {
                return OpenStackFault.failed(where, doing, 404, "it does not exist");
            }
            return new AdapterFault(AdapterFault.Kind.FAILED, "The cloud (openstack) at %s could not %s: %s.\nMaybe repeat it later."
                    .formatted(where.endpoint(), doing, String.valueOf(thrown.getMessage()).replaceAll("\\s+", " ")), thrown);
        }

        private static Answer answer(HttpResponse response, String content) {
            return new Answer(response.getStatusCode(), content == null ? "" : content);
        }
    }
}
