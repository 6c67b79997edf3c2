package org.caravan.dsl.profile;

import java.util.Optional;
import org.caravan.application.TurnProfile;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.dsl.caravan.RequestDeclaration;
import org.caravan.json.Json;

/** Reads the profile that a request references. */
public final class Profiles {

    private Profiles() {}

    /** @return empty if the file does not exist */
    public static Optional<TurnProfile> of(RequestDeclaration request) throws UnreadableProfile {
        Optional<String> text = FilesBeside.text(request.eResource(), request.getProfile());
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.read(text.get(), TurnProfile.class));
        } catch (RejectedInput refused) {
            Diagnostic why = refused.diagnostics().get(0);
            String place = why.location().map(at -> "Line " + at.line() + ", column " + at.column() + ": ").orElse("");
            throw new UnreadableProfile(place + why.message());
        }
    }
}
