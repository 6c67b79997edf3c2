package org.caravan.boundaries;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The drawings of packages in docs/architecture.md show the dependencies of the compiled classes. {@code -Dgolden.update=true} draws them
 * again; the reviewer reads the difference. An arrow that follows from others (a to c where a to b to c) is not drawn.
 */
@AnalyzeClasses(packages = "org.caravan", importOptions = {DoNotIncludeTests.class, BoundariesTest.WrittenByHand.class})
class PackageDrawingTest {

    private static final Path PAGE = Path.of("../docs/architecture.md");
    private static final String BEGIN = "<!-- packages: drawn by PackageDrawingTest -->\n";
    private static final String END = "<!-- end of packages -->\n";
    private static final String ROOT = "org.caravan";
    /** Packages that are drawn from inside; {@code (root)} is what other modules use. */
    private static final List<String> INSIDE = List.of("solver", "execution", "plan", "cli");
    /** Packages of several modules: each module is drawn. */
    private static final Pattern SPLIT = Pattern.compile("(?:adapter\\.[a-z]+|dsl\\.ide)(?=\\.|$)");

    @ArchTest
    static void thePageDrawsThePackagesAsTheyAre(JavaClasses classes) throws IOException {
        StringBuilder drawn = new StringBuilder("### All packages\n\n").append(drawing(arrows(classes, ROOT)));
        INSIDE.forEach(name -> drawn.append("\n### `").append(ROOT).append('.').append(name).append("`\n\n")
                .append(drawing(arrows(classes, ROOT + "." + name))));
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, page.substring(0, begin) + drawn + page.substring(end));
            return;
        }
        assertThat(drawn.toString()).as("docs/architecture.md; run this test with -Dgolden.update=true")
                .isEqualTo(page.substring(begin, end));
    }

    /** By package directly below {@code parent}: the packages below it that its classes use. */
    private static SortedMap<String, SortedSet<String>> arrows(JavaClasses classes, String parent) {
        SortedMap<String, SortedSet<String>> arrows = new TreeMap<>();
        for (JavaClass each : classes) {
            below(each, parent).ifPresent(from -> {
                SortedSet<String> to = arrows.computeIfAbsent(from, none -> new TreeSet<>());
                each.getDirectDependenciesFromSelf().stream().map(Dependency::getTargetClass)
                        .flatMap(target -> below(target.getBaseComponentType(), parent).stream())
                        .filter(name -> !name.equals(from)).forEach(to::add);
            });
        }
        return arrows;
    }

    private static Optional<String> below(JavaClass type, String parent) {
        String name = type.getPackageName();
        if (name.equals(parent)) {
            return Optional.of("(root)");
        }
        if (!name.startsWith(parent + ".")) {
            return Optional.empty();
        }
        String rest = name.substring(parent.length() + 1);
        Matcher split = SPLIT.matcher(rest);
        return Optional.of(parent.equals(ROOT) && split.lookingAt() ? split.group() : rest.split("\\.")[0]);
    }

    private static String drawing(SortedMap<String, SortedSet<String>> arrows) {
        StringBuilder text = new StringBuilder("```mermaid\nflowchart LR\n");
        arrows.forEach((from, to) -> {
            SortedSet<String> drawn = new TreeSet<>(to);
            to.forEach(via -> drawn.removeAll(reached(via, arrows, from)));
            text.append("  ").append(node(from)).append('\n');
            drawn.forEach(each -> text.append("  ").append(id(from)).append(" --> ").append(id(each)).append('\n'));
        });
        return text.append("```\n").toString();
    }

    /**
     * Packages that {@code from} uses, directly or not; {@code without} itself is not followed, so that a cycle does not remove its arrows.
     */
    private static SortedSet<String> reached(String from, SortedMap<String, SortedSet<String>> arrows, String without) {
        SortedSet<String> reached = new TreeSet<>();
        List<String> open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            String next = open.remove(open.size() - 1);
            arrows.getOrDefault(next, new TreeSet<>()).stream().filter(each -> !each.equals(without) && reached.add(each))
                    .forEach(open::add);
        }
        return reached;
    }

    private static String node(String name) {
        return id(name) + "[" + (name.equals("(root)") ? "\"(root)\"" : name) + "]";
    }

    /** {@code end} and {@code class} are words of Mermaid. */
    private static String id(String name) {
        return "p_" + name.replace("(root)", "root").replace('.', '_');
    }
}
