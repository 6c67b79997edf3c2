package org.caravan.server.infrastructure;

import org.caravan.adapter.CloudAdapter;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;

/** Knows which adapter works on a host. */
public interface Adapters extends AutoCloseable {

    /** The adapter of a host of the infrastructure in force. */
    CloudAdapter of(Host host);

    /** @throws RejectedInput if a host's provider has no adapter */
    void check(Infrastructure infrastructure);

    /** The same infrastructure, each rented host with the address and credentials of its machine, if it has one. */
    Infrastructure reached(Infrastructure infrastructure);

    /** To be called before an infrastructure comes into force. */
    void use(Infrastructure infrastructure);

    @Override
    void close();
}
