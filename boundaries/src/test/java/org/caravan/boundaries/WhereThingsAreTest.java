package org.caravan.boundaries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every class, test and page of docs/where-things-are.md exists, by its simple name: a renamed class fails here until the page follows. */
class WhereThingsAreTest {

    private static final Pattern NAME = Pattern.compile("`([^`]+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)]+)\\)");

    private final Path root = Path.of("..").toAbsolutePath().normalize();
    private final Path page = root.resolve("docs/where-things-are.md");

    @Test
    void everyClassTestAndPageExists() throws IOException {
        Set<String> files = names();
        List<List<String>> rows = Files.readAllLines(page).stream().filter(line -> line.startsWith("| ")).skip(1)
                .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).filter(cell -> !cell.isEmpty()).toList()).toList();
        assertThat(rows).as("questions").hasSize(20).allSatisfy(row -> {
            assertThat(row).as("question, class, test, page").hasSize(4);
            for (String cell : row.subList(1, 3)) {
                List<String> names = NAME.matcher(cell).results().map(found -> found.group(1)).toList();
                assertThat(names).as(cell).isNotEmpty();
                assertThat(names).as(row.get(0)).allMatch(name -> files.contains(name.contains(".") ? name : name + ".java"), "exists");
                List<String> links = LINK.matcher(cell).results().map(found -> found.group(1)).toList();
                assertThat(links).as(row.get(0)).hasSameSizeAs(names)
                        .allMatch(link -> Files.isRegularFile(page.resolveSibling(link)), "leads to the file");
            }
            List<String> pages = LINK.matcher(row.get(3)).results().map(found -> found.group(1)).toList();
            assertThat(pages).as(row.get(3)).hasSize(1).allMatch(link -> Files.isRegularFile(page.resolveSibling(link)), "exists");
        });
    }

    @Test
    void theReadmeLinksToThePage() throws IOException {
        assertThat(Files.readString(root.resolve("README.md"))).contains("(docs/where-things-are.md)");
    }

    private Set<String> names() throws IOException {
        Set<String> names = new HashSet<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                return Set.of("target", "node_modules", ".git").contains(name) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                names.add(file.getFileName().toString());
                return FileVisitResult.CONTINUE;
            }
        });
        return names;
    }
}
