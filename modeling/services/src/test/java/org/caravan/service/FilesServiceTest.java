package org.caravan.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FilesServiceTest {

    private static ServiceDraft draft(Upload upload) {
        return Services.draft(new ServiceRequest(ServiceKind.FILES, "photos", Optional.ofNullable(upload), List.of(), List.of()));
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of("upload-type", Uploads.file("photos.zip", new byte[1]), "Maybe unpack it, and give the folder"),
                Arguments.of("upload-type", Uploads.file("sea.jpg", new byte[1]), "Maybe put the file into a folder"),
                Arguments.of("upload-link", folder(UploadEntry.link("a/b", "c")), "no symbolic links such as site/a/b"),
                Arguments.of("upload-link-outside", folder(UploadEntry.link("a", "../x")), "site/a leads out of site, to ../x"),
                Arguments.of("upload-outside", folder(UploadEntry.file("../x", 1)), "../x leads out of site"),
                Arguments.of("upload-special-file", folder(new UploadEntry("pipe", UploadEntry.Type.SPECIAL, 0, "")), "site/pipe"),
                Arguments.of("upload-name", folder(UploadEntry.file("a/" + "é".repeat(110), 1)),
                        "has 220 bytes; the engine writes at most 218"),
                Arguments.of("upload-name", folder(UploadEntry.file("abcdefg/".repeat(128) + "x", 1)), "has 1025 bytes; objects of S3"),
                Arguments.of("upload-name", folder(UploadEntry.file(".mpus-1", 1)), "site/.mpus-1 has a name that begins with .mpus-"),
                Arguments.of("upload-name", folder(UploadEntry.file("a\nb", 1)), "site/a b"),
                Arguments.of("upload-too-large", folder(UploadEntry.file("film", (1L << 30) + 1)), "1024.0 MiB"));
    }

    private static Upload folder(UploadEntry entry) {
        return Uploads.folder(Map.of("readme", ""), entry);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("faults")
    void filesThatTheEngineCannotServeAreRefusedWithTheirPlace(String code, Upload upload, String text) {
        ServiceDraft draft = draft(upload);
        assertThat(draft.service()).isEmpty();
        assertThat(draft.findings()).anySatisfy(one -> {
            assertThat(one.code()).isEqualTo(code);
            assertThat(one.text()).contains(text).contains("\n    Maybe ");
        });
    }

    @Test
    void unusualNamesAndEmptyFoldersAreAccepted() {
        Upload upload = Uploads.folder(Map.of("é".repeat(109), "", "a\\b 'c'", "", ".hidden/x", "", "photos/.mpus-1", ""),
                UploadEntry.folder("empty"));
        assertThat(draft(upload).findings()).isEmpty();
    }

    @Test
    void aPipeAndALinkOfThisMachineAreFound(@TempDir Path folder) throws IOException, InterruptedException {
        Files.createSymbolicLink(folder.resolve("link"), Path.of("/etc/passwd"));
        assertThat(new ProcessBuilder("mkfifo", folder.resolve("pipe").toString()).start().waitFor()).isZero();
        assertThat(draft(LocalUpload.read(folder)).findings()).extracting(Diagnostic::code)
                .contains("upload-link-outside", "upload-special-file");
    }

    @Test
    void oneCopyKeepsTheFilesAndHasRoomForMore() {
        String empty = draft(null).service().orElseThrow().model(List.of("amd64"));
        assertThat(empty).contains("component files stateful {", "disk 2 GiB", "secrets { password from photos-password }",
                "provides s3 on 8080  ready when tcp").doesNotContain("replicas", "rule ");
        Service full = draft(Uploads.folder(Map.of(), UploadEntry.file("film", 700L << 20))).service().orElseThrow();
        assertThat(full.model(List.of("amd64"))).contains("disk 4 GiB", "with the files of site from its first start");
        assertThat(full.layer()).extracting(LayerFile::target).containsExactly("/srv/service/film");
        assertThat(full.secrets()).containsExactly("photos-password");
    }
}
