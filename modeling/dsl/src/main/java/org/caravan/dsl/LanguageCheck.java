package org.caravan.dsl;

import java.util.Map;
import org.caravan.application.ApplicationModel;
import org.caravan.diagnostic.ModelCheck;
import org.caravan.infrastructure.Infrastructure;

/** Service provider that exposes {@link CaravanLanguage} on the class path. */
public final class LanguageCheck implements ModelCheck {

    @Override
    public Verdict check(Map<String, String> textByFileName) {
        ParsedModels parsed = CaravanLanguage.parse(textByFileName);
        return new Verdict(parsed.diagnostics(), parsed.applications().stream().map(ApplicationModel::name).toList(),
                parsed.infrastructures().stream().map(Infrastructure::name).toList());
    }
}
