package org.caravan.routing;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xbill.DNS.ClientSubnetOption;
import org.xbill.DNS.DClass;
import org.xbill.DNS.EDNSOption;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Header;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.OPTRecord;
import org.xbill.DNS.Opcode;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;

/** Converts the bytes of a DNS query to the bytes of its answer (RFC 1035, EDNS RFC 6891, client subnet RFC 7871). */
final class Answerer {

    private static final Logger LOG = LoggerFactory.getLogger(Answerer.class);
    /** Fits into one datagram on every path without fragmentation. */
    private static final int OUR_UDP_BYTES = 1232;

    private static final int PLAIN_UDP_BYTES = 512;
    static final int TCP_BYTES = 65535;

    private final Supplier<Zone> zone;
    private final UsersLookup usersLookup;
    private final LookUps lookUps;
    private final AtomicInteger turn = new AtomicInteger();

    /** @param lookUps counts queries for names that have addresses */
    Answerer(Supplier<Zone> zone, UsersLookup usersLookup, LookUps lookUps) {
        this.zone = zone;
        this.usersLookup = usersLookup;
        this.lookUps = lookUps;
    }

    /** Empty if the packet needs no answer: it is not a query or cannot be parsed. */
    Optional<byte[]> answer(byte[] packet, InetAddress client, boolean overTcp) {
        Message query;
        try {
            query = new Message(packet);
        } catch (IOException | RuntimeException e) {
            LOG.debug("{} sent an invalid DNS message: {}", client, e.getMessage());
            return Optional.empty();
        }
        if (query.getHeader().getFlag(Flags.QR)) {
            return Optional.empty();
        }
        int limit = overTcp ? TCP_BYTES : udpLimit(query);
        try {
            return Optional.of(respond(query, client).toWire(limit));
        } catch (RuntimeException e) {
            LOG.warn("a query of {} could not be answered", client, e);
            return Optional.of(reply(query, Rcode.SERVFAIL).toWire(limit));
        }
    }

    private Message respond(Message query, InetAddress client) {
        OPTRecord edns = query.getOPT();
        if (edns != null && edns.getVersion() > 0) {
            return withEdns(reply(query, Rcode.NOERROR), Rcode.BADVERS >> 4, List.of());
        }
        Optional<Integer> refusal = whyRefused(query);
        if (refusal.isPresent()) {
            Message refused = reply(query, refusal.get());
            return edns == null ? refused : withEdns(refused, 0, List.of());
        }
        return lookUp(query, client, edns);
    }

    private static Optional<Integer> whyRefused(Message query) {
        if (query.getHeader().getOpcode() != Opcode.QUERY) {
            return Optional.of(Rcode.NOTIMP);
        }
        if (query.getSection(Section.QUESTION).size() != 1) {
            return Optional.of(Rcode.FORMERR);
        }
        Record question = query.getQuestion();
        boolean ours = question.getDClass() == DClass.IN && question.getName().subdomain(Zone.APEX);
        return ours ? Optional.empty() : Optional.of(Rcode.REFUSED);
    }

    private Message lookUp(Message query, InetAddress client, OPTRecord edns) {
        Zone now = zone.get();
        Name name = query.getQuestion().getName();
        Optional<ClientSubnetOption> subnet = clientSubnet(edns);
        InetAddress from = subnet.filter(option -> option.getSourcePrefixLength() > 0)
                .map(ClientSubnetOption::getAddress).orElse(client);
        Optional<String> application = now.application(name);
        Optional<UsersLookup.Match> users = application.flatMap(app -> usersLookup.find(app, literal(from)));
        List<Record> records = now.records(name, query.getQuestion().getType(), users.map(UsersLookup.Match::usersId));
        if (!records.isEmpty() && application.isPresent()) {
            lookUps.counted(application.get(), now.component(name), users.map(UsersLookup.Match::usersId).orElse(""), from.getAddress());
        }

        Message answer = reply(query, now.exists(name) ? Rcode.NOERROR : Rcode.NXDOMAIN);
        answer.getHeader().setFlag(Flags.AA);
        inTurn(records).forEach(record -> answer.addRecord(record, Section.ANSWER));
        if (records.isEmpty()) {
            answer.addRecord(now.authority(), Section.AUTHORITY);
        }
        List<EDNSOption> options = new ArrayList<>();
        subnet.ifPresent(option -> options.add(scoped(option, users)));
        return edns == null ? answer : withEdns(answer, 0, options);
    }

    /** Rotates the records, because most programs use the first address. Replicas come first equally often. */
    private List<Record> inTurn(List<Record> records) {
        List<Record> turned = new ArrayList<>(records);
        Collections.rotate(turned, turn.getAndIncrement());
        return turned;
    }

    private static Optional<ClientSubnetOption> clientSubnet(OPTRecord edns) {
        return Optional.ofNullable(edns).stream()
                .flatMap(opt -> opt.getOptions(EDNSOption.Code.CLIENT_SUBNET).stream())
                .filter(ClientSubnetOption.class::isInstance)
                .map(ClientSubnetOption.class::cast)
                .findFirst();
    }

    /** States the prefix length for which the answer holds, so that a resolver does not reuse it for other clients. */
    private static ClientSubnetOption scoped(ClientSubnetOption asked, Optional<UsersLookup.Match> users) {
        int source = asked.getSourcePrefixLength();
        int scope = source == 0 ? 0 : users.map(UsersLookup.Match::prefixLength).orElse(source);
        return new ClientSubnetOption(source, scope, asked.getAddress());
    }

    private static Message reply(Message query, int rcode) {
        Message reply = new Message(query.getHeader().getID());
        Header header = reply.getHeader();
        header.setFlag(Flags.QR);
        header.setOpcode(query.getHeader().getOpcode());
        header.setRcode(rcode);
        if (query.getHeader().getFlag(Flags.RD)) {
            header.setFlag(Flags.RD);
        }
        query.getSection(Section.QUESTION).stream().limit(1).forEach(record -> reply.addRecord(record, Section.QUESTION));
        return reply;
    }

    private static Message withEdns(Message reply, int extendedRcode, List<EDNSOption> options) {
        reply.addRecord(new OPTRecord(OUR_UDP_BYTES, extendedRcode, 0, 0, options), Section.ADDITIONAL);
        return reply;
    }

    private static int udpLimit(Message query) {
        OPTRecord edns = query.getOPT();
        return edns == null ? PLAIN_UDP_BYTES : Math.min(OUR_UDP_BYTES, Math.max(PLAIN_UDP_BYTES, edns.getPayloadSize()));
    }

    /** Removes the zone index of a link-local address, which a prefix does not contain. */
    private static String literal(InetAddress address) {
        return address.getHostAddress().replaceAll("%.*", "");
    }
}
