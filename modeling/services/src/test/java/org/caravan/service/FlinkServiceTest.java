package org.caravan.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.caravan.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FlinkServiceTest {

    private static final String USE = "\1Lorg/apache/flink/streaming/api/environment/StreamExecutionEnvironment;";

    /** A job whose class is compiled for Java 17 and names a class of Flink. */
    static Upload job() {
        return Uploads.file("job.jar", jar(17, Map.of("Main-Class", "app.Main"), "app/Main.class", USE));
    }

    private static byte[] jar(int java, Map<String, String> attributes, String file, String content) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach((name, value) -> manifest.getMainAttributes().putValue(name, value));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
            jar.putNextEntry(new ZipEntry(file));
            jar.write(new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, (byte) (java + 44)});
            jar.write(content.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    private static ServiceDraft draft(Upload upload) {
        return draft(upload, "bergen");
    }

    private static ServiceDraft draft(Upload upload, String... sites) {
        return Services.draft(new ServiceRequest(ServiceKind.FLINK, "counts", Optional.of(upload), List.of(sites), List.of()));
    }

    static Stream<Arguments> faults() {
        Map<String, String> main = Map.of("Main-Class", "app.Main");
        return Stream.of(
                Arguments.of("upload-type", Uploads.folder(Map.of("job.jar", "")), "site is not a .jar file"),
                Arguments.of("upload-type", Uploads.file("job.py", new byte[1]), "job.py is not a .jar file"),
                Arguments.of("upload-too-large", Uploads.folder(Map.of(), UploadEntry.file("job.jar", (1L << 30) + 1)), "1024.0 MiB"),
                Arguments.of("jar-unreadable", Uploads.file("job.jar", "text".getBytes()), "job.jar cannot be read as an archive"),
                Arguments.of("no-entry-point", Uploads.file("job.jar", jar(17, Map.of(), "app/Main.class", USE)), "names no Main-Class"),
                Arguments.of("no-entry-point", Uploads.file("job.jar", jar(17, Map.of("program-class", "app.Man"), "app/Main.class", USE)),
                        "(app.Man) of job.jar is not in it"),
                Arguments.of("no-flink-job", Uploads.file("job.jar", jar(17, main, "app/Main.class", "java/lang/Object")),
                        "No class of job.jar uses Flink"),
                Arguments.of("jar-incomplete", Uploads.file("job.jar", jar(17, Map.of("Main-Class", "app.Main", "Class-Path", "lib/x.jar"),
                        "app/Main.class", USE)), "lib/x.jar"),
                Arguments.of("java-too-new", Uploads.file("job.jar", jar(21, main, "app/Main.class", USE)),
                        "app/Main.class in job.jar is compiled for Java 21"));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("faults")
    void anUploadThatIsNoJobIsRefusedWithThePlaceOfItsFault(String code, Upload upload, String text) {
        ServiceDraft draft = draft(upload);
        assertThat(draft.service()).isEmpty();
        assertThat(draft.findings()).extracting(Diagnostic::code).containsExactly(code);
        assertThat(draft.findings().get(0).text()).contains(text).contains("\n    Maybe ");
    }

    @Test
    void usersAreRefusedBecauseTheyCouldRunTheirOwnProgramsThere() {
        ServiceDraft draft = Services.draft(new ServiceRequest(ServiceKind.FLINK, "counts", Optional.of(job()), List.of("bergen"),
                List.of(new ServiceRequest.UserGroup("home", "BKK", "ipv4", "1"))));
        assertThat(draft.service()).isEmpty();
        assertThat(draft.findings()).extracting(Diagnostic::code).containsExactly("users-run-code");
        assertThat(draft.findings().get(0).text()).contains("\n    Maybe create counts without users (--users)");
    }

    @Test
    void aJobRunsAtOneSite() {
        for (ServiceDraft draft : List.of(draft(job(), new String[0]), draft(job(), "bergen", "oslo"))) {
            assertThat(draft.service()).isEmpty();
            assertThat(draft.findings()).extracting(Diagnostic::code).containsExactly("several-sites");
            assertThat(draft.findings().get(0).text()).contains("\n    Maybe name the one site of the job: --require SITE.");
        }
    }

    @Test
    void theClassToStartCanBeNamedAsFlinkDoes() {
        Upload upload = Uploads.file("job.jar", jar(17, Map.of("program-class", "app.Main", "Main-Class", "other.Main"), "app/Main.class",
                USE));
        assertThat(draft(upload).service().orElseThrow().model(List.of("amd64"))).contains("// The job app.Main (job.jar), by Flink 2.3.");
    }

    @Test
    void aUseOfFlinkIsFoundAcrossBlocks() {
        for (int at = (1 << 16) - 40; at < (1 << 16) + 2; at++) {
            assertThat(draft(Uploads.file("job.jar", jar(17, Map.of("Main-Class", "app.Main"), "app/Main.class", "x".repeat(at) + USE)))
                    .findings()).as("at %d", at).isEmpty();
        }
    }

    @Test
    void taskManagersReachTheJobManagerAndEachOtherAndScaleByBusyTime() {
        Service service = draft(job()).service().orElseThrow();
        assertThat(service.model(List.of("amd64"))).contains("component flink {", "replicas 1..3", "component manager stateful {",
                "requires manager.blob, manager.rpc, flink.data\n",
                "provides rest on 8081  ready when GET \"/jobs/00000000000000000000000000000001\" is 200",
                "require manager at bergen\n",
                "metric load { sensor \"/opt/service/busy\" of flink  every 10 s  window 30 s by mean  unit % }",
                "busy { load > 75 % }", "quiet { load < 20 % }");
        assertThat(service.layer()).extracting(LayerFile::target).containsExactly("/srv/service/usrlib/job.jar");
        assertThat(service.secrets()).isEmpty();
    }
}
