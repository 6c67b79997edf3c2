package org.caravan.dsl;

import com.google.inject.Injector;
import java.util.Map;
import org.caravan.dsl.caravan.CaravanFile;
import org.eclipse.xtext.formatting2.FormatterPreferenceKeys;
import org.eclipse.xtext.formatting2.FormatterRequest;
import org.eclipse.xtext.formatting2.IFormatter2;
import org.eclipse.xtext.formatting2.regionaccess.ITextRegionAccess;
import org.eclipse.xtext.formatting2.regionaccess.TextRegionAccessBuilder;
import org.eclipse.xtext.preferences.MapBasedPreferenceValues;
import org.eclipse.xtext.resource.XtextResource;

/** Formats a parsed file. */
final class Layout {

    private static final Map<String, String> PREFERENCES = Map.of(
            FormatterPreferenceKeys.indentation.getId(), "  ",
            FormatterPreferenceKeys.lineSeparator.getId(), "\n",
            FormatterPreferenceKeys.maxLineWidth.getId(), "1000");

    private Layout() {}

    static String of(CaravanFile file, Injector injector) {
        ITextRegionAccess regions = injector.getInstance(TextRegionAccessBuilder.class)
                .forNodeModel((XtextResource) file.eResource()).create();
        FormatterRequest request = injector.getInstance(FormatterRequest.class)
                .setTextRegionAccess(regions)
                .setPreferences(new MapBasedPreferenceValues(PREFERENCES));
        return regions.getRewriter().renderToString(injector.getInstance(IFormatter2.class).format(request));
    }
}
