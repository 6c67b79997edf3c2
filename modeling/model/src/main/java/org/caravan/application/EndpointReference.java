package org.caravan.application;

/** Names an endpoint of another component: {@code catalogue.http}. */
public record EndpointReference(String componentId, String endpointName) implements Comparable<EndpointReference> {

    @Override
    public int compareTo(EndpointReference other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return componentId + "." + endpointName;
    }
}
