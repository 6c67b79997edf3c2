package org.caravan.server.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.image.archive.UnpackedTar;
import org.caravan.service.Upload;
import org.caravan.service.UploadEntry;
import org.caravan.service.UploadLimits;
import org.springframework.util.FileSystemUtils;

/** Body of a request as an upload. Its files are in a folder of their own until it is closed. */
final class ReceivedUpload implements AutoCloseable {

    /** Extended headers for long names count as entries of the tar. */
    private static final int TAR_ENTRIES = 2 * UploadLimits.ENTRIES;
    /** A tar has up to three blocks of 512 bytes beside the content of a file. */
    private static final long TAR_BYTES = UploadLimits.BYTES + TAR_ENTRIES * 1536L;

    private final Path folder;
    private final Optional<Upload> upload;

    private ReceivedUpload(Path folder, Optional<Upload> upload) {
        this.folder = folder;
        this.upload = upload;
    }

    /**
     * @param name of the folder or file at the sender, for messages and file types
     * @param tar whether the body is the tar of a folder
     * @throws org.caravan.image.ImageFault if the tar is damaged or exceeds a limit
     */
    static ReceivedUpload receive(InputStream body, String name, boolean tar, Path scratch) throws IOException {
        Path folder = Files.createTempDirectory(scratch, "upload");
        try {
            Path file = folder.resolve("body");
            long size = Files.copy(body, file);
            if (size == 0) {
                return new ReceivedUpload(folder, Optional.empty());
            }
            return new ReceivedUpload(folder, Optional.of(tar ? unpacked(name, file, Files.createDirectory(folder.resolve("files")))
                    : new Upload(name, false, List.of(UploadEntry.file(name, size)), entry -> Files.newInputStream(file))));
        } catch (IOException | RuntimeException e) {
            FileSystemUtils.deleteRecursively(folder);
            throw e;
        }
    }

    private static Upload unpacked(String name, Path tar, Path files) throws IOException {
        List<UnpackedTar.Entry> found = UnpackedTar.read(tar, files, TAR_ENTRIES, TAR_BYTES);
        Files.delete(tar);
        Map<String, Path> contents = new HashMap<>();
        found.forEach(entry -> contents.put(entry.path(), entry.content()));
        return new Upload(name, true, found.stream().filter(entry -> !Upload.leftOut(entry.path())).map(ReceivedUpload::entry).toList(),
                entry -> Files.newInputStream(contents.get(entry.path())));
    }

    private static UploadEntry entry(UnpackedTar.Entry found) {
        return switch (found.type()) {
            case FILE -> UploadEntry.file(found.path(), found.size());
            case FOLDER -> UploadEntry.folder(found.path());
            case LINK -> UploadEntry.link(found.path(), found.target());
            case SPECIAL -> new UploadEntry(found.path(), UploadEntry.Type.SPECIAL, 0, "");
        };
    }

    /** Empty if the body was empty. */
    Optional<Upload> upload() {
        return upload;
    }

    /** A file for the service's layer. */
    Path layer() {
        return folder.resolve("layer");
    }

    @Override
    public void close() throws IOException {
        FileSystemUtils.deleteRecursively(folder);
    }
}
