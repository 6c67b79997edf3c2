package org.caravan.server.partition;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.caravan.json.Json;
import org.caravan.plan.planner.PartitionJob;

/** Serialised form of the data that all partitions of one problem share: JSON, compressed with GZIP. */
record SentJob(SentProblem problem, List<PartitionJob.Seated> seated) {

    /**
     * Version of the format of these records. Increase it if a server with another version would misread the message instead of failing.
     */
    static final int FORMAT = 1;

    static byte[] bytes(PartitionJob job) {
        String json = Json.write(new SentJob(SentProblem.of(job.problem()), job.seated()));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * @param number number of the partition
     * @throws RuntimeException if the bytes cannot be read, for example because another version wrote them
     */
    static PartitionJob read(byte[] bytes, int number) {
        try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            SentJob sent = Json.read(new String(gzip.readAllBytes(), StandardCharsets.UTF_8), SentJob.class);
            return new PartitionJob(sent.problem().problem(), sent.seated(), number);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
