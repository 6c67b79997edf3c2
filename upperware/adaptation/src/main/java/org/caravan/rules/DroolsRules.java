package org.caravan.rules;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
import org.kie.api.runtime.rule.FactHandle;
import org.kie.api.time.SessionPseudoClock;

/**
 * Rules in the Drools rule language, evaluated on a clock that only the observations advance. Therefore tests, rehearsals and the server
 * evaluate them in the same way, and a jump of the system clock cannot fire a rule. Classic compilation, because it reports the line of an
 * error, and in-memory files, because a packaged server has no class path of files.
 */
final class DroolsRules implements Rules {

    private static final List<String> FILES = List.of("silence.drl", "own-fault.drl", "host-lost.drl", "host-back.drl");

    private final KieSession session;
    private final SessionPseudoClock clock;
    private final Findings findings = new Findings();
    private long latest = Long.MIN_VALUE;

    DroolsRules(RuleSettings settings) {
        this(settings, FILES.stream().map(DroolsRules::read).toList());
    }

    DroolsRules(RuleSettings settings, List<String> texts) {
        KieSessionConfiguration configuration = KieServices.get().newKieSessionConfiguration();
        configuration.setOption(ClockTypeOption.PSEUDO);
        session = compiled(texts).newKieSession(configuration, null);
        clock = session.getSessionClock();
        session.setGlobal("findings", findings);
        session.insert(settings);
    }

    private static KieBase compiled(List<String> texts) {
        KieServices services = KieServices.get();
        KieFileSystem files = services.newKieFileSystem();
        for (int i = 0; i < texts.size(); i++) {
            files.write("src/main/resources/org/caravan/rules/" + i + ".drl", texts.get(i));
        }
        KieBuilder builder = services.newKieBuilder(files).buildAll(DrlProject.class);
        List<Message> errors = builder.getResults().getMessages(Message.Level.ERROR);
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(errors.get(0).getPath() + " line " + errors.get(0).getLine() + ": " + errors.get(0).getText());
        }
        KieBaseConfiguration configuration = services.newKieBaseConfiguration();
        configuration.setOption(EventProcessingOption.STREAM);
        return services.newKieContainer(builder.getKieModule().getReleaseId()).newKieBase(configuration);
    }

    private static String read(String file) {
        try (InputStream text = DroolsRules.class.getResourceAsStream(file)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<Finding> evaluate(Round round) {
        if (round.millis() <= latest) {
            return List.of();
        }
        clock.advanceTime(round.millis() - clock.getCurrentTime(), TimeUnit.MILLISECONDS);
        List<FactHandle> facts = new ArrayList<>();
        if (latest != Long.MIN_VALUE) {
            facts.add(session.insert(new PreviousRound(latest)));
        }
        round.looks().forEach(look -> facts.add(session.insert(look)));
        round.heldDeployments().forEach(held -> facts.add(session.insert(held)));
        facts.add(session.insert(round));
        latest = round.millis();
        session.fireAllRules();
        // A round is evaluated once; only silences outlive it.
        facts.forEach(session::delete);
        session.fireAllRules();
        return findings.take();
    }

    @Override
    public void close() {
        session.dispose();
    }
}
