package org.caravan.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.diagnostic.VisibleText;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;

/** Validates all models of the project together with those of its dependencies, without a server, and reports all problems. */
@Mojo(name = "validate", defaultPhase = LifecyclePhase.COMPILE, threadSafe = true)
public final class ValidateMojo extends ProjectMojo {

    /** Folder of the models. */
    @Parameter(property = "caravan.models", defaultValue = "${project.basedir}/src/main/caravan")
    private File models;

    @Override
    public void execute() throws MojoFailureException {
        Map<String, String> texts = new ModelFolder(models.toPath()).texts(base());
        int own = texts.size();
        for (Map.Entry<String, Path> file : libraries().entrySet()) {
            texts.put(file.getKey(), ModelFolder.read(file.getValue()));
        }
        int others = texts.size() - own;
        ParsedModels parsed = CaravanLanguage.parse(texts);
        parsed.diagnostics().forEach(this::say);
        if (parsed.hasErrors()) {
            long errors = parsed.diagnostics().stream().filter(diagnostic -> diagnostic.severity() == Severity.ERROR).count();
            throw new MojoFailureException(errors == 1 ? "The model has an error." : "The model has " + errors + " errors.");
        }
        getLog().info("The model is valid: " + own + (own == 1 ? " file" : " files")
                + (others == 0 ? "." : ", with " + others + (others == 1 ? " file" : " files") + " of other modules."));
    }

    private void say(Diagnostic diagnostic) {
        if (diagnostic.severity() == Severity.ERROR) {
            getLog().error(VisibleText.of(diagnostic.text()));
        } else {
            getLog().warn(VisibleText.of(diagnostic.text()));
        }
    }
}
