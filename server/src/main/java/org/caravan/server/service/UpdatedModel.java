package org.caravan.server.service;

import java.util.Map;
import java.util.Optional;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.server.model.StoredModel;
import org.caravan.server.rest.ProblemException;
import org.caravan.service.ImageChange;
import org.caravan.service.Service;

/**
 * Model of a service with the image of another upload.
 *
 * @param files texts by name, as people left them apart from the image
 * @param text of the file that declares the image
 * @param finding warning if the model differs from the generated one in more than its image
 */
record UpdatedModel(Map<String, String> files, String text, Optional<Diagnostic> finding) {

    /**
     * @param former the service of this upload with the former image
     * @throws ProblemException if no text declares the image
     */
    static UpdatedModel of(StoredModel stored, ImageChange change, Service former) {
        Map<String, String> files = change.applied(stored.files());
        String text = files.values().stream().filter(change::isIn).findFirst().orElseThrow(() -> ProblemException.conflict(
                "application-exists", "The texts of the model of (" + stored.application() + ") do not contain image \"" + change.from()
                + "\"; nothing was changed.", "write the image as this text, and submit the model."));
        String generated = former.model(change.formerArchitectures().isEmpty() ? change.architectures() : change.formerArchitectures());
        boolean same = stored.files().size() == 1
                && ImageChange.sameApartFromComments(generated, stored.files().values().iterator().next());
        return new UpdatedModel(files, text, same ? Optional.empty() : Optional.of(kept(stored.application())));
    }

    private static Diagnostic kept(String application) {
        return new Diagnostic(Diagnostic.Severity.WARNING, "model-kept", "The model of (" + application + ") differs from the one that "
                + "this upload, these sites and users give, so only its image was replaced.",
                Optional.of("change the model yourself, and deploy it: caravan deploy " + application + ".caravan."), Optional.empty());
    }
}
