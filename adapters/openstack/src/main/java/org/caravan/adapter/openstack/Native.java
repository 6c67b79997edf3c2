package org.caravan.adapter.openstack;

import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.adapter.AdapterFault;
import org.caravan.machine.checked.ProviderAnswer;
import tools.jackson.databind.JsonNode;

/** Authenticated calls of a service. Renews a rejected token once. */
final class Native {

    private final RegionLabel where;
    private final Keystone keystone;
    private final Rest rest;

    Native(RegionLabel where, Keystone keystone, Rest rest) {
        this.where = where;
        this.keystone = keystone;
        this.rest = rest;
    }

    RegionLabel where() {
        return where;
    }

    String projectId() {
        return keystone.projectId();
    }

    /** Empty if the resource does not exist. */
    Optional<JsonNode> get(String doing, String service, String path) {
        return call(doing, "GET", service, path, null);
    }

    JsonNode send(String doing, String method, String service, String path, JsonNode content) {
        return call(doing, method, service, path, content)
                .orElseThrow(() -> OpenStackFault.failed(where, doing, 404, path + " does not exist"));
    }

    /** Succeeds if the resource does not exist. */
    void delete(String doing, String service, String path) {
        call(doing, "DELETE", service, path, null);
    }

    /** All elements of a collection, across its pages. */
    List<JsonNode> list(String doing, String service, String path, String field) {
        List<JsonNode> all = new ArrayList<>();
        Iterable<JsonNode> pages = () -> Stream.iterate(get(doing, service, path), Optional::isPresent,
                page -> next(page.get().path(field + "_links"))
                        .flatMap(link -> call(doing, "GET", "", atService(doing, service, link), null)))
                .map(Optional::get).iterator();
        try {
            ProviderAnswer.pages(pages).forEach(page -> page.path(field).forEach(all::add));
        } catch (UncheckedIOException e) {
            throw OpenStackFault.failed(where, doing, 200, e.getCause().getMessage());
        }
        return all;
    }

    /**
     * A link to the next page, at the endpoint of the service. Its own host is ignored: the request carries the token, and services behind
     * a proxy give their internal host.
     */
    private String atService(String doing, String service, String link) {
        try {
            URI at = URI.create(keystone.endpoint(service));
            URI next = URI.create(link);
            return at.getScheme() + "://" + at.getRawAuthority() + next.getRawPath()
                    + (next.getRawQuery() == null ? "" : "?" + next.getRawQuery());
        } catch (IllegalArgumentException e) {
            throw OpenStackFault.failed(where, doing, 200, "a link to the next page that is no URL");
        }
    }

    private static Optional<String> next(JsonNode links) {
        for (JsonNode link : links) {
            if (link.path("rel").asString("").equals("next")) {
                return Optional.of(link.path("href").asString(""));
            }
        }
        return Optional.empty();
    }

    private Optional<JsonNode> call(String doing, String method, String service, String path, JsonNode content) {
        String url = service.isEmpty() ? path : keystone.endpoint(service) + path;
        try {
            return once(doing, method, url, content);
        } catch (AdapterFault e) {
            if (e.kind() != AdapterFault.Kind.UNTRUSTED) {
                throw e;
            }
            keystone.forget();
            return once(doing, method, url, content);
        }
    }

    private Optional<JsonNode> once(String doing, String method, String url, JsonNode content) {
        return rest.send(where, doing, method, url, keystone.token(), content)
                .map(response -> response.body().isEmpty() ? Rest.object() : Rest.json(where, doing, response));
    }
}
