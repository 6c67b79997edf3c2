package org.caravan.adapter.openstack;

import java.util.Map;
import java.util.Optional;
import org.caravan.unit.MonthlyCost;

/**
 * Credentials of an OpenStack project, with settings that OpenStack does not provide.
 *
 * @param publicNetwork name or id of the network of public addresses; if empty, the only external network
 * @param prices by offer
 */
record OpenStackAccount(
        String user, String userDomain, String project, String projectDomain, String password,
        Optional<String> publicNetwork, Map<String, MonthlyCost> prices) {

    /** Omits the password, which the default text of a record would reveal in logs. */
    @Override
    public String toString() {
        return user + "@" + project;
    }
}
