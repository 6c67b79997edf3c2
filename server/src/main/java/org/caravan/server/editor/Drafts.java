package org.caravan.server.editor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.model.Models;
import org.caravan.server.model.StoredModel;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.Ownership;

/** Creates drafts of the current models: the infrastructure and one application. */
final class Drafts {

    private final Path place;
    private final Models models;
    private final Ownership owners;
    private final Infrastructures infrastructures;

    /** @param place parent of the drafts' folders */
    Drafts(Path place, Models models, Ownership owners, Infrastructures infrastructures) {
        this.place = place;
        this.owners = owners;
        this.models = models;
        this.infrastructures = infrastructures;
    }

    /** @param application if it is unknown, or outside of the caller's scope, it has no texts yet */
    Draft of(String application, OrganisationScope reach) throws IOException {
        Map<String, String> texts = new TreeMap<>(infrastructures.files());
        texts.putAll(models.find(application).filter(found -> owners.sees(reach, application)).map(StoredModel::files).orElse(Map.of()));
        return Draft.of(place, texts);
    }
}
