package org.caravan.adapter.openstack;

import org.caravan.infrastructure.Subnet;
import tools.jackson.databind.JsonNode;

/** @param automatic machines make their own addresses of it (SLAAC): Neutron lets nobody choose one there */
record Subnetwork(String id, Subnet prefix, boolean automatic) {

    static Subnetwork of(JsonNode subnet) {
        String cidr = subnet.path("cidr").asString("");
        String mode = subnet.path("ipv6_address_mode").asString("");
        String network = cidr.substring(0, cidr.indexOf('/'));
        return new Subnetwork(subnet.path("id").asString(""), new Subnet(cidr, subnet.path("gateway_ip").asString(network)),
                mode.equals("slaac") || mode.equals("dhcpv6-stateless"));
    }
}
