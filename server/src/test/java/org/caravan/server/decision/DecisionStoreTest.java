package org.caravan.server.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.caravan.api.adaptation.DecisionView.FigureView;
import org.caravan.api.adaptation.DecisionView;
import org.caravan.server.Tables;
import org.caravan.server.organisation.OrganisationScope;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

class DecisionStoreTest {

    private static final Instant AT = Instant.parse("2026-11-23T03:00:00Z");

    @TempDir
    Path folder;

    private JdbcClient database;
    private DecisionStore store;

    @BeforeEach
    void open() {
        database = JdbcClient.create(Tables.in(folder));
        store = new DecisionStore(database);
    }

    private static DecisionRecord cut(int paths) {
        return DecisionRecord.of(BuiltInRule.PATH_SILENT, "No probe was answered.", "Plans do not use these paths.")
                .about(IntStream.range(0, paths).mapToObj(path -> "path " + path).toList())
                .with("paths", paths).with("budget", 0.5, "MB");
    }

    @Test
    void aDecisionIsReadAsItWasWrittenWithItsRule() {
        store.add(AT, cut(2).by("shop"));
        assertThat(store.before(Long.MAX_VALUE, OrganisationScope.ALL, Optional.empty(), Optional.empty(), 10))
                .containsExactly(new DecisionView(1, AT, "path-silent", BuiltInRule.PATH_SILENT.sentence(),
                Optional.of("shop"), List.of("path 0", "path 1"), "No probe was answered.",
                List.of(new FigureView("paths", 2, ""), new FigureView("budget", 0.5, "MB")),
                        "Plans do not use these paths.", Optional.empty()));
    }

    /** Two servers took the same number, and the decision of the slower one was lost. */
    @Test
    void decisionsOfTwoServersAtTheSameTimeAreAllKept() {
        JdbcClient shared = JdbcClient.create(Tables.inPostgres());
        List<CompletableFuture<Void>> servers = IntStream.range(0, 2).mapToObj(server -> CompletableFuture.runAsync(() -> {
            DecisionStore one = new DecisionStore(shared);
            IntStream.range(0, 50).forEach(decision -> one.add(AT, cut(1).by("shop")));
        })).toList();
        servers.forEach(CompletableFuture::join);
        assertThat(shared.sql("select count(*) from decision").query(Integer.class).single()).isEqualTo(100);
    }

    @Test
    void listsAreFilteredAndPagedNewestFirst() {
        store.add(AT, cut(1).by("shop"));
        store.add(AT, DecisionRecord.of(BuiltInRule.IMAGES_COLLECTED, "Nobody wants them.", "They are deleted."));
        store.add(AT, cut(1).by("blog"));
        assertThat(numbers(Long.MAX_VALUE, Optional.empty(), Optional.empty())).containsExactly(3L, 2L, 1L);
        assertThat(numbers(3, Optional.empty(), Optional.of("path-silent"))).containsExactly(1L);
        assertThat(numbers(Long.MAX_VALUE, Optional.of("blog"), Optional.empty())).containsExactly(3L);
    }

    private List<Long> numbers(long before, Optional<String> application, Optional<String> rule) {
        return store.before(before, OrganisationScope.ALL, application, rule, 10).stream().map(DecisionView::number).toList();
    }

    @Test
    void rulesAreCountedForWhoHearsOfTheirDecisions() {
        store.add(AT, cut(1).by("shop"));
        store.add(AT.plusSeconds(5), cut(1));
        store.add(AT.plusSeconds(9), DecisionRecord.of(BuiltInRule.IMAGES_COLLECTED, "Nobody wants them.", "They are deleted."));
        database.sql("insert into owned (kind, name, organisation) values ('APPLICATION', 'shop', 'acme')").update();
        assertThat(store.counts(OrganisationScope.ALL))
                .isEqualTo(Map.of("path-silent", new DecisionStore.Count(2, 2, AT.plusSeconds(5)), "images-collected",
                new DecisionStore.Count(1, 3, AT.plusSeconds(9))));
        assertThat(store.counts(OrganisationScope.of("acme"))).isEqualTo(Map.of("path-silent", new DecisionStore.Count(1, 1, AT)));
        assertThat(store.counts(OrganisationScope.of("other"))).isEmpty();
    }

    @Test
    void theLatestTenThousandAreKept() {
        store.add(AT, cut(1));
        database.sql("update decision set number = 10000").update();
        store.add(AT, cut(1));
        assertThat(numbers(Long.MAX_VALUE, Optional.empty(), Optional.empty())).containsExactly(10_001L, 10_000L);
        database.sql("update decision set number = 1 where number = 10000").update();
        store.add(AT, cut(1));
        assertThat(numbers(Long.MAX_VALUE, Optional.empty(), Optional.empty())).as("of this hour").hasSize(3);
        database.sql("update decision set state = 'DECIDED', number = 2 where number = 10001").update();
        store.add(AT.plusSeconds(3601), cut(1));
        assertThat(numbers(Long.MAX_VALUE, Optional.empty(), Optional.empty())).as("not ended").containsExactly(10_003L, 10_002L, 2L);
    }

    @Test
    void manySubjectsAreSummedUp() {
        assertThat(cut(500).subjects()).hasSize(20).endsWith("and 481 more");
    }

    @Test
    void everyRuleHasASentenceAndAWordOfItsOwn() {
        assertThat(Arrays.stream(BuiltInRule.values()).map(BuiltInRule::sentence)).doesNotHaveDuplicates()
                .allMatch(sentence -> sentence.endsWith("."));
        assertThat(Arrays.stream(BuiltInRule.values()).map(BuiltInRule::word)).allMatch(word -> word.matches("[a-z-]+"));
    }
}
