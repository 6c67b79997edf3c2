package org.caravan.adapter.node;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.caravan.adapter.CaptureOrder;
import org.caravan.adapter.CopyCapture;
import org.caravan.adapter.CopyId;

/** Encodes an order as variables of {@code capture.sh}, and writes the packets of its answer to files. */
final class CapturedPackets {

    /** Header of a file and of each packet in the format pcap. */
    private static final int FILE_HEADER = 24;
    private static final int PACKET_HEADER = 16;
    /** Bytes of all files of a call: a hostile host could compress endless zeros. */
    private static final long MOST_WRITTEN = 256L << 20;
    private static final int NANOS = 1_000_000_000;

    private CapturedPackets() {}

    static Map<String, String> variables(CaptureOrder order) {
        String wanted = order.copies().stream().map(id -> CopyVariables.of(id).get("LABEL") + " " + CopyVariables.deviceOf(id) + " "
                + snapLength(order, id) + "\n").collect(Collectors.joining());
        return Map.of("WANTED", wanted, "LIMIT", Long.toString(order.length().toSeconds()),
                "PACKETS", Integer.toString(CaptureOrder.MOST_PACKETS), "MOST", Integer.toString(CaptureOrder.MOST_BYTES));
    }

    private static int snapLength(CaptureOrder order, CopyId id) {
        return order.entries().contains(id) ? CaptureOrder.REQUEST_LINE_BYTES : CaptureOrder.HEADER_BYTES;
    }

    /**
     * @return of the copies that ran, in the order of the answer
     * @throws RuntimeException for output that the script does not write
     */
    static List<CopyCapture> read(CaptureOrder order, String answer, Path folder) {
        List<CopyCapture> captures = new ArrayList<>();
        Set<CopyId> read = new HashSet<>();
        Instant begun = null;
        Instant until = null;
        long left = MOST_WRITTEN;
        for (String line : (Iterable<String>) answer.lines().filter(text -> !text.isBlank())::iterator) {
            String[] words = line.split(" ");
            if (words[0].equals("begun") && words.length == 3 && begun == null) {
                begun = time(words[1]);
                until = time(words[2]);
            } else if (words[0].equals("copy") && words.length == 5 && begun != null && words[4].startsWith(".")) {
                CopyId id = order.copies().stream().filter(copy -> copy.label().equals(words[1]) && read.add(copy)).findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("a copy that was not asked for, or twice: " + words[1]));
                Path file = folder.resolve(id.label() + ".pcap");
                long most = Math.min(left, FILE_HEADER
                        + (long) CaptureOrder.MOST_PACKETS * (snapLength(order, id) + PACKET_HEADER));
                Written written = write(Base64.getDecoder().decode(words[4].substring(1)), file, most);
                left -= written.bytes();
                captures.add(new CopyCapture(id, file, begun, until, written.cut() || words[2].equals("yes"),
                        Math.max(0, Long.parseLong(words[3]))));
            } else {
                throw new IllegalArgumentException("no line of a capture: " + line.substring(0, Math.min(line.length(), 80)));
            }
        }
        return captures;
    }

    private static Instant time(String text) {
        long nanos = Long.parseUnsignedLong(text);
        return Instant.ofEpochSecond(nanos / NANOS, nanos % NANOS);
    }

    private record Written(long bytes, boolean cut) {}

    /** @param most bytes of the file */
    private static Written write(byte[] compressed, Path file, long most) {
        long written = 0;
        byte[] part = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(file)) {
            try (InputStream packets = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
                for (int read = packets.read(part); read >= 0; read = packets.read(part)) {
                    if (written + read > most) {
                        throw new IllegalArgumentException("more than " + most + " bytes of packets");
                    }
                    out.write(part, 0, read);
                    written += read;
                }
                return new Written(written, false);
            } catch (EOFException end) {
                return new Written(written, true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
