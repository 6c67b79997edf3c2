package org.caravan.modeller.start;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.core.runtime.adaptor.EclipseStarter;

/** Starts Equinox with all bundles of the folder plugins; accepts Eclipse's own arguments, such as {@code -data}. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getParent();
        Path own = Path.of(System.getProperty("user.home"), ".caravan-modeller");
        Bundles bundles = Bundles.in(home.resolve("plugins"));
        Map<String, String> properties = new HashMap<>();
        properties.put("osgi.framework", bundles.framework());
        properties.put("osgi.bundles", bundles.others());
        properties.put("osgi.bundles.defaultStartLevel", "4");
        properties.put("osgi.install.area", home.toUri().toString());
        // Java does not read the home folder from the environment; this property selects another location.
        properties.put("osgi.configuration.area", System.getProperty("osgi.configuration.area",
                own.resolve("configuration").toUri().toString()));
        properties.put("osgi.configuration.cascaded", "false");
        properties.put("osgi.instance.area.default", own.resolve("workspace").toUri().toString());
        properties.put("eclipse.product", "org.caravan.modeller.product");
        properties.put("eclipse.pluginCustomization", home.resolve("preferences.ini").toString());
        EclipseStarter.setInitialProperties(properties);
        System.exit(EclipseStarter.run(arguments, null) instanceof Integer code ? code : 0);
    }
}
