package org.caravan.service;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Files by the S3 protocol: S3Proxy over a folder, empty or with initial files. */
final class FilesService implements Engine {

    private static final int PORT = 8080;
    /** S3's limit of the name of an object, in bytes of UTF-8. */
    private static final int LONGEST_KEY = 1024;
    /** In bytes of UTF-8: file systems have 255, of which the engine uses 37 for a file that is being written. */
    private static final int LONGEST_NAME = 218;
    /** Prefix of the engine's own files, the parts of uploads that are not complete. */
    private static final String PARTS = ".mpus-";
    /** Disk in GiB for files that are added later. */
    private static final long ROOM = 2;

    @Override
    public boolean stateful() {
        return true;
    }

    @Override
    public ServiceComponent inspect(ServiceRequest request, Faults faults) {
        Optional<Upload> upload = request.upload();
        upload.ifPresent(files -> check(files, faults));
        long size = upload.map(Upload::size).orElse(0L);
        long disk = ROOM + (size * 2 + (1L << 30) - 1) / (1L << 30);
        List<LayerFile> layer = upload.map(LayerFile::all).orElse(List.of());
        String origin = upload.map(files -> ", with the files of " + files.name() + " from its first start").orElse("");
        TreeMap<String, String> environment = new TreeMap<>(Map.of("FILES_BUCKET", "files", "FILES_HEAP", "192m"));
        return new ServiceComponent("Files by the S3 protocol, by S3Proxy" + origin, true, 0,
                "It stores files on its host, so it has one copy, and planning never moves it without consent.",
                new ServiceComponent.Form("0.2..1", "320 MiB", disk + " GiB", environment, "Access key service, and its secret key is the "
                        + "password. Signed parts have at most 8 MiB and need FILES_HEAP; beside it, S3Proxy needs 96 MiB."),
                "s3", PORT, Optional.empty(), new ServiceComponent.Request("file", "", "turns 1  bytes 64 KiB  service-time 3..20 ms"),
                layer, true);
    }

    private static void check(Upload upload, Faults faults) {
        if (!upload.folder()) {
            faults.error("upload-type", upload.name() + " is not a folder.", upload.hasType(".zip", ".gz", ".tar")
                    ? "unpack it, and give the folder." : "put the file into a folder, and give the folder.");
            return;
        }
        upload.entries().forEach(entry -> check(upload, entry, faults));
    }

    private static void check(Upload upload, UploadEntry entry, Faults faults) {
        String shown = upload.shown(entry);
        if (entry.type() == UploadEntry.Type.LINK) {
            faults.error("upload-link", "S3 has no symbolic links such as " + shown + ".", "replace the link by a copy of its target.");
        } else if (bytes(entry.path()) > LONGEST_KEY) {
            faults.error("upload-name", "The path of " + shown + " has " + bytes(entry.path()) + " bytes; objects of S3 have at most "
                    + LONGEST_KEY + ".", "use shorter names.");
        } else if (bytes(entry.fileName()) > LONGEST_NAME) {
            faults.error("upload-name", "The name of " + shown + " has " + bytes(entry.fileName()) + " bytes; the engine writes at most "
                    + LONGEST_NAME + ".", "use a shorter name.");
        } else if (entry.path().startsWith(PARTS)) {
            faults.error("upload-name", shown + " has a name that begins with " + PARTS + ", as the engine's own files do.",
                    "give it another name.");
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
