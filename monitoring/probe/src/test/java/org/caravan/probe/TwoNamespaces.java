package org.caravan.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Two machines joined by a cable of 100 Mbit/s, each in the prefix of its own ISP, each the other's gateway. Names are random, so that
 * others' namespaces are left alone.
 */
final class TwoNamespaces implements AutoCloseable {

    static final String BERGEN_V4 = "10.91.1.10";
    static final String NARVIK_V4 = "10.91.2.10";
    static final String BERGEN_V6 = "fd91:1::10";
    static final String NARVIK_V6 = "fd91:2::10";

    private final String prefix = "cvp" + Integer.toHexString(RandomGenerator.getDefault().nextInt(0x10000, 0xfffff));
    private final Path tools;

    private TwoNamespaces(Path tools) {
        this.tools = tools;
    }

    /** Why they cannot be made here; empty where they can. */
    static Optional<String> missing() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return Optional.of("network namespaces need root");
        }
        return List.of("ip", "tc", "ss", "ping", "netperfmeter", "gcc", "timeout").stream()
                .filter(tool -> !isThere(tool))
                .findFirst()
                .map(tool -> "there is no " + tool + " here");
    }

    static TwoNamespaces up(Path folder) throws IOException {
        TwoNamespaces made = new TwoNamespaces(Files.createDirectories(folder.resolve("tools")));
        made.tools();
        try {
            made.network();
        } catch (RuntimeException e) {
            made.close();
            throw e;
        }
        return made;
    }

    String bergen() {
        return prefix + "-b";
    }

    String narvik() {
        return prefix + "-n";
    }

    /** Tools as on a machine whose kernel has SCTP. */
    LocalShell shell() {
        return LocalShell.inNamespaces(tools + ":" + System.getenv("PATH"));
    }

    /** A folder that has these tools and no other. */
    Path folderWith(String... names) throws IOException {
        Path folder = Files.createDirectories(tools.resolve("only"));
        for (String name : names) {
            Path tool = Path.of(run("sh", "-c", "command -v " + name).strip());
            if (tool.isAbsolute() && !Files.exists(folder.resolve(name))) {
                // Not a copy, since Python looks for its library beside itself.
                Path real = name.equals("python3") ? Path.of("/usr/bin/python3") : tool;
                Files.writeString(folder.resolve(name), "#!/bin/sh\nexec " + real + " \"$@\"\n");
                folder.resolve(name).toFile().setExecutable(true);
            }
        }
        return folder;
    }

    void defaultRoute(String namespace, String... route) {
        List<String> command = new ArrayList<>(List.of("ip", "-n", namespace, "route", "replace", "default"));
        command.addAll(List.of(route));
        run(command.toArray(String[]::new));
    }

    /** As behind a firewall that drops ICMP. */
    void ignoreEchoes(String namespace) {
        run("ip", "netns", "exec", namespace, "sysctl", "-q", "-w", "net.ipv4.icmp_echo_ignore_all=1", "net.ipv6.icmp.echo_ignore_all=1");
    }

    /** As behind a firewall that lets only TCP and ICMP through. */
    void dropUdp(String namespace) {
        run("ip", "netns", "exec", namespace, "nft", "add table inet caravan; add chain inet caravan input"
                + " { type filter hook input priority 0; }; add rule inet caravan input meta l4proto udp drop");
    }

    /** Drops all that narvik would answer. */
    void unplug() {
        run("tc", "-n", narvik(), "qdisc", "replace", "dev", "eth0", "root", "tbf", "rate", "8bit", "burst", "1", "limit", "1");
    }

    long sentBytes(String namespace) {
        return counter(namespace, "tx_bytes");
    }

    long receivedBytes(String namespace) {
        return counter(namespace, "rx_bytes");
    }

    private static long counter(String namespace, String name) {
        return Long.parseLong(run("ip", "netns", "exec", namespace, "cat", "/sys/class/net/eth0/statistics/" + name).strip());
    }

    @Override
    public void close() {
        for (String namespace : List.of(bergen(), narvik())) {
            if (Files.exists(Path.of("/run/netns", namespace))) {
                run("ip", "netns", "del", namespace);
            }
        }
    }

    private void tools() throws IOException {
        Path source = tools.resolve("no-sctp.c");
        try (var stream = TwoNamespaces.class.getResourceAsStream("/no-sctp.c")) {
            Files.write(source, stream.readAllBytes());
        }
        run("gcc", "-shared", "-fPIC", "-O2", "-o", tools + "/no-sctp.so", source.toString(), "-ldl");
        Path wrapper = tools.resolve("netperfmeter");
        Files.writeString(wrapper, "#!/bin/sh\nLD_PRELOAD=" + tools + "/no-sctp.so exec /usr/bin/netperfmeter \"$@\"\n");
        wrapper.toFile().setExecutable(true);
    }

    private void network() {
        run("ip", "netns", "add", bergen());
        run("ip", "netns", "add", narvik());
        run("ip", "link", "add", "eth0", "netns", bergen(), "type", "veth", "peer", "name", "eth0", "netns", narvik());
        machine(bergen(), BERGEN_V4, BERGEN_V6, "10.91.2.1", "fd91:2::1", "10.91.1.1", "fd91:1::1");
        machine(narvik(), NARVIK_V4, NARVIK_V6, "10.91.1.1", "fd91:1::1", "10.91.2.1", "fd91:2::1");
        for (String namespace : List.of(bergen(), narvik())) {
            run("ip", "-n", namespace, "-6", "route", "add", "default", "via", namespace.equals(bergen()) ? "fd91:1::1" : "fd91:2::1");
        }
    }

    /** With the other's gateway on its own end of the cable. */
    private void machine(String namespace, String v4, String v6, String othersGate4, String othersGate6, String gate4, String gate6) {
        run("ip", "-n", namespace, "addr", "add", v4 + "/24", "dev", "eth0");
        run("ip", "-n", namespace, "addr", "add", v6 + "/64", "dev", "eth0", "nodad");
        run("ip", "-n", namespace, "addr", "add", othersGate4 + "/32", "dev", "eth0");
        run("ip", "-n", namespace, "addr", "add", othersGate6 + "/128", "dev", "eth0", "nodad");
        run("ip", "-n", namespace, "link", "set", "lo", "up");
        run("ip", "-n", namespace, "link", "set", "eth0", "up");
        run("ip", "-n", namespace, "route", "add", "default", "via", gate4);
        run("tc", "-n", namespace, "qdisc", "add", "dev", "eth0", "root", "tbf", "rate", "100mbit", "burst", "64kb", "latency", "20ms");
    }

    private static boolean isThere(String tool) {
        try {
            return new ProcessBuilder("sh", "-c", "command -v " + tool).start().waitFor() == 0;
        } catch (IOException | InterruptedException e) {
            return false;
        }
    }

    private static String run(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes());
            if (!process.waitFor(20, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + output);
            }
            return output;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(String.join(" ", command), e);
        }
    }
}
