package org.caravan.dsl.validation;

import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.HostDeclaration;
import org.caravan.dsl.caravan.ProviderDeclaration;
import org.caravan.dsl.caravan.SiteDeclaration;
import org.caravan.dsl.wording.Owner;
import org.caravan.infrastructure.SiteKind;
import org.eclipse.xtext.validation.Check;

/** Checks the properties of a site against its kind. */
class SiteRules extends Rules {

    /** Runs inside the server and needs no login. */
    private static final String SIMULATED = "simulated";

    @Check
    void noHostsAmongUsers(SiteDeclaration site) {
        if (!isOfUsers(site)) {
            return;
        }
        for (ProviderDeclaration provider : site.getProviders()) {
            for (HostDeclaration host : provider.getHosts()) {
                String message = "Host " + host.getName() + " is at site " + site.getName() + " of users, where nothing is placed.";
                String suggestion = "make it the vantage of the site, or give the site kind edge.";
                reject("users-site-host", message, suggestion, host);
            }
        }
    }

    @Check
    void usersAreMeasured(SiteDeclaration site) {
        if (isOfUsers(site) && site.getVantage() == null && site.getProviders().isEmpty()) {
            String message = "Site " + site.getName() + " of users has no vantage: its paths cannot be measured.";
            doubt("users-site-unmeasured", message, vantage(site)
                    + ", with the address of a machine there; where all hosts are simulated, any address will do.", site);
        }
    }

    @Check
    void credentials(ProviderDeclaration provider) {
        if (provider.getCredentials() == null && !SIMULATED.equals(provider.getName())) {
            String message = capital(Owner.of(provider)) + " has no credentials.";
            reject("missing-property", message, "add: credentials testbed", provider, Literals.PROVIDER_DECLARATION__NAME);
        }
    }

    /** Uses a documentation address (RFC 5737). */
    static String vantage(SiteDeclaration site) {
        return "add: vantage vantage-" + site.getName() + " at \"192.0.2.18\" credentials " + site.getName();
    }

    private static boolean isOfUsers(SiteDeclaration site) {
        return SiteKind.USERS.toString().equals(site.getKind());
    }
}
