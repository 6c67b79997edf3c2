package org.caravan.adapter.openstack;

import org.caravan.infrastructure.Subnet;
import tools.jackson.databind.JsonNode;

/**
 * A subnet.
 *
 * @param automatic true if machines derive their own addresses (SLAAC); Neutron then permits no chosen addresses
 */
record Subnetwork(String id, Subnet prefix, boolean automatic) {

    static Subnetwork of(JsonNode subnet) {
        String cidr = subnet.path("cidr").asString("");
        String mode = subnet.path("ipv6_address_mode").asString("");
        String network = cidr.substring(0, cidr.indexOf('/'));
        return new Subnetwork(subnet.path("id").asString(""), new Subnet(cidr, subnet.path("gateway_ip").asString(network)),
                mode.equals("slaac") || mode.equals("dhcpv6-stateless"));
    }
}
