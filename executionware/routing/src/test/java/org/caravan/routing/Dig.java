package org.caravan.routing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.xbill.DNS.DClass;
import org.xbill.DNS.ExtendedResolver;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.SimpleResolver;

/** Asks a name server. */
final class Dig {

    private Dig() {}

    static Message send(InetSocketAddress server, Message query, boolean overTcp) throws IOException {
        Resolver resolver = resolver(server);
        resolver.setTCP(overTcp);
        resolver.setIgnoreTruncation(true);
        return resolver.send(query);
    }

    /** Asks up to six times, two seconds apart: a datagram may be lost. */
    static Resolver resolver(InetSocketAddress server) {
        SimpleResolver once = new SimpleResolver(server);
        ExtendedResolver resolver = new ExtendedResolver(new Resolver[] {once});
        resolver.setRetries(6);
        resolver.setTimeout(Duration.ofSeconds(12));
        once.setTimeout(Duration.ofSeconds(2));
        return resolver;
    }

    static Message query(String name, int type) throws IOException {
        return Message.newQuery(Record.newRecord(Name.fromString(name), type, DClass.IN));
    }
}
