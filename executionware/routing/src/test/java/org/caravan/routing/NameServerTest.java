package org.caravan.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.infrastructure.IpFamily;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.OPTRecord;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/** How queries arrive, and what arrives instead of queries. */
class NameServerTest extends OnLoopback {

    @Test
    void tcpAnswersAsUdpDoes() throws Exception {
        Message answer = Dig.send(names.addresses().get(1), Dig.query(FRONTEND, Type.A), true);
        assertThat(data(answer)).containsExactly("10.1.2.100");
    }

    @Test
    void namesOfOthersAreRefused() throws Exception {
        assertThat(ask("example.org.", Type.A).getRcode()).isEqualTo(Rcode.REFUSED);
        assertThat(ask("notcaravan.", Type.A).getRcode()).isEqualTo(Rcode.REFUSED);
        Record chaos = Record.newRecord(Name.fromString(FRONTEND), Type.A, DClass.CHAOS);
        assertThat(Dig.send(names.addresses().get(0), Message.newQuery(chaos), false).getRcode()).isEqualTo(Rcode.REFUSED);
    }

    @Test
    void longAnswerIsCutForUdpAndWholeOverTcp() throws Exception {
        names.set("many", 1, IntStream.range(1, 200)
                .mapToObj(i -> entry("bergen", "frontend", IpFamily.IPV4, "10.1.2." + i))
                .toList());
        Message cut = Dig.send(names.addresses().get(0), Dig.query("frontend.many.caravan.", Type.A), false);
        assertThat(cut.getHeader().getFlag(Flags.TC)).isTrue();
        Message whole = Dig.send(names.addresses().get(0), Dig.query("frontend.many.caravan.", Type.A), true);
        assertThat(data(whole)).hasSize(199);
    }

    @Test
    void laterEdnsVersionIsRefusedByItsNumber() throws Exception {
        Message query = Dig.query(FRONTEND, Type.A);
        query.addRecord(new OPTRecord(1232, 0, 1), Section.ADDITIONAL);
        assertThat(Dig.send(names.addresses().get(0), query, false).getRcode()).isEqualTo(Rcode.BADVERS);
    }

    @Test
    void noPacketHurtsTheServer() throws Exception {
        Random random = new Random(7);
        byte[] good = Dig.query(FRONTEND, Type.A).toWire();
        try (DatagramSocket socket = new DatagramSocket()) {
            for (int i = 0; i < 2000; i++) {
                byte[] packet = i % 2 == 0 ? good.clone() : new byte[random.nextInt(200)];
                for (int spoilt = 0; spoilt < 4 && packet.length > 0; spoilt++) {
                    packet[random.nextInt(packet.length)] = (byte) random.nextInt();
                }
                socket.send(new DatagramPacket(packet, packet.length, names.addresses().get(0)));
            }
        }
        // The flood may still fill the receive buffer of the kernel, which drops what does not fit: ask as resolvers do, again.
        try (Socket half = new Socket(names.addresses().get(0).getAddress(), names.addresses().get(0).getPort())) {
            half.getOutputStream().write(new byte[] {0});
        }
        assertThat(data(ask(FRONTEND, Type.A))).containsExactly("10.1.2.100");
        assertThat(data(Dig.send(names.addresses().get(0), Dig.query(FRONTEND, Type.A), true))).containsExactly("10.1.2.100");
    }

    @Test
    void portOfAnotherProgramIsNamed() {
        List<InetSocketAddress> taken = List.of(loopback(), names.addresses().get(0));
        assertThatThrownBy(() -> EntryNames.listen(taken, (application, address) -> Optional.empty()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(String.valueOf(names.addresses().get(0).getPort()))
                .hasMessageContaining("Another program uses the port");
    }

    @Test
    void entryWithoutAddressLiteralChangesNothing() throws Exception {
        assertThatThrownBy(() -> names.set("sock-shop", 2, List.of(entry("bergen", "frontend", IpFamily.IPV4, "ohio"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ohio");
        assertThat(data(ask(FRONTEND, Type.A))).containsExactly("10.1.2.100");
    }
}
