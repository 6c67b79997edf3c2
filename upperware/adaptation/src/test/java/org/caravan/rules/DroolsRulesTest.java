package org.caravan.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DroolsRulesTest {

    private static final Map<String, Object> GLOBALS = Map.of("Integer", 1, "String", "one");

    @Test
    void aRuleThatDoesNotCompileIsRefusedWithItsLine() {
        assertThatThrownBy(() -> RuleBase.of(
                List.of("package org.caravan.rules\n\nrule \"broken\"\nwhen\n    Nothing()\nthen\nend\n")))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("0.drl line ").hasMessageContaining("Nothing");
    }

    /** A server that ends interrupts its threads; others of the process go on. */
    @Test
    void aCompilationOnAnInterruptedThreadHarmsNoOther() {
        RuleBase.BuiltIn rules = new RuleBase.BuiltIn(DroolsRules.class, List.of("silence.drl", "host-back.drl"));
        Thread.currentThread().interrupt();
        try {
            rules.get();
        } catch (RuntimeException interrupted) {
            // Only where a part of the compilation runs on another thread.
            assertThat(interrupted).hasMessageContaining("interrupted");
        } finally {
            Thread.interrupted();
        }
        rules.get().session().dispose();
        assertThat(rules.get()).as("compiled once").isSameAs(rules.get());
    }

    /** Sessions refuse a global of another type, as with the rules of another compilation. */
    @Test
    void rulesCompiledAtTheSameTimeAreNotExchanged() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Void>> compilations = IntStream.range(0, 20).mapToObj(number -> number % 2 == 0 ? "Integer" : "String")
                    .<Callable<Void>>map(type -> () -> {
                        RuleBase rules = RuleBase.of(List.of("package org.caravan.rules\nglobal java.lang." + type + " findings\n"
                                + "rule \"any\" when Object() then end\n"));
                        new FactSession(rules, GLOBALS.get(type), "settings").close();
                        return null;
                    }).toList();
            for (Future<Void> compilation : threads.invokeAll(compilations)) {
                compilation.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
