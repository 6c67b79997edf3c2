package org.caravan.maven;

import java.io.File;
import java.util.Map;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;

/** Checks all models of the project together, without a server, and tells everything that is wrong with them. */
@Mojo(name = "validate", defaultPhase = LifecyclePhase.COMPILE, threadSafe = true)
public final class ValidateMojo extends AbstractMojo {

    @Parameter(defaultValue = "${project.basedir}", readonly = true, required = true)
    private File basedir;

    /** Folder of the models. */
    @Parameter(property = "caravan.models", defaultValue = "${project.basedir}/src/main/caravan")
    private File models;

    @Override
    public void execute() throws MojoFailureException {
        Map<String, String> texts = new ModelFolder(models.toPath()).texts(basedir.toPath());
        ParsedModels parsed = CaravanLanguage.parse(texts);
        parsed.diagnostics().forEach(this::say);
        if (parsed.hasErrors()) {
            long errors = parsed.diagnostics().stream().filter(diagnostic -> diagnostic.severity() == Severity.ERROR).count();
            throw new MojoFailureException(errors == 1 ? "The model has an error." : "The model has " + errors + " errors.");
        }
        getLog().info("The model is valid: " + texts.size() + (texts.size() == 1 ? " file." : " files."));
    }

    private void say(Diagnostic diagnostic) {
        if (diagnostic.severity() == Severity.ERROR) {
            getLog().error(diagnostic.text());
        } else {
            getLog().warn(diagnostic.text());
        }
    }
}
