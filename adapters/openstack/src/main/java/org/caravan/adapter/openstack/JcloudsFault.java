package org.caravan.adapter.openstack;

import java.io.IOException;
import org.caravan.adapter.AdapterFault;
import org.jclouds.http.HttpResponse;
import org.jclouds.http.HttpResponseException;
import org.jclouds.rest.AuthorizationException;
import org.jclouds.rest.ResourceNotFoundException;

/**
 * Converts jclouds' exceptions. jclouds reports an exhausted quota as an authorization error and wraps responses at varying depth.
 * Therefore the service's response decides, as for Caravan's own calls.
 */
final class JcloudsFault {

    private JcloudsFault() {}

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
