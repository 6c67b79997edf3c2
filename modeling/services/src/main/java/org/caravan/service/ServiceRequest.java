package org.caravan.service;

import java.util.List;
import java.util.Optional;

/**
 * Order of a service.
 *
 * @param name name of the application: lower-case letters, digits and {@code -}
 * @param upload content of the service; absent only if the kind does not require it
 * @param sites sites where the service must run; empty: anywhere
 * @param users groups of users; can be empty
 */
public record ServiceRequest(ServiceKind kind, String name, Optional<Upload> upload, List<String> sites, List<UserGroup> users) {

    public ServiceRequest {
        sites = List.copyOf(sites);
        users = List.copyOf(users);
    }

    /**
     * Users behind one access point.
     *
     * @param site id of their site
     * @param isp name of an ISP of the site
     * @param family {@code ipv4} or {@code ipv6}
     * @param rate requests per second, as text of the language: {@code 0.5}
     */
    public record UserGroup(String site, String isp, String family, String rate) {}
}
