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
import org.caravan.plan.PartitionJob;

/** What the partitions of one problem have in common, on its way to other servers: JSON, compressed by GZIP. */
record SentJob(SentProblem problem, List<PartitionJob.Seated> seated) {

    /** Of these records as they are. To be changed with them where a server that has it otherwise would read something else, not merely nothing. */
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
     * @param number of the partition that is meant
     * @throws RuntimeException if a server of another version wrote them
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
