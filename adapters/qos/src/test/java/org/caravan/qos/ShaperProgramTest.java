package org.caravan.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The program on the node divides exactly as the allocator does, and reads the files of copies. */
@EnabledIf("hasPerl")
class ShaperProgramTest {

    private static final BitRate LINE = BitRate.ofMbps(94);

    @TempDir
    private Path folder;

    static boolean hasPerl() {
        return Files.isExecutable(Path.of("/usr/bin/perl"));
    }

    @Test
    void itDividesAsTheAllocator() throws Exception {
        Path program = Files.writeString(folder.resolve("shaper"), ShaperProgram.text());
        Random random = new Random(7);
        for (int example = 0; example < 20; example++) {
            List<Claim> claims = CreditAllocatorTest.generated(random);
            List<Double> expected = CreditAllocator.credits(LINE, claims);
            List<Double> parts = divided(program, claims);
            assertThat(parts).hasSameSizeAs(expected);
            for (int index = 0; index < parts.size(); index++) {
                assertThat(parts.get(index)).as(claims.toString()).isCloseTo(expected.get(index), within(1.0));
            }
        }
    }

    /** Two plans say different capacities of a link: the one that was written last counts, not the one whose name sorts last. */
    @Test
    void theFileThatWasWrittenLastSaysTheCapacity() throws Exception {
        copy("var/lib/lxc/shop.a.1.1", "10.0.0.5", "written 200.5\nbridge nobridge\nnet Line 10.0.0.5/24\nlink Line 50000000 0 - 1\n");
        copy("var/lib/lxc/shop.b.1.1", "10.0.0.6", "written 100.5\nbridge nobridge\nnet Line 10.0.0.6/24\nlink Line 20000000 1000 - 1\n");
        copy("var/lib/caravan/docker/shop.c.1.1", "10.0.0.7", "");
        assertThat(files()).containsExactly("link Line 50000000", "copy shop.a.1.1 Line 0 - 1 10.0.0.5",
                "copy shop.b.1.1 Line 1000 - 1 10.0.0.6", "copy shop.c.1.1 Line 0 - 1 10.0.0.7");
    }

    /** A plan without the downlink that was written last removes the inbound division. */
    @Test
    void theInboundCapacityIsLessThanTheDownlinkAndOfTheFileThatWasWrittenLast() throws Exception {
        copy("var/lib/lxc/shop.a.1.1", "10.0.0.5", "written 100.5\nbridge nobridge\nnet Line 10.0.0.5/24\nlink Line 50000000 0 - 1\n"
                + "inbound Line 20000000\n");
        assertThat(files()).containsExactly("link Line 50000000", "inbound Line 19000000", "copy shop.a.1.1 Line 0 - 1 10.0.0.5");
        copy("var/lib/lxc/shop.b.1.1", "10.0.0.6", "written 200.5\nbridge nobridge\nnet Line 10.0.0.6/24\nlink Line 50000000 0 - 1\n");
        assertThat(files()).contains("link Line 50000000").noneMatch(line -> line.startsWith("inbound"));
    }

    @Test
    void containersAreWhereLxcHasThem() throws Exception {
        copy("srv/containers/shop.a.1.1", "fd00::5", "bridge nobridge\nnet Line fd00::5/64\nlink Line 50000000 0 - 1\n");
        write("etc/lxc/lxc.conf", "lxc.lxcpath = /srv/containers\n");
        assertThat(files()).containsExactly("link Line 50000000", "copy shop.a.1.1 Line 0 - 1 fd00::5");
    }

    @Test
    void aDefaultRouteOfEitherVersionLeadsOutOfTheHost() throws Exception {
        copy("var/lib/lxc/shop.a.1.1", "fd00::5", "bridge nobridge\nnet Line fd00::5/64\nlink Line 50000000 0 - 1\n");
        String none = "0".repeat(32);
        write("proc/net/route", "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n"
                + "eth4 0000000A 00000000 0001 0 0 0 00FFFFFF 0 0 0\n");
        write("proc/net/ipv6_route", none + " 00 " + none + " 00 fe800000000000000000000000000001 00000400 1 0 00000003 eth6\n"
                + none + " 00 " + none + " 00 " + none + " ffffffff 1 0 00200200 lo\n");
        assertThat(files()).contains("uplink eth6").noneMatch(line -> line.matches("uplink (eth4|lo)"));
    }

    @Test
    void aDefaultRouteOfIpv6CountsOnlyWithoutOneOfIpv4() throws Exception {
        copy("var/lib/lxc/shop.a.1.1", "fd00::5", "bridge nobridge\nnet Line fd00::5/64\nlink Line 50000000 0 - 1\n");
        String none = "0".repeat(32);
        write("proc/net/route", "eth4 00000000 0100000A 0003 0 0 0 00000000 0 0 0\n");
        write("proc/net/ipv6_route", none + " 00 " + none + " 00 fe800000000000000000000000000001 00000400 1 0 00000003 eth6\n");
        assertThat(files()).contains("uplink eth4").doesNotContain("uplink eth6");
    }

    /** The kernel counts packets in 32 bits. */
    @Test
    void countersOfPacketsMayBeginAgain() throws Exception {
        long most = 1L << 32;
        assertThat(counted(100_000 + " " + (most - 10) + " " + (most - 1), "100500 5 4")).isEqualTo("500 15 1500");
        assertThat(counted("100000 50 40", "101000 60 50", "2000 7 20")).as("the class was made again").isEqualTo("3000 17 1700");
        assertThat(counted("1000 50 1", "9000 7 20")).as("and has sent more than before").isEqualTo("8000 7 2947");
    }

    /** What was borrowed from a copy that queues is given back, but nothing that a minimum or a maximum forbids. */
    @Test
    void whatACopyLostIsGivenBack() throws Exception {
        assertThat(carried("0 - 1 9000000", "0 - 1 11000000")).as("lost to the other").containsExactly(10_000_000.0, 10_000_000.0);
        assertThat(carried("0 - 1 7000000", "0 - 1 13000000")).as("more than noise").containsExactly(10_400_000.0, 9_600_000.0);
        assertThat(carried("0 - 1 7000000", "0 - 1 7000000")).as("lost to a pause of the machine")
                .containsExactly(10_000_000.0, 10_000_000.0);
        assertThat(carried("12000000 - 1 9000000", "0 - 1 11000000")).as("a minimum").containsExactly(12_240_000.0, 7_440_000.0);
        assertThat(carried("12000000 - 1 15000000", "0 - 1 5000000")).as("more than a minimum").containsExactly(12_000_000.0, 8_000_000.0);
        assertThat(carried("0 5000000 1 1000000", "0 - 1 15000000")).as("a maximum").containsExactly(5_000_000.0, 15_000_000.0);
    }

    /** @return rates after a tick in which all copies of a link of 20 Mbit/s queued */
    private List<Double> carried(String... lines) throws Exception {
        Path program = Files.writeString(folder.resolve("shaper"), ShaperProgram.text());
        Path used = Files.writeString(folder.resolve("used"), String.join("\n", lines) + "\n");
        return output("sh", "-c", "perl " + program + " carry 20000000 0.1 <" + used).stream().map(Double::valueOf).toList();
    }

    /** A train of 64 KiB is half a second at 1 Mbit/s; it stays whole at 1 Gbit/s, and where the kernel has no TBF. */
    @Test
    @Tag("real")
    void segmentTrainsOfSlowCopiesAreSplit() throws Exception {
        Path program = Files.writeString(folder.resolve("shaper"), ShaperProgram.text());
        copy("var/lib/lxc/shop.a.1.1", "10.0.0.5", "bridge br7\nnet Line 10.0.0.5/24\nlink Line 4000000 0 2000000 1\n");
        copy("var/lib/lxc/shop.b.1.1", "10.0.0.6", "bridge br7\nnet Line 10.0.0.6/24\nlink Line 4000000 1000 - 1\n");
        Path bin = Files.createDirectories(folder.resolve("refusing"));
        assertThat(output("unshare", "--net", "--mount", "bash", "-c", """
                set -e
                mount -t sysfs none /sys
                ip link add br7 type bridge && ip link set br7 up
                ip link add up1 type veth peer name far-up1 && ip link set up1 up && ip link set up1 master br7
                leaves() { echo $1: $(tc qdisc show dev up1 |
                    sed -n 's/^qdisc \\(tbf\\|bfifo\\) .* parent ca7a:\\([0-9]*\\) .*/\\2 \\1/p' | sort); }
                %1$s apply && leaves slow
                sed -i 's/4000000/1000000000/' %3$s/var/lib/lxc/*/bandwidth
                %1$s apply && leaves fast && %1$s holds
                sed -i 's/1000000000/4000000/' %3$s/var/lib/lxc/*/bandwidth
                %1$s apply && leaves again
                rm %3$s/run/caravan/trains
                printf '#!/bin/bash\n[[ "$*" != *tbf* ]] || exit 1\nexec %%s "$@"\n' "$(command -v tc)" >%2$s/tc && chmod 755 %2$s/tc
                PATH=%2$s:$PATH %1$s apply && leaves without
                """.formatted("env SHAPER_ROOT=" + folder + " perl " + program, bin, folder)))
                .containsExactly("slow: 10 tbf 11 tbf", "fast: 10 tbf 11 bfifo", "shop.a.1.1", "shop.b.1.1", "again: 10 tbf 11 tbf",
                        "without: 10 bfifo 11 bfifo");
    }

    private String counted(String... lines) throws Exception {
        Path program = Files.writeString(folder.resolve("shaper"), ShaperProgram.text());
        Path counters = Files.writeString(folder.resolve("counters"), String.join("\n", lines) + "\n");
        return output("sh", "-c", "perl " + program + " count <" + counters).get(0);
    }

    /** With a bridge of its own in a network of its own; the files of copies are in a folder of the test. */
    @Test
    @Tag("real")
    void nothingStaysOnAFormerUplinkOrWhenTheFilterIsRefused() throws Exception {
        Path program = Files.writeString(folder.resolve("shaper"), ShaperProgram.text());
        copy("var/lib/lxc/shop.a.1.1", "10.0.0.5", "bridge br7\nnet Line 10.0.0.5/24\nlink Line 50000000 1000000 - 1\n");
        Path bin = Files.createDirectories(folder.resolve("refusing"));
        Files.writeString(bin.resolve("nft"), "#!/bin/sh\necho refused >&2\nexit 1\n");
        assertThat(bin.resolve("nft").toFile().setExecutable(true)).isTrue();
        String shaper = "env SHAPER_ROOT=" + folder + " perl " + program;
        assertThat(output("unshare", "--net", "--mount", "bash", "-c", """
                set -e
                mount -t sysfs none /sys
                ip link add br7 type bridge && ip link set br7 up
                for one in up1 up2; do ip link add $one type veth peer name far-$one; ip link set $one up; done
                ip link set up1 master br7
                ! PATH=%2$s:$PATH %1$s apply 2>/dev/null || echo accepted
                tc qdisc show | grep -c 'htb ca7a' || true
                tc qdisc add dev up1 root handle 7: pfifo limit 77
                real=$(command -v tc)
                printf '#!/bin/sh\n[ "$1" != -batch ] || exit 1\nexec %%s "$@"\n' $real >%2$s/tc && chmod 755 %2$s/tc
                ! PATH=%2$s:$PATH %1$s apply 2>/dev/null || echo accepted
                tc qdisc show dev up1 | grep -o 'limit 77p'
                rm %2$s/tc
                %1$s apply
                %1$s holds
                sed -i 's/50000000 1000000/50000000 2000000/' %3$s/var/lib/lxc/shop.a.1.1/bandwidth
                echo not applied: $(%1$s holds)
                ! PATH=%2$s:$PATH %1$s apply 2>/dev/null || echo accepted
                ip link set up1 nomaster && ip link set up2 master br7
                %1$s apply
                tc qdisc show | sed -n 's/qdisc htb ca7a: dev \\([^ ]*\\) root.*/\\1/p'
                rm -r %3$s/var/lib/lxc/shop.a.1.1
                %1$s apply
                tc qdisc show | grep -c 'htb ca7a' || true
                """.formatted(shaper, bin, folder))).containsExactly("0", "limit 77p", "shop.a.1.1", "not applied:", "up2", "0");
    }

    /** As before; `ip` refuses the device first, as without its module, then nft refuses to forward to it. */
    @Test
    @Tag("real")
    void withoutInboundClassesTheOutboundOnesAreInForce() throws Exception {
        Path program = Files.writeString(folder.resolve("shaper"), ShaperProgram.text());
        copy("var/lib/lxc/shop.a.1.1", "10.0.0.5", "bridge br7\nnet Line 10.0.0.5/24\nlink Line 50000000 1000000 - 1\n"
                + "inbound Line 20000000\n");
        Path bin = Files.createDirectories(folder.resolve("refusing"));
        String shaper = "env SHAPER_ROOT=" + folder + " perl " + program;
        assertThat(output("unshare", "--net", "--mount", "bash", "-c", """
                set -e
                mount -t sysfs none /sys
                ip link add br7 type bridge && ip link set br7 up
                ip link add up1 type veth peer name far-up1 && ip link set up1 up && ip link set up1 master br7
                refuse() { # COMMAND PATTERN
                    printf '#!/bin/bash\\n[ "$1" != -f ] || text=$(cat)\\n[[ "$*$text" != *"%%s"* ]] \
                || exit 1\\nexec %%s "$@" <<<"$text"\\n' \
                        "$2" "$(command -v $1)" >%2$s/$1
                    chmod 755 %2$s/$1
                }
                state() { echo "$1: $(tc qdisc show | sed -n 's/qdisc htb ca7a: dev \\([^ ]*\\) root.*/\\1/p' | xargs)," \
                    "$(%1$s holds), $(cat %3$s/run/caravan/inbound 2>/dev/null || echo both)"; }
                refuse ip 'type ifb'
                PATH=%2$s:$PATH %1$s apply
                state 'no device'
                rm %2$s/ip
                refuse nft 'fwd to'
                PATH=%2$s:$PATH %1$s apply
                state 'no forwarding'
                ip -br link show caravan-in 2>/dev/null || echo no device left
                rm %2$s/nft
                %1$s apply
                state all
                ip link set caravan-in down
                state down
                %1$s apply
                state up
                nft list table netdev bandwidth_caravan | grep -o '10.0.0.5 : [^ ,]*'
                nft delete table netdev bandwidth_caravan
                state 'no filter'
                ip link delete caravan-in
                %1$s apply
                state again
                sed -i '/^inbound/d' %3$s/var/lib/lxc/shop.a.1.1/bandwidth
                %1$s apply
                state outbound
                """.formatted(shaper, bin, folder))).containsExactly("no device: up1, shop.a.1.1, its kernel has no IFB devices",
                "no forwarding: up1, shop.a.1.1, nft refuses the classes: nft -f - fails", "no device left",
                "all: up1 caravan-in, shop.a.1.1, both", "down: up1 caravan-in, , both", "up: up1 caravan-in, shop.a.1.1, both",
                "10.0.0.5 : ca7a:10", "10.0.0.5 : ca7a:10", "no filter: up1 caravan-in, , both",
                "again: up1 caravan-in, shop.a.1.1, both", "outbound: up1, shop.a.1.1, both");
    }

    private List<String> files() throws Exception {
        Path program = Files.writeString(folder.resolve("shaper"), ShaperProgram.text());
        return output("env", "SHAPER_ROOT=" + folder, "/usr/bin/perl", program.toString(), "files");
    }

    private static List<String> output(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
        return lines;
    }

    private void copy(String name, String address, String bandwidth) throws IOException {
        write(name + "/caravan", "spec x\naddress " + address + "\n");
        write(name + "/bandwidth", bandwidth);
    }

    private void write(String name, String text) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.writeString(folder.resolve(name), text);
    }

    private static List<Double> divided(Path program, List<Claim> claims) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("/usr/bin/perl", program.toString(), "divide", Long.toString(LINE.value()))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        StringBuilder lines = new StringBuilder();
        claims.forEach(claim -> lines.append(claim.min().value()).append(' ')
                .append(claim.max().map(max -> Long.toString(max.value())).orElse("-")).append(' ').append(claim.share()).append('\n'));
        process.getOutputStream().write(lines.toString().getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        List<Double> parts = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().map(Double::valueOf)
                .toList();
        assertThat(process.waitFor()).isZero();
        return parts;
    }
}
