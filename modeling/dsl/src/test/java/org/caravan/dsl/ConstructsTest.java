package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.caravan.dsl.Constructs.Construct;
import org.caravan.dsl.stage.ConstructSupport;
import org.caravan.dsl.stage.SupportedBy;
import org.junit.jupiter.api.Test;

/** The table of docs/language.md is what grammar and stages say; {@code -Dgolden.update=true} writes it anew. */
class ConstructsTest {

    private static final Path PAGE = Path.of("../../docs/language.md");
    private static final String BEGIN = "<!-- constructs: begin -->\n";
    private static final String END = "<!-- constructs: end -->\n";

    @Test
    void everyConstructHasAStage() {
        assertThat(Constructs.all()).hasSizeGreaterThan(70)
                .allSatisfy(construct -> assertThat(honours(construct)).as(construct.key()).isNotEmpty());
    }

    @Test
    void everyStageIsOfAConstruct() {
        List<String> known = new ArrayList<>(Constructs.all().stream().map(Construct::key).toList());
        Constructs.all().forEach(construct -> known.add(construct.rule()));
        assertThat(known).containsAll(ConstructSupport.all().keySet());
    }

    @Test
    void thePageListsThem() throws IOException {
        String page = Files.readString(PAGE);
        String before = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
        String wanted = before + table() + page.substring(page.indexOf(END));
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, wanted);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(wanted);
    }

    private static String table() {
        StringBuilder table = new StringBuilder("| in | construct | honoured by |\n|---|---|---|\n");
        String last = "";
        for (Construct construct : Constructs.all()) {
            table.append("| ").append(construct.rule().equals(last) ? "" : title(construct.rule())).append(" | `")
                    .append(construct.written().replace("|", "\\|"))
                    .append("` | ").append(honours(construct).stream().map(SupportedBy::toString).distinct()
                            .collect(Collectors.joining(", "))).append(" |\n");
            last = construct.rule();
        }
        return table.toString();
    }

    private static String title(String rule) {
        return org.caravan.dsl.wording.Owner.words(rule.replace("Declaration", ""));
    }

    private static List<SupportedBy> honours(Construct construct) {
        return ConstructSupport.of(construct.rule(), construct.feature());
    }
}
