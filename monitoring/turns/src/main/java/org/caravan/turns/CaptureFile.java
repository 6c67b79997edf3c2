package org.caravan.turns;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.caravan.turns.Segment.Socket;

/**
 * Reads pcap and pcapng files with tshark (version 3 or later), which knows their variants, link types and protocols. Only headers of TCP,
 * types of TLS records and request lines of HTTP are asked for.
 */
public final class CaptureFile {

    /** More segments would need more than about 500 MB of heap. */
    static final int MOST_SEGMENTS = 2_000_000;

    /** First word of a file of pcap with times in microseconds or nanoseconds, in both byte orders (draft-ietf-opsawg-pcap section 4). */
    private static final Set<Integer> PCAP = Set.of(0xa1b2c3d4, 0xd4c3b2a1, 0xa1b23c4d, 0x4d3cb2a1);
    private static final String SEPARATOR = "\t";
    private static final List<String> FIELDS = List.of("frame.time_epoch", "ip.src", "ipv6.src", "tcp.srcport", "ip.dst", "ipv6.dst",
            "tcp.dstport", "tcp.seq_raw", "tcp.len", "tcp.flags.syn", "tcp.flags.ack", "http.request.method", "http.request.uri",
            "tls.record.content_type");
    private static final int TLS_APPLICATION_DATA = 23;

    private final Path file;
    private final String program;
    private final Map<String, InetAddress> addresses = new HashMap<>();

    /** @param file capture in any format that tshark reads */
    public CaptureFile(Path file) {
        this(file, "tshark");
    }

    CaptureFile(Path file, String program) {
        this.file = file;
        this.program = program;
    }

    /**
     * All segments of the file that carry payload or open a connection, in the order of the file.
     *
     * @throws CaptureFault {@code capture-missing}, {@code capture-unreadable}, {@code capture-too-large}, {@code tshark-missing}
     */
    Capture readAny() {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new CaptureFault("capture-missing", "The capture " + file + " does not exist or cannot be read.",
                    "check its name and owner: ls -l " + file);
        }
        Path problems = null;
        try {
            problems = Files.createTempFile("caravan-tshark", ".txt");
            return read(problems);
        } catch (IOException e) {
            throw new CaptureFault("capture-unreadable", "The capture " + file + " cannot be read: " + e.getMessage() + ".",
                    "check the space of the folder for temporary files.");
        } finally {
            delete(problems);
        }
    }

    /**
     * The same of a file that a node wrote with tcpdump. Other formats do not reach the parsers of tshark, because a node is not trusted.
     *
     * @throws CaptureFault as {@link #readAny}
     */
    Capture readOfNode() {
        try (InputStream begin = Files.newInputStream(file)) {
            byte[] magic = begin.readNBytes(Integer.BYTES);
            if (magic.length == Integer.BYTES && PCAP.contains(ByteBuffer.wrap(magic).getInt())) {
                return readAny();
            }
        } catch (IOException e) {
            throw new CaptureFault("capture-unreadable", "The capture " + file.getFileName() + " cannot be read: " + e.getMessage() + ".",
                    "look at the folder of the server's data.");
        }
        throw new CaptureFault("capture-unreadable", "The capture " + file.getFileName() + " is no file of pcap.",
                "look at tcpdump on its host.");
    }

    /**
     * What a file contains.
     *
     * @param segments in the order of the file
     * @param cut the file ends in the middle of a packet; everything before is there
     */
    record Capture(List<Segment> segments, boolean cut) {}

    private Capture read(Path problems) throws IOException {
        Process reading = start(problems);
        List<Segment> segments = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(reading.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                segment(line).ifPresent(segments::add);
                if (segments.size() > MOST_SEGMENTS) {
                    throw new CaptureFault("capture-too-large", "The capture " + file + " has more than " + MOST_SEGMENTS
                            + " segments with payload.", "read a part of it: editcap -r " + file + " part.pcap 1-1000000");
                }
            }
        } finally {
            reading.destroy();
        }
        int code = code(reading);
        String said = Files.readString(problems, StandardCharsets.UTF_8);
        boolean cut = said.contains("cut short");
        if (code != 0 && !cut) {
            throw new CaptureFault("capture-unreadable", "The capture " + file + " cannot be read: " + reason(said) + ".",
                    "look at it: capinfos " + file);
        }
        return new Capture(segments, cut);
    }

    /** The same. @throws CaptureFault also {@code capture-without-tcp} if there is no segment */
    Capture read() {
        Capture capture = readAny();
        if (capture.segments().isEmpty()) {
            throw new CaptureFault("capture-without-tcp", "The capture " + file + " contains no TCP segment with payload.",
                    "capture where the traffic passes: tcpdump -i any -w " + file + " tcp");
        }
        return capture;
    }

    private Process start(Path problems) {
        // Reassembly would assign a request line to the last of its segments only; that is still a segment of the same request.
        List<String> command = new ArrayList<>(List.of(program, "-n", "-r", file.toString(), "-Y", "tcp.len > 0 || tcp.flags.syn == 1",
                "-T", "fields", "-E", "separator=/t", "-E", "occurrence=a", "-E", "aggregator=|"));
        FIELDS.forEach(field -> command.addAll(List.of("-e", field)));
        try {
            return new ProcessBuilder(command).redirectError(problems.toFile()).start();
        } catch (IOException e) {
            throw new CaptureFault("tshark-missing", "Captures are read with tshark, which is not installed.", "apt install tshark");
        }
    }

    private static int code(Process reading) {
        try {
            if (!reading.waitFor(10, TimeUnit.SECONDS)) {
                reading.destroyForcibly();
                return -1;
            }
            return reading.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    /** First line that is a reason; tshark also notes that it runs as root. */
    private static String reason(String said) {
        return said.lines().filter(line -> !line.isBlank() && !line.startsWith("Running as user"))
                .map(line -> line.replaceFirst("^tshark: ", "").replaceFirst("\\.$", "")).findFirst().orElse("tshark states no reason");
    }

    /** Empty if tshark shows no addresses or numbers, for example of a segment inside an ICMP error. */
    private Optional<Segment> segment(String line) {
        String[] fields = line.split(SEPARATOR, -1);
        if (fields.length != FIELDS.size()) {
            return Optional.empty();
        }
        try {
            boolean syn = flag(fields[9]);
            boolean opening = syn && !flag(fields[10]);
            Socket source = socket(fields[1], fields[2], fields[3]);
            Socket target = socket(fields[4], fields[5], fields[6]);
            Optional<String> requestLine = fields[11].isEmpty() || fields[12].isEmpty() ? Optional.empty()
                    : Optional.of(first(fields[11]) + " " + first(fields[12]));
            return Optional.of(new Segment(nanos(first(fields[0])), source, target, Long.parseLong(first(fields[7])),
                    Integer.parseInt(first(fields[8])), opening, syn, requestLine, handshake(fields[13])));
        } catch (IllegalArgumentException unexpected) {
            return Optional.empty();
        }
    }

    private Socket socket(String ipv4, String ipv6, String port) {
        String text = first(ipv4.isEmpty() ? ipv6 : ipv4);
        return new Socket(addresses.computeIfAbsent(text, Literal::address), Integer.parseInt(first(port)));
    }

    private static boolean flag(String text) {
        String value = first(text);
        return value.equals("1") || value.equalsIgnoreCase("true");
    }

    private static boolean handshake(String recordTypes) {
        if (recordTypes.isEmpty()) {
            return false;
        }
        for (String type : recordTypes.split("\\|")) {
            if (Integer.parseInt(type) == TLS_APPLICATION_DATA) {
                return false;
            }
        }
        return true;
    }

    private static String first(String field) {
        int next = field.indexOf('|');
        return next < 0 ? field : field.substring(0, next);
    }

    /** {@code seconds.fraction} since the epoch; a double would lose nanoseconds. */
    private static long nanos(String epoch) {
        int point = epoch.indexOf('.');
        String fraction = point < 0 ? "" : epoch.substring(point + 1);
        return Long.parseLong(point < 0 ? epoch : epoch.substring(0, point)) * 1_000_000_000L
                + Long.parseLong((fraction + "000000000").substring(0, 9));
    }

    private static void delete(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            file.toFile().deleteOnExit();
        }
    }
}
