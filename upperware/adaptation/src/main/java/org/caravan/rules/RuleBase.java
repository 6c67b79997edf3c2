package org.caravan.rules;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.drools.compiler.kie.builder.impl.DrlProject;
import org.kie.api.KieBase;
import org.kie.api.KieBaseConfiguration;
import org.kie.api.KieServices;
import org.kie.api.builder.KieBuilder;
import org.kie.api.builder.KieFileSystem;
import org.kie.api.builder.Message;
import org.kie.api.conf.EventProcessingOption;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.KieSessionConfiguration;
import org.kie.api.runtime.conf.ClockTypeOption;

/**
 * Compiled rules with event processing, from which any number of sessions begin. Public only for the packages of this module. Classic
 * compilation, because it reports the line of an error, and in-memory files, because a packaged server has no class path of files.
 */
public final class RuleBase {

    private final KieBase base;

    /**
     * Rules of files beside a class, compiled once per process, at the first use: this takes seconds of processor time. A compilation that
     * fails because its thread is interrupted is tried again at the next use; in a static field it would never be.
     */
    public static final class BuiltIn {

        private final Class<?> near;
        private final List<String> files;
        private RuleBase compiled;

        public BuiltIn(Class<?> near, List<String> files) {
            this.near = near;
            this.files = List.copyOf(files);
        }

        public synchronized RuleBase get() {
            if (compiled == null) {
                compiled = of(files.stream().map(file -> text(near, file)).toList());
            }
            return compiled;
        }
    }

    private RuleBase(KieBase base) {
        this.base = base;
    }

    /**
     * One at a time: Drools keeps compiled files in one repository of the process, where those of two compilations have the same name.
     *
     * @throws IllegalArgumentException with file and line if a text does not compile
     */
    public static synchronized RuleBase of(List<String> texts) {
        KieServices services = KieServices.get();
        KieFileSystem files = services.newKieFileSystem();
        for (int i = 0; i < texts.size(); i++) {
            files.write("src/main/resources/org/caravan/rules/" + i + ".drl", texts.get(i));
        }
        KieBuilder builder = services.newKieBuilder(files).buildAll(DrlProject.class);
        List<Message> errors = builder.getResults().getMessages(Message.Level.ERROR);
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(errors.get(0).getPath() + " line " + errors.get(0).getLine() + ": " + errors.get(0)
                    .getText());
        }
        KieBaseConfiguration configuration = services.newKieBaseConfiguration();
        configuration.setOption(EventProcessingOption.STREAM);
        return new RuleBase(services.newKieContainer(builder.getKieModule().getReleaseId()).newKieBase(configuration));
    }

    /** Text of a rule file beside a class. */
    public static String text(Class<?> near, String file) {
        try (InputStream text = near.getResourceAsStream(file)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Session on a clock that only its owner advances. */
    public KieSession session() {
        KieSessionConfiguration configuration = KieServices.get().newKieSessionConfiguration();
        configuration.setOption(ClockTypeOption.PSEUDO);
        return base.newKieSession(configuration, null);
    }
}
