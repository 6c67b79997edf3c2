package org.caravan.execution.entry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.adapter.InstanceId;
import org.caravan.execution.entry.EntryProbe.Answer;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathId;
import org.caravan.plan.EntryPlacement;
import org.junit.jupiter.api.Test;

/** Two replicas by one name, and a component without a choice. Who answers is said by the test; that real copies do is examples/relay's. */
class HealthFilteredEntriesTest {

    private static final EntryPlacement ONE = entry("web:1", "10.1.1.101");
    private static final EntryPlacement TWO = entry("web:2", "10.1.2.102");
    private static final EntryPlacement ALONE = entry("admin:1", "10.1.1.103");
    private static final List<EntryPlacement> ALL = List.of(ONE, TWO, ALONE);

    private final Map<EntryPlacement, Answer> answers = new HashMap<>();
    private final List<EntryPlacement> asked = Collections.synchronizedList(new ArrayList<>());
    private final List<List<EntryPlacement>> told = new ArrayList<>();
    private final HealthFilteredEntries healthy = new HealthFilteredEntries((application, generation, entries) -> told.add(entries),
            (application, generation, entry) -> {
                asked.add(entry);
                return answers.getOrDefault(entry, Answer.READY);
            });

    @Test
    void oneThatDoesNotAnswerTwiceIsLeftOutUntilItAnswers() {
        healthy.set("shop", 1, ALL);
        answers.put(TWO, Answer.NOT_READY);
        healthy.look();
        assertThat(told).as("one wild answer").containsExactly(ALL);
        healthy.look();
        healthy.look();
        assertThat(told).containsExactly(ALL, List.of(ONE, ALONE));
        answers.put(TWO, Answer.READY);
        healthy.look();
        assertThat(told).containsExactly(ALL, List.of(ONE, ALONE), ALL);
    }

    @Test
    void neverAllAreLeftOut() {
        healthy.set("shop", 1, ALL);
        answers.put(ONE, Answer.NOT_READY);
        answers.put(TWO, Answer.NOT_READY);
        look(3);
        assertThat(told).containsExactly(ALL);
        answers.put(ONE, Answer.READY);
        healthy.look();
        assertThat(told).containsExactly(ALL, List.of(ONE, ALONE));
    }

    @Test
    void oneThatCannotBeAskedIsLeftOutLater() {
        healthy.set("shop", 1, ALL);
        answers.put(TWO, Answer.UNKNOWN);
        look(2);
        assertThat(told).containsExactly(ALL);
        healthy.look();
        assertThat(told).containsExactly(ALL, List.of(ONE, ALONE));
    }

    @Test
    void onlyWhereThereIsAChoiceAnybodyIsAsked() {
        healthy.set("shop", 1, List.of(ONE, ALONE));
        look(3);
        assertThat(asked).isEmpty();
        healthy.set("shop", 2, ALL);
        healthy.look();
        assertThat(asked).containsExactlyInAnyOrder(ONE, TWO);
    }

    @Test
    void anotherCopyIsToldAtOnceAndAnApplicationThatIsGoneIsForgotten() {
        healthy.set("shop", 1, ALL);
        answers.put(TWO, Answer.NOT_READY);
        look(2);
        EntryPlacement moved = entry("web:2", "10.1.3.102");
        healthy.set("shop", 2, List.of(ONE, moved, ALONE));
        assertThat(told.get(told.size() - 1)).contains(moved);
        healthy.set("shop", 3, List.of());
        int before = told.size();
        look(2);
        assertThat(told).hasSize(before);
    }

    @Test
    void whoListensHearsOfEachThatIsLeftOutAndComesBack() {
        List<String> heard = new ArrayList<>();
        HealthFilteredEntries entries = new HealthFilteredEntries((application, generation, wanted) -> {},
                (application, generation, entry) -> answers.getOrDefault(entry, Answer.READY),
                (application, entry, told) -> heard.add(application + " " + entry.to() + " " + told));
        entries.set("shop", 1, ALL);
        answers.put(TWO, Answer.NOT_READY);
        entries.look();
        entries.look();
        entries.look();
        answers.put(TWO, Answer.READY);
        entries.look();
        entries.set("shop", 2, List.of(ONE, ALONE));
        assertThat(heard).containsExactly("shop web:2 false", "shop web:2 true");
    }

    @Test
    void whatTheTableRefusesIsTriedAgain() {
        List<List<EntryPlacement>> taken = new ArrayList<>();
        boolean[] broken = {false};
        HealthFilteredEntries entries = new HealthFilteredEntries((application, generation, wanted) -> {
            if (broken[0]) {
                throw new IllegalStateException("no zone");
            }
            taken.add(wanted);
        }, (application, generation, entry) -> entry.equals(TWO) ? Answer.NOT_READY : Answer.READY);
        entries.set("shop", 1, ALL);
        broken[0] = true;
        entries.look();
        entries.look();
        broken[0] = false;
        entries.look();
        assertThat(taken).containsExactly(ALL, List.of(ONE, ALONE));
    }

    private void look(int rounds) {
        for (int round = 0; round < rounds; round++) {
            healthy.look();
        }
    }

    private static EntryPlacement entry(String instance, String address) {
        PathId path = new PathId(new AccessPoint("users", "isp", IpFamily.IPV4), new AccessPoint("site-1", "isp", IpFamily.IPV4));
        return new EntryPlacement("everyone", InstanceId.parse(instance), "http", 80, path, address);
    }
}
