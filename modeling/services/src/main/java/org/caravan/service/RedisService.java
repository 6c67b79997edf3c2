package org.caravan.service;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Redis, empty or filled from a snapshot. */
final class RedisService implements Engine {

    private static final int PORT = 6379;
    private static final String MAGIC = "REDIS";
    /** Version of the snapshots of Redis 7.0. */
    private static final int NEWEST_SNAPSHOT = 10;
    private static final int OLDEST_WITH_CHECKSUM = 5;
    /** End of a snapshot: this byte, then a checksum of 8 bytes. */
    private static final int END = 0xff;
    private static final int CHECKSUM = 8;
    private static final long MIB = 1L << 20;
    private static final long SMALLEST = 32;
    /** Memory of the keys of a snapshot, as a multiple of its size. */
    private static final long GROWTH = 4;

    @Override
    public boolean stateful() {
        return true;
    }

    @Override
    public ServiceComponent inspect(ServiceRequest request, Faults faults) {
        Optional<Upload> upload = request.upload();
        upload.ifPresent(snapshot -> check(snapshot, faults));
        long size = upload.map(Upload::size).orElse(0L);
        long data = Math.max(SMALLEST, (size * GROWTH + MIB - 1) / MIB);
        // A rewrite of the log forks: pages that change meanwhile exist twice.
        long memory = data * 2;
        List<LayerFile> layer = upload.filter(snapshot -> !snapshot.entries().isEmpty())
                .map(snapshot -> List.of(new LayerFile(LayerFile.ROOT + "dump.rdb", snapshot.entries().get(0)))).orElse(List.of());
        return new ServiceComponent("Redis" + upload.map(snapshot -> ", filled from " + snapshot.name() + " at its first start").orElse(""),
                true, 0, "It stores data on its host, so it has one copy, and planning never moves it without consent.",
                new ServiceComponent.Form("0.1..1", memory + " MiB", Math.max(1, data * 4 / 1024) + " GiB",
                        new TreeMap<>(Map.of("REDIS_MEMORY", data + "mb", "REDIS_EVICTION", "noeviction")),
                        "REDIS_MEMORY is the limit of the data, half of the memory. For a cache: REDIS_EVICTION \"allkeys-lru\"."),
                "redis", PORT, Optional.empty(),
                new ServiceComponent.Request("command", "", "turns 1  bytes 0.5 KiB  service-time 1..2 ms"), layer, true);
    }

    private static void check(Upload upload, Faults faults) {
        if (upload.folder() || !upload.hasType(".rdb")) {
            faults.error("upload-type", upload.name() + " is not a snapshot of Redis (.rdb).",
                    "write one: redis-cli --rdb dump.rdb; or create an empty store without FROM.");
            return;
        }
        try {
            read(upload, faults);
        } catch (IOException e) {
            faults.error("snapshot-unreadable", upload.name() + " cannot be read: " + e.getMessage() + ".",
                    "write it again: redis-cli --rdb " + upload.name() + ".");
        }
    }

    private static void read(Upload upload, Faults faults) throws IOException {
        UploadEntry entry = upload.entries().get(0);
        try (DataInputStream in = new DataInputStream(upload.content().open(entry))) {
            String head = new String(in.readNBytes(MAGIC.length() + 4), StandardCharsets.ISO_8859_1);
            String digits = head.startsWith(MAGIC) ? head.substring(MAGIC.length()) : "";
            if (!digits.matches("[0-9]{4}")) {
                throw new IOException("it does not begin as a snapshot of Redis does");
            }
            int version = Integer.parseInt(digits);
            if (version > NEWEST_SNAPSHOT) {
                faults.error("snapshot-too-new", upload.name() + " is a snapshot of version " + version
                        + "; the engine, Redis 7.0, reads up to " + NEWEST_SNAPSHOT + ".", "write the snapshot with Redis 7.0 or earlier.");
            } else if (version >= OLDEST_WITH_CHECKSUM) {
                in.skipNBytes(Math.max(0, entry.size() - head.length() - CHECKSUM - 1));
                if (in.read() != END) {
                    throw new EOFException("its end is missing");
                }
            }
        }
    }
}
