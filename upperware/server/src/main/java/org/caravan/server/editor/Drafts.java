package org.caravan.server.editor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.model.Models;
import org.caravan.server.model.StoredModel;
import org.caravan.server.organisation.Owners;
import org.caravan.server.organisation.Reach;

/** Makes a project of what is in force: the infrastructure, and one application's texts. */
final class Drafts {

    private final Path place;
    private final Models models;
    private final Owners owners;
    private final Infrastructures infrastructures;

    /** @param place where their folders lie while they are edited */
    Drafts(Path place, Models models, Owners owners, Infrastructures infrastructures) {
        this.place = place;
        this.owners = owners;
        this.models = models;
        this.infrastructures = infrastructures;
    }

    /** @param application one that is not known, or of which who asks hears nothing, has no texts yet */
    Draft of(String application, Reach reach) throws IOException {
        Map<String, String> texts = new TreeMap<>(infrastructures.files());
        texts.putAll(models.find(application).filter(found -> owners.sees(reach, application)).map(StoredModel::files).orElse(Map.of()));
        return Draft.of(place, texts);
    }
}
