package org.caravan.server.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.application.ApplicationModel;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.Tables;

/** Shared by all worlds of a process: parsed texts and empty databases. */
record Ground(Map<Set<Features.Feature>, ParsedModels> texts, Path journal, Path database) {

    static Ground in(Path folder) {
        Path journal = folder.resolve("empty-runs.db");
        SqlRunStore.open(journal, "OFF").close();
        Tables.in(folder);
        return new Ground(new ConcurrentHashMap<>(), journal, folder.resolve("server.db"));
    }

    Infrastructure infrastructure(Features features) {
        return parsed(features).infrastructures().get(0);
    }

    List<ApplicationModel> models(Features features) {
        return parsed(features).applications();
    }

    private ParsedModels parsed(Features features) {
        return texts.computeIfAbsent(features.has(), unused -> {
            ParsedModels parsed = CaravanLanguage.parse(Map.of("sites.caravan", features.in(text("sites.caravan")), "shop.caravan",
                    features.in(text(features.shop())), "blog.caravan", features.in(text("blog.caravan"))));
            if (parsed.hasErrors()) {
                throw new IllegalStateException(parsed.diagnostics().toString());
            }
            return parsed;
        });
    }

    private static String text(String file) {
        try (var stream = World.class.getResourceAsStream(file)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
