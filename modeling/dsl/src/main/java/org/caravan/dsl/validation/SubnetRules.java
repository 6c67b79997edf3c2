package org.caravan.dsl.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.InfrastructureDeclaration;
import org.caravan.dsl.caravan.SiteDeclaration;
import org.caravan.dsl.caravan.SubnetDeclaration;
import org.caravan.dsl.wording.Owner;
import org.caravan.infrastructure.Subnet;
import org.eclipse.emf.ecore.EAttribute;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.validation.Check;

/** Checks that prefixes are valid, contain their gateway and do not overlap. */
class SubnetRules extends Rules {

    /** From this length on, IPv4 prefixes have neither a network nor a broadcast address (RFC 3021). */
    private static final int POINT_TO_POINT = 31;

    private static final EAttribute PREFIX = Literals.SUBNET_DECLARATION__PREFIX;

    @Check
    void prefix(SubnetDeclaration declared) {
        String owner = Owner.of(declared);
        Subnet subnet;
        try {
            subnet = new Subnet(declared.getPrefix(), declared.getGateway());
        } catch (IllegalArgumentException e) {
            String message = "Prefix \"" + declared.getPrefix() + "\" with gateway \"" + declared.getGateway() + "\" of " + owner
                    + " cannot be read: " + e.getMessage() + ".";
            reject("subnet-invalid", message, "write it like " + example(declared) + ".", List.of(), declared, PREFIX, -1);
            return;
        }
        String network = subnet.networkAddress();
        boolean six = network.contains(":");
        if (six != (declared.eContainingFeature() == Literals.ISP_DECLARATION__IPV6)) {
            String family = declared.eContainingFeature().getName();
            String message = "Prefix \"" + declared.getPrefix() + "\" of " + owner + " is not of " + family + ".";
            reject("subnet-invalid", message, "write " + (six ? "ipv6" : "ipv4") + " before it.", declared, PREFIX);
        } else if (!subnet.address(0).equals(network)) {
            String message = "Prefix \"" + declared.getPrefix() + "\" of " + owner + " is the address of a machine, not of a network.";
            String written = "\"" + network + "/" + subnet.prefixLength() + "\"";
            reject("subnet-invalid", message, "write " + written + ".", List.of(written), declared, PREFIX, -1);
        } else {
            Optional<SpecialRange> special = SpecialRange.of(subnet);
            if (special.isPresent()) {
                String message = "Prefix " + declared.getPrefix() + " of " + owner + " has " + special.get().use() + " of "
                        + special.get().range() + ", which no machine of a site can have.";
                reject("subnet-special", message, "write the prefix that the ISP assigned to the site, like " + example(declared) + ".",
                        declared, PREFIX);
                return;
            }
            gateway(declared, subnet, owner);
        }
    }

    /** Accepts an address in the prefix, or the link-local address that an IPv6 router advertises (RFC 4861). */
    private void gateway(SubnetDeclaration declared, Subnet subnet, String owner) {
        String own = subnet.lastSlot() == 0 ? subnet.address(0) : subnet.address(1);
        boolean four = !subnet.networkAddress().contains(":");
        OptionalInt slot = subnet.slotOf(declared.getGateway());
        if (!subnet.contains(declared.getGateway()) && !subnet.hasLinkLocalGateway()) {
            String message = "Gateway " + declared.getGateway() + " of " + owner + " is outside prefix " + declared.getPrefix() + ".";
            String suggestion = "use " + own + (four ? "." : ", or the link-local address of the router, fe80::1.");
            reject("gateway-outside-prefix", message, suggestion, declared, Literals.SUBNET_DECLARATION__GATEWAY);
        } else if (four && subnet.prefixLength() < POINT_TO_POINT && slot.isPresent()
                && (slot.getAsInt() == 0 || slot.getAsInt() == subnet.lastSlot())) {
            String message = "Gateway " + declared.getGateway() + " of " + owner + " is the "
                    + (slot.getAsInt() == 0 ? "network" : "broadcast")
                    + " address of prefix " + declared.getPrefix() + ".";
            reject("gateway-not-a-host", message, "use " + own + ".", declared, Literals.SUBNET_DECLARATION__GATEWAY);
        }
    }

    /** Copies get fixed slots in the prefix of each ISP; provisioned machines get addresses from their cloud. */
    @Check
    void addressesOfCopies(SiteDeclaration site) {
        if (site.getProviders().stream().allMatch(provider -> provider.getHosts().isEmpty())) {
            return;
        }
        for (SubnetDeclaration declared : EcoreUtil2.getAllContentsOfType(site, SubnetDeclaration.class)) {
            if (!isReadable(declared)) {
                continue;
            }
            Subnet subnet = new Subnet(declared.getPrefix(), declared.getGateway());
            String range = "Copies get addresses " + Subnet.FIRST_OF_COPIES + " to " + Subnet.LAST_OF_COPIES + " of prefix "
                    + declared.getPrefix() + " of " + Owner.of(declared);
            int slot = subnet.slotOf(declared.getGateway()).orElse(0);
            if (subnet.lastSlot() <= Subnet.LAST_OF_COPIES) {
                warning(range + ", which has " + (subnet.lastSlot() + 1L) + " addresses only.", declared, PREFIX, "prefix-small",
                        "give the ISP a prefix of " + (subnet.networkAddress().contains(":") ? "/64." : "/24."));
            } else if (slot >= Subnet.FIRST_OF_COPIES && slot <= Subnet.LAST_OF_COPIES) {
                warning(range + ", and gateway " + declared.getGateway() + " is one of them.", declared,
                        Literals.SUBNET_DECLARATION__GATEWAY, "gateway-among-copies",
                        "give the router an address below " + subnet.address(Subnet.FIRST_OF_COPIES) + ", as " + subnet.address(1) + ".");
            }
        }
    }

    /** Prefixes must not overlap, because the site and the ISP of a user are derived from the address alone. */
    @Check
    void overlap(InfrastructureDeclaration infrastructure) {
        List<SubnetDeclaration> earlier = new ArrayList<>();
        for (SubnetDeclaration declared : EcoreUtil2.getAllContentsOfType(infrastructure, SubnetDeclaration.class)) {
            if (!isReadable(declared)) {
                continue;
            }
            earlier.stream().filter(other -> overlap(declared, other)).findFirst().ifPresent(other -> {
                String message = "Prefix \"" + declared.getPrefix() + "\" of " + Owner.of(declared) + " overlaps with \""
                        + other.getPrefix() + "\" of " + Owner.of(other) + ".";
                reject("subnet-overlap", message, "give each ISP of each site a prefix of its own.", declared, PREFIX);
            });
            earlier.add(declared);
        }
    }

    private static boolean overlap(SubnetDeclaration one, SubnetDeclaration other) {
        Subnet a = new Subnet(one.getPrefix(), one.getGateway());
        Subnet b = new Subnet(other.getPrefix(), other.getGateway());
        return a.contains(b.address(0)) || b.contains(a.address(0));
    }

    private static boolean isReadable(SubnetDeclaration declared) {
        try {
            return new Subnet(declared.getPrefix(), declared.getGateway()).prefixLength() >= 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String example(SubnetDeclaration declared) {
        return declared.eContainingFeature() == Literals.ISP_DECLARATION__IPV6
                ? "\"fd4e:7:58::/64\" gateway \"fd4e:7:58::1\""
                : "\"10.7.88.0/24\" gateway \"10.7.88.1\"";
    }

    /**
     * Range of addresses that cannot be routed between sites (RFC 6890, RFC 5771, RFC 4291). Private, shared (100.64.0.0/10), benchmark and
     * documentation ranges are not among them: private networks, mobile networks, test beds and examples use them.
     *
     * @param range in CIDR notation
     * @param use plural noun for its addresses
     */
    record SpecialRange(String range, String use) {

        private static final List<SpecialRange> ALL = List.of(
                new SpecialRange("0.0.0.0/8", "unspecified addresses"),
                new SpecialRange("127.0.0.0/8", "loopback addresses"),
                new SpecialRange("169.254.0.0/16", "link-local addresses"),
                new SpecialRange("224.0.0.0/4", "multicast addresses"),
                new SpecialRange("240.0.0.0/4", "reserved addresses"),
                new SpecialRange("::/64", "unspecified and loopback addresses"),
                new SpecialRange("fe80::/10", "link-local addresses"),
                new SpecialRange("ff00::/8", "multicast addresses"));

        /** The first special range that shares an address with the prefix. */
        static Optional<SpecialRange> of(Subnet subnet) {
            return ALL.stream().filter(special -> special.overlaps(subnet)).findFirst();
        }

        private boolean overlaps(Subnet subnet) {
            String first = range.substring(0, range.indexOf('/'));
            return new Subnet(range, first).contains(subnet.networkAddress()) || subnet.contains(first);
        }
    }
}
