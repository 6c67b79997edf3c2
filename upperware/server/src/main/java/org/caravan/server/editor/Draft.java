package org.caravan.server.editor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.dsl.profile.FilesBeside;
import org.springframework.util.FileSystemUtils;

/**
 * Texts that a page edits, under addresses in a folder of their own. No text is there itself: the page opens every text at its language server, so
 * that a file which it closes is gone.
 *
 * @param folder exists until the draft is closed; it holds the files that models name, which a page does not edit
 * @param besides text by name, to be handed over with the texts
 */
record Draft(Path folder, List<Text> texts, Map<String, String> besides) implements AutoCloseable {

    /** @param name as its author named it */
    record Text(String name, String uri, String text) {}

    /** @param place below which its folder lies */
    static Draft of(Path place, Map<String, String> texts) throws IOException {
        Path folder = Files.createTempDirectory(place, "draft-");
        List<Text> opened = new ArrayList<>();
        Map<String, String> besides = new TreeMap<>(texts);
        besides.keySet().removeIf(name -> !FilesBeside.is(name));
        for (Map.Entry<String, String> text : texts.entrySet()) {
            if (besides.containsKey(text.getKey())) {
                continue;
            }
            lay(folder, text, besides);
            Path address = folder.resolve(opened.size() + "-" + plain(text.getKey()));
            opened.add(new Text(text.getKey(), address.toUri().toString(), text.getValue()));
        }
        return new Draft(folder, opened, besides);
    }

    /** Where the model's address makes its language server look. */
    private static void lay(Path folder, Map.Entry<String, String> model, Map<String, String> besides) throws IOException {
        for (String path : FilesBeside.named(model.getValue())) {
            String file = besides.get(FilesBeside.beside(model.getKey(), path));
            if (file != null) {
                Files.createDirectories(folder.resolve(path).getParent());
                Files.writeString(folder.resolve(path), file);
            }
        }
    }

    /** A name may be a path of any machine: what leads out of the folder is left out. */
    private static String plain(String name) {
        return name.substring(name.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9_.-]", "_").replaceFirst("(\\.caravan)?$", ".caravan");
    }

    String uri() {
        return folder.toUri().toString();
    }

    /** Whether it is the address of a text in this folder, however its path is escaped. */
    boolean holds(String uri) {
        try {
            URI address = new URI(uri);
            boolean plain = "file".equals(address.getScheme()) && address.getAuthority() == null && address.getQuery() == null && address.getFragment() == null;
            Path file = plain && address.getPath() != null ? Path.of(address.getPath()) : Path.of("");
            Path own = folder.toAbsolutePath();
            return file.startsWith(own) && file.equals(file.normalize()) && !own.relativize(file).toString().contains("%");
        } catch (URISyntaxException | InvalidPathException none) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the draft in " + folder + " could not be removed", e);
        }
    }
}
