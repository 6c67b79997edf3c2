package org.caravan.boundaries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Keeps words out that are not understood on first reading, or for which the field has a term (docs/nomenclature.md).
 * Each failure gives the file, the line and a replacement.
 */
class PlainWordsTest {

    /** Words that must not occur in texts, comments or documentation, with a replacement. */
    private static final String[][] TEXT_WORDS = {
            {"whoever|whomever|whosoever", "name the subject: the caller, a process, a person"},
            {"reckon(?:s|ed|ing)?", "compute, estimate"},
            {"anew", "again, recreate"},
            {"mend(?:s|ed|ing)?", "repair, fix, correct"},
            {"told", "sent, reported, configured; in a comment: name the sender"},
            {"(?:is|are|was|were) away", "is unavailable, is unreachable"},
            {"hears? of|heard of", "sees, receives"},
            {"what is so", "name the state"},
            {"at most so many", "at most N"},
            {"in vain", "without success"},
            {"thrown? away|throws away", "delete, discard"},
            {"nobody['’]s", "unowned, orphaned"},
    };

    /** A command of the test bed keeps its name. */
    private static final Pattern COMMAND = Pattern.compile("(?<=`)mend(?= NODE`)|(?<=\")mend(?=\")|(?<=\"testbed )mend(?= )");

    /** Words that must not occur in identifiers either. */
    private static final Pattern IDENTIFIERS = Pattern.compile(
            "\\b(?:whoever|anew|reckon|mend(?:s|ed|ing)?\\b)|(?<=[a-z])(?:Whoever|Anew|Reckon|Mend(?:s|ed|ing)?(?![a-z]))"
                    // Names of classes that were replaced by the field's terms; the history of renames says by which.
                    + "|\\b(?:Seating|Tenant|Lookout|Attendant|Sighting|Journey|Bonds|Supplement|PlanningGround|Rerouted"
                    + "|HostShares?|Outlook)"
                    + "(?=[A-Z]|\\b)");

    private static final Pattern WORDS = Pattern.compile(joined(), Pattern.CASE_INSENSITIVE);

    /** Strings, text blocks, and comments of Java, JavaScript and TypeScript. */
    private static final Pattern SPOKEN = Pattern.compile(
            "\"\"\"(?s:.*?)\"\"\"|\"(?:[^\"\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\\n]|\\\\.)*+'|`(?:[^`\\\\]|\\\\.)*+`"
                    + "|//[^\n]*+|/\\*(?s:.*?)\\*/");

    private static final Pattern SPOKEN_PYTHON = Pattern.compile(
            "\"\"\"(?s:.*?)\"\"\"|\"(?:[^\"\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\\n]|\\\\.)*+'|#[^\n]*+");

    /** Third-party, generated, or history: migrations of databases must keep their bytes. */
    private static final Set<String> SKIPPED_FOLDERS = Set.of("target", "node_modules", "dist", "vendor", "decisions", "measurements",
            "migration", "postgresql", "sqlite", "src-gen", "xtext-gen");

    private static final Set<String> TEST_FOLDERS = Set.of("test", "tests", "testing", "testkit");

    @Test
    void textsOfMainCodeAndDocumentationUsePlainWords() throws IOException {
        List<String> found = new ArrayList<>();
        List<Path> files = files(Path.of("..").toRealPath());
        for (Path file : files) {
            String name = file.getFileName().toString();
            String text = COMMAND.matcher(Files.readString(file)).replaceAll("    ");
            if (WORDS.matcher(text).find() || IDENTIFIERS.matcher(text).find()) {
                check(file, name, text, found);
            }
        }
        assertThat(files).as("files of main code and documentation").hasSizeGreaterThan(1_500);
        assertThat(found).isEmpty();
    }

    private static void check(Path file, String name, String text, List<String> found) {
        if (name.endsWith(".java") || name.endsWith(".js") || name.endsWith(".ts")) {
            SPOKEN.matcher(text).results().forEach(spoken -> report(file, text, spoken.start(), WORDS.matcher(spoken.group()), found));
            String code = SPOKEN.matcher(text).replaceAll(blank -> blank.group().replaceAll("[^\n]", " "));
            report(file, text, 0, IDENTIFIERS.matcher(code), found);
        } else if (name.endsWith(".py")) {
            SPOKEN_PYTHON.matcher(text).results()
                    .forEach(spoken -> report(file, text, spoken.start(), WORDS.matcher(spoken.group()), found));
        } else {
            report(file, text, 0, WORDS.matcher(text), found);
        }
    }

    @Test
    void theCheckFindsWordsInTextsCommentsAndIdentifiers() {
        assertThat(List.of("Mended by hand.", "the database is away", "Whoever asks", "it was told", "made anew"))
                .allMatch(text -> WORDS.matcher(text).find());
        assertThat(List.of("Recommended", "mendable", "untold", "away from its data", "renewed"))
                .noneMatch(text -> WORDS.matcher(text).find());
        assertThat(List.of("boolean mends = true", "reckonBound()", "isMended()", "new Bonds(", "SupplementReader reader"))
                .allMatch(code -> IDENTIFIERS.matcher(code).find());
        assertThat(List.of("recommend()", "Amendment a", "isAmended()", "Supplementary a"))
                .noneMatch(code -> IDENTIFIERS.matcher(code).find());
    }

    private static void report(Path file, String text, int offset, Matcher words, List<String> found) {
        for (MatchResult word : words.results().toList()) {
            long line = text.substring(0, offset + word.start()).chars().filter(letter -> letter == '\n').count() + 1;
            found.add(file + ":" + line + ": (" + word.group().strip() + ") Maybe use: " + better(word.group()));
        }
    }

    private static String better(String word) {
        for (String[] each : TEXT_WORDS) {
            if (Pattern.compile("(?:" + each[0] + ").*", Pattern.CASE_INSENSITIVE).matcher(word).matches()) {
                return each[1];
            }
        }
        return "the term of the field";
    }

    private static String joined() {
        List<String> words = new ArrayList<>();
        for (String[] each : TEXT_WORDS) {
            words.add(each[0]);
        }
        return "(?<![A-Za-z_])(?:" + String.join("|", words) + ")(?![A-Za-z_])";
    }

    /** Main code, scripts, pages and documentation; tests, histories and generated files are left out. */
    private static List<Path> files(Path root) throws IOException {
        TreeMap<String, Path> files = new TreeMap<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean skipped = TEST_FOLDERS.contains(name) || name.endsWith("-tests") || name.startsWith(".")
                        || SKIPPED_FOLDERS.contains(name);
                return skipped && !folder.equals(root) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && read(root.relativize(file).toString().replace('\\', '/'))) {
                    files.put(file.toString(), file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return List.copyOf(files.values());
    }

    private static boolean read(String path) {
        if (path.equals("CHANGELOG.md")) {
            return false;
        }
        if (path.endsWith(".md") || path.startsWith("launcher/") && path.endsWith(".sh")
                || path.endsWith(".py") && !path.substring(path.lastIndexOf('/') + 1).startsWith("test_")) {
            return true;
        }
        boolean text = path.matches(".*\\.(java|js|ts|sh|html|yaml|yml|xtext|xml|properties|conf)");
        return text && (path.contains("/src/main/") || path.startsWith("modeling/vscode/src/"));
    }
}
