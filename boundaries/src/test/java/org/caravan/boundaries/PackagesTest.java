package org.caravan.boundaries;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A package is small enough to be read, says what it owns, and is closed to other modules unless listed here. */
@AnalyzeClasses(packages = "org.caravan", importOptions = {DoNotIncludeTests.class, BoundariesTest.WrittenByHand.class})
class PackagesTest {

    private static final int MAXIMUM_CLASSES = 40;
    private static final int MAXIMUM_LINES = 400;

    /** By root package of a module: its sub-packages that other modules may use, each with the reason. All others are closed. */
    private static final Map<String, Map<String, String>> OPEN = Map.of(
            "org.caravan.solver", Map.of(),
            "org.caravan.cli", Map.of(),
            "org.caravan.dsl", Map.of(
                    "caravan", "the metamodel, which Xtext generates",
                    "command", "exporters and picture parse their arguments with it",
                    "ide", "a module of its own, used by the server and by Eclipse",
                    "profile", "editors explain profiles",
                    "syntax", "editors read the text of expressions",
                    "validation", "editors offer corrections for its codes",
                    "wording", "editors explain keywords"),
            "org.caravan.plan", Map.of(
                    "planner", "the port that the solver implements",
                    "figure", "figures that the solver explains and the server shows",
                    "diff", "the server shows and stores differences",
                    "report", "the server prints plans",
                    "rollback", "execution rolls back with it",
                    "lint", "the server shows findings",
                    "advice", "the server gives advice",
                    "whatif", "the server answers what-if questions"),
            "org.caravan.execution", Map.of(
                    "journal", "records that the server shows, and the port it connects",
                    "sql", "the server connects the database",
                    "fleet", "the server puts adapters and limits together",
                    "step", "the server sets the policy of steps",
                    "time", "the server sets clock and threads",
                    "entry", "the server routes users by it"));

    @ArchTest
    static final ArchRule otherModulesUseOpenPackagesOnly = ArchRuleDefinition.classes()
            .should(new ArchCondition<>("use of other modules only root packages and open packages") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    type.getDirectDependenciesFromSelf().stream().filter(PackagesTest::isClosed)
                            .forEach(use -> events.add(SimpleConditionEvent.violated(type, use.getDescription())));
                }
            });

    @Test
    void noPackageHasMoreThan40Classes() throws IOException {
        Map<Path, Set<String>> large = filesByPackage();
        large.values().removeIf(files -> files.stream().filter(file -> !file.equals("package-info.java")).count() <= MAXIMUM_CLASSES);
        assertThat(large).as("packages with more than " + MAXIMUM_CLASSES + " classes").isEmpty();
    }

    @Test
    void everyPackageSaysWhatItOwns() throws IOException {
        Map<Path, Set<String>> packages = filesByPackage();
        assertThat(packages).hasSizeGreaterThan(100);
        packages.values().removeIf(files -> files.contains("package-info.java"));
        assertThat(packages.keySet()).as("packages without package-info.java").isEmpty();
    }

    @Test
    void filesHaveAtMost400Lines() throws IOException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        List<String> found = new ArrayList<>();
        for (Map.Entry<Path, Set<String>> folder : filesByPackage().entrySet()) {
            for (String name : folder.getValue()) {
                Path file = folder.getKey().resolve(name);
                int lines = Files.readAllLines(root.resolve(file)).size();
                if (lines > MAXIMUM_LINES) {
                    found.add(file + " has " + lines + " lines");
                }
            }
        }
        assertThat(found).as("files above " + MAXIMUM_LINES + " lines").isEmpty();
    }

    private static boolean isClosed(Dependency use) {
        String from = use.getOriginClass().getPackageName();
        String to = use.getTargetClass().getPackageName();
        return OPEN.entrySet().stream().anyMatch(module -> to.startsWith(module.getKey() + ".")
                && !(from + ".").startsWith(module.getKey() + ".")
                && !module.getValue().containsKey(to.substring(module.getKey().length() + 1).split("\\.")[0]));
    }

    /** Names of the files of each package in {@code src/main/java} of any module. */
    private static Map<Path, Set<String>> filesByPackage() throws IOException {
        Map<Path, Set<String>> files = new TreeMap<>();
        Path root = Path.of("..").toAbsolutePath().normalize();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return Set.of("target", "node_modules", ".git").contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                Path folder = root.relativize(file.getParent());
                String name = file.getFileName().toString();
                if (name.endsWith(".java") && folder.toString().contains("src/main/java") && !name.equals("module-info.java")) {
                    files.computeIfAbsent(folder, each -> new TreeSet<>()).add(name);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
