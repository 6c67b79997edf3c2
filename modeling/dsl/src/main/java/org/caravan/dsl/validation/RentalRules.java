package org.caravan.dsl.validation;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.HostDeclaration;
import org.caravan.dsl.caravan.HostTypeDeclaration;
import org.caravan.dsl.caravan.InfrastructureDeclaration;
import org.caravan.dsl.caravan.ProviderDeclaration;
import org.caravan.dsl.caravan.RentalDeclaration;
import org.caravan.dsl.caravan.SiteDeclaration;
import org.caravan.dsl.caravan.VantageDeclaration;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.RentedNames;
import org.caravan.dsl.wording.Suggestion;
import org.caravan.infrastructure.SiteKind;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.validation.Check;

/** Checks that a provider either lists permanent hosts with their addresses, or provisions hosts by number. */
class RentalRules extends Rules {

    private static final List<String> RENTING = List.of("aws", "jclouds", "openstack");
    static final List<String> KNOWN = Stream.concat(
            RENTING.stream(), Stream.of("docker", "lxc", "microvm", "simulated")).sorted().toList();

    /** The operator states the API address of these providers; the API address of AWS follows from the region. */
    private static final List<String> AT_ENDPOINT = List.of("jclouds", "openstack");

    private static final int LONGEST = 63;

    @Check
    void provider(ProviderDeclaration provider) {
        if (provider.getName() != null && !KNOWN.contains(provider.getName())) {
            String message = capital(Owner.of(provider)) + " is none that Caravan knows.";
            reject("provider-unknown", message, Suggestion.useOneOf(provider.getName(), KNOWN) + ".",
                    Suggestion.closest(provider.getName(), KNOWN), provider, Literals.PROVIDER_DECLARATION__NAME, -1);
        } else if (RENTING.contains(provider.getName())) {
            region(provider);
            provider.getHosts().forEach(this::listed);
        } else {
            rentsNothing(provider);
        }
    }

    private void region(ProviderDeclaration provider) {
        if (provider.getRegion() == null) {
            reject("missing-property", capital(Owner.of(provider)) + " has no region.", "add: region RegionOne", provider);
        }
        if (provider.getEndpoint() == null && AT_ENDPOINT.contains(provider.getName())) {
            String message = capital(Owner.of(provider)) + " has no endpoint.";
            reject("missing-property", message, "add: endpoint \"https://keystone.example.org:5000/v3\"", provider);
        }
    }

    private void listed(HostDeclaration host) {
        String message = capital(Owner.of(host)) + " has an address, but its provider rents machines on demand.";
        reject("host-of-renting-provider", message, "write: hosts up to 1 of " + Owner.written(host, "type"), host);
    }

    private void rentsNothing(ProviderDeclaration provider) {
        boolean rents = !provider.getRentals().isEmpty() || provider.isPublicAddresses()
                || Stream.of(provider.getRegion(), provider.getEndpoint(), provider.getNetwork()).anyMatch(text -> text != null);
        if (rents) {
            String message = capital(Owner.of(provider)) + " rents no machines: it has no region, endpoint, network or public addresses.";
            reject("provider-rents-nothing", message, "list its hosts: host pi-1 of raspberry-pi-3 at \"198.18.255.11\".", provider);
        }
    }

    @Check
    void rentable(RentalDeclaration rental) {
        HostTypeDeclaration type = rental.getType();
        if (type == null || type.eIsProxy()) {
            return;
        }
        missing(rental, type, "offer", type.getOffer(), "m1.small");
        missing(rental, type, "image", type.getImage(), "debian-12");
    }

    private void missing(RentalDeclaration rental, HostTypeDeclaration type, String property, String value, String example) {
        if (value == null) {
            String message = capital(Owner.of(type)) + ", of which " + Owner.of(rental) + " rents hosts, has no " + property + ".";
            String suggestion = "add there: " + property + " \"" + example + "\"";
            reject("missing-property", message, suggestion, rental, Literals.RENTAL_DECLARATION__TYPE);
        }
    }

    @Check
    void quotaOfRented(ProviderDeclaration provider) {
        if (provider.getQuota() != null && provider.getRentals().isEmpty()) {
            String message = capital(Owner.of(provider)) + " has a quota, but rents no hosts.";
            reject("quota-without-rental", message, "leave it out, or add: hosts up to 3 of m1-small", provider,
                    Literals.PROVIDER_DECLARATION__QUOTA);
        }
    }

    @Check
    void noHostsAmongUsers(RentalDeclaration rental) {
        SiteDeclaration site = EcoreUtil2.getContainerOfType(rental, SiteDeclaration.class);
        if (SiteKind.USERS.toString().equals(site.getKind())) {
            String message = "Hosts are rented at site " + site.getName() + " of users, where nothing is placed.";
            reject("users-site-host", message, "give the site kind public.", rental, Literals.RENTAL_DECLARATION__COUNT);
        }
    }

    /** Without a permanent machine at the site, its paths cannot be measured for the first plan. */
    @Check
    void measured(SiteDeclaration site) {
        boolean stands = site.getVantage() != null
                || site.getProviders().stream().anyMatch(provider -> !provider.getHosts().isEmpty());
        boolean rents = site.getProviders().stream().anyMatch(provider -> !provider.getRentals().isEmpty());
        if (rents && !stands && !SiteKind.USERS.toString().equals(site.getKind())) {
            String message = "Site " + site.getName() + " has no machine before one is rented: until then its paths cannot be measured.";
            doubt("rented-site-unmeasured", message, SiteRules.vantage(site) + ", with the address of a machine there.", site);
        }
    }

    @Check
    void names(InfrastructureDeclaration infrastructure) {
        Map<String, EObject> taken = new HashMap<>();
        EcoreUtil2.getAllContentsOfType(infrastructure, HostDeclaration.class).forEach(host -> put(taken, host.getName(), host));
        EcoreUtil2.getAllContentsOfType(infrastructure, VantageDeclaration.class)
                .forEach(vantage -> put(taken, vantage.getName(), vantage));
        Map<String, String> inCloud = new HashMap<>();
        EcoreUtil2.getAllContentsOfType(infrastructure, RentalDeclaration.class).forEach(rental -> names(rental, taken, inCloud));
    }

    /** @param inCloud host names by their form in clouds: names of security groups and key pairs cannot contain _ */
    private void names(RentalDeclaration rental, Map<String, EObject> taken, Map<String, String> inCloud) {
        for (String name : RentedNames.of(rental)) {
            EObject earlier = put(taken, name, rental);
            String alike = inCloud.putIfAbsent(name.toLowerCase(Locale.ROOT).replace('_', '-'), name);
            if (earlier == null && alike != null) {
                String message = "The host " + name + " that " + Owner.of(rental) + " rents and the host " + alike
                        + " have the same name in clouds, which write - for _.";
                reject("duplicate-name", message, "give the sites or host types names that differ in more than - and _.", rental,
                        Literals.RENTAL_DECLARATION__TYPE);
                return;
            }
            if (earlier != null) {
                String message = "The host " + name + " that " + Owner.of(rental) + " rents has the name of another"
                        + (earlier instanceof RentalDeclaration ? " rented one." : ": " + Owner.of(earlier) + ".");
                reject("duplicate-name", message, "add their numbers up, or rename the other one.", rental,
                        Literals.RENTAL_DECLARATION__TYPE);
                return;
            }
            if (name.length() > LONGEST) {
                String message = "The host " + name + " that " + Owner.of(rental) + " rents has a name of " + name.length()
                        + " characters; a name in DNS has at most " + LONGEST + ".";
                reject("name-too-long", message, "shorten the name of the site or of the host type.", rental,
                        Literals.RENTAL_DECLARATION__TYPE);
                return;
            }
        }
    }

    private static EObject put(Map<String, EObject> taken, String name, EObject part) {
        return name == null ? null : taken.putIfAbsent(name.toLowerCase(Locale.ROOT), part);
    }
}
