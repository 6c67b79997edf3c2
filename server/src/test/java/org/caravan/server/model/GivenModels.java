package org.caravan.server.model;

import java.util.Map;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.server.Settings;

/** Models that a test gives, without a database. */
public final class GivenModels extends Models {

    private final Map<String, ApplicationModel> models;

    public GivenModels(Settings settings, Map<String, ApplicationModel> models) {
        super(null, null, null, null, null, null, settings);
        this.models = models;
    }

    @Override
    public Optional<ApplicationModel> accepted(String application) {
        return Optional.ofNullable(models.get(application));
    }
}
