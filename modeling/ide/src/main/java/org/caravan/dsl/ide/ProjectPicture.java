package org.caravan.dsl.ide;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanFile;
import org.caravan.dsl.profile.FilesBeside;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.picture.ModelPicture;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.xtext.ide.server.ProjectManager;
import org.eclipse.xtext.resource.XtextResource;

/** Draws an application together with the site declarations in all files of its project, saved or unsaved. */
final class ProjectPicture {

    private final XtextResource shown;
    private final ProjectManager project;

    ProjectPicture(XtextResource shown, ProjectManager project) {
        this.shown = shown;
        this.project = project;
    }

    /** Errors in other files do not prevent the picture; sites are then shown by name only. */
    Drawing draw() {
        Map<String, String> all = texts();
        String own = shown.getURI().toString();
        ParsedModels models = CaravanLanguage.parse(all);
        if (models.hasErrors() && all.size() > 1) {
            models = CaravanLanguage.parse(withFilesBeside(new TreeMap<>(Map.of(own, all.get(own)))));
        }
        if (models.hasErrors()) {
            return Drawing.none("Nothing is drawn while something is wrong: " + firstError(models));
        }
        Optional<String> name = applicationOf(shown);
        List<Infrastructure> infrastructures = models.infrastructures();
        return models.applications().stream().filter(one -> name.isEmpty() || one.name().equals(name.get())).findFirst()
                .map(application -> Drawing.of(ModelPicture.of(application, infrastructures)))
                .orElse(Drawing.none("No application is described here.\nMaybe write one: application NAME { … }."));
    }

    private static String firstError(ParsedModels models) {
        return models.diagnostics().stream().filter(found -> found.severity() == Severity.ERROR).map(Diagnostic::message).findFirst()
                .orElse("");
    }

    private static Optional<String> applicationOf(Resource resource) {
        return resource.getContents().isEmpty() || !(resource.getContents().get(0) instanceof CaravanFile file) ? Optional.empty()
                : file.getApplications().stream().map(ApplicationDeclaration::getName).findFirst();
    }

    /** Adds files referenced by the displayed model. Files referenced by other models are not needed for the picture. */
    private Map<String, String> withFilesBeside(Map<String, String> texts) {
        String own = shown.getURI().toString();
        FilesBeside.named(texts.get(own)).forEach(path -> FilesBeside.text(shown, path)
                .ifPresent(text -> texts.put(FilesBeside.beside(own, path), text)));
        return texts;
    }

    /** Texts by URI, in a stable order. */
    private Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        for (URI uri : project.getIndexState().getResourceDescriptions().getAllURIs()) {
            if (project.getResource(uri) instanceof XtextResource other && other.getParseResult() != null) {
                texts.put(uri.toString(), other.getParseResult().getRootNode().getText());
            }
        }
        texts.put(shown.getURI().toString(), shown.getParseResult().getRootNode().getText());
        return withFilesBeside(texts);
    }
}
