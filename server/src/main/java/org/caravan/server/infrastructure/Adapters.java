package org.caravan.server.infrastructure;

import org.caravan.adapter.CloudAdapter;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;

/** Selects the adapter of a host. */
public interface Adapters extends AutoCloseable {

    /** The adapter of a host of the current infrastructure. */
    CloudAdapter of(Host host);

    /** @throws RejectedInput if a host's provider has no adapter */
    void check(Infrastructure infrastructure);

    /** The same infrastructure; each provisioned host has the address and credentials of its machine, if the machine exists. */
    Infrastructure reached(Infrastructure infrastructure);

    /** Must be called before an infrastructure becomes current. */
    void use(Infrastructure infrastructure);

    @Override
    void close();
}
