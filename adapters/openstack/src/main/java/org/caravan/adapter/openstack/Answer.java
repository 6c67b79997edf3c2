package org.caravan.adapter.openstack;

import java.util.Locale;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.jclouds.UseRefusal;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Error response of a service, received by Caravan's own client or by jclouds. */
record Answer(int status, String body) {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int SHOWN = 300;
    private static final int LOOKED_AT = 4 * SHOWN;

    /** Quota errors and refusals are never retried; other errors may be, throttling after a longer pause. */
    AdapterFault fault(RegionLabel where, String doing) {
        if (status == 401) {
            return OpenStackFault.refused(where);
        }
        if (status == 413 || lacksRoom()) {
            return OpenStackFault.quota(where, doing, said());
        }
        if (status == 403) {
            return OpenStackFault.forbidden(where, doing, said());
        }
        return status == 429 ? OpenStackFault.throttled(where, doing, said()) : OpenStackFault.failed(where, doing, status, said());
    }

    /** Whether Neutron does not delete a resource because another one uses it still, such as a port that Nova is deleting. */
    boolean inUse() {
        return UseRefusal.matches(status, body);
    }

    /** Detects exhausted quotas. Neutron reports a fault type; Nova uses status 403, also for refusals, so only its text tells. */
    private boolean lacksRoom() {
        String text = body.toLowerCase(Locale.ROOT);
        return status != 404 && status < 500 && (text.contains("quota exceeded") || text.contains("overquota")
                || text.contains("ipaddressgenerationfailure")
                || text.contains("allowedaddresspairexhausted") || text.contains("exceeded maximum amount of fixed ips"));
    }

    /** Extracts the message, which OpenStack's services wrap in an object with one field of varying name. */
    private String said() {
        try {
            JsonNode whole = JSON.readTree(body);
            for (JsonNode part : whole) {
                JsonNode message = part.isObject() ? part.path("message") : part;
                if (message.isString()) {
                    return shortened(message.stringValue());
                }
            }
        } catch (JacksonException e) {
            // a proxy's page, shown unchanged
        }
        return body.isBlank() ? "nothing" : shortened(body);
    }

    private static String shortened(String text) {
        // The text is untrusted: it must not control a terminal or a log.
        String line = text.substring(0, Math.min(text.length(), LOOKED_AT)).replaceAll("\\s+", " ").replaceAll("[\\p{Cntrl}\\p{Cf}]", "?")
                .strip();
        String end = line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
        return end.endsWith(".") ? end.substring(0, end.length() - 1) : end;
    }
}
