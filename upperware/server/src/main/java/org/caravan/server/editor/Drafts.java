package org.caravan.server.editor;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.model.Models;
import org.caravan.server.model.StoredModel;

/** Makes a project of what is in force: the infrastructure, and one application's texts. */
final class Drafts {

    private final Models models;
    private final Infrastructures infrastructures;

    Drafts(Models models, Infrastructures infrastructures) {
        this.models = models;
        this.infrastructures = infrastructures;
    }

    /** @param application one that is not known has no texts yet */
    Draft of(String application) throws IOException {
        Map<String, String> texts = new TreeMap<>(infrastructures.files());
        texts.putAll(models.find(application).map(StoredModel::files).orElse(Map.of()));
        return Draft.of(texts);
    }
}
