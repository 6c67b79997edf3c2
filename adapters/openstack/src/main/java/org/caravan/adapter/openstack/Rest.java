package org.caravan.adapter.openstack;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.EndpointGate;
import org.caravan.machine.checked.ProviderAnswer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** REST client for operations that jclouds does not support. */
final class Rest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient client;
    private final Duration timeout;
    private final EndpointGate gate;

    Rest(Duration timeout, EndpointGate gate) {
        this.gate = gate;
        this.timeout = timeout;
        this.client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout).build();
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    /** The response; empty for 404. An empty {@code token} sends none. */
    Optional<HttpResponse<String>> send(RegionLabel where, String doing, String method, String url, String token, JsonNode content) {
        gate.pass("openstack", url);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(timeout)
                .header("Accept", "application/json").header("Content-Type", "application/json")
                .method(method, content == null ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(content.toString()));
        if (!token.isEmpty()) {
            request.header("X-Auth-Token", token);
        }
        HttpResponse<String> response = answer(where, doing, request.build());
        if (response.statusCode() == 404) {
            return Optional.empty();
        }
        if (response.statusCode() >= 300) {
            Answer refusal = new Answer(response.statusCode(), response.body());
            AdapterFault fault = refusal.fault(where, doing);
            throw refusal.inUse() ? OpenStackFault.inUse(fault) : fault;
        }
        return Optional.of(response);
    }

    static JsonNode json(RegionLabel where, String doing, HttpResponse<String> response) {
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            throw new Answer(response.statusCode(), "something that is no JSON").fault(where, doing);
        }
    }

    /**
     * Limits the whole response, because the client's own timeout ends with the response head, and a body may arrive slowly or
     * never end.
     */
    private HttpResponse<String> answer(RegionLabel where, String doing, HttpRequest request) {
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(request, head -> new BoundedText(ProviderAnswer.MOST_BYTES));
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw OpenStackFault.unreachable(where, doing, e.getCause());
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw OpenStackFault.unreachable(where, doing, ProviderAnswer.tooSlow(timeout));
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new AdapterFault(AdapterFault.Kind.UNREACHABLE, "Interrupted while asking the cloud (openstack) to " + doing
                    + ".\nMaybe repeat it.", e);
        }
    }

}
