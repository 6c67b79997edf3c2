package org.caravan.adapter.openstack;

import java.util.Map;
import java.util.Optional;
import org.caravan.unit.MonthlyCost;

/**
 * Who rents, and what the operator knows beside what OpenStack says.
 *
 * @param publicNetwork name or id of the network of public addresses; empty: the only external one
 * @param prices by offer
 */
record Account(
        String user, String userDomain, String project, String projectDomain, String password,
        Optional<String> publicNetwork, Map<String, MonthlyCost> prices) {

    /** Without the password: a record's own text would carry it into a log. */
    @Override
    public String toString() {
        return user + "@" + project;
    }
}
