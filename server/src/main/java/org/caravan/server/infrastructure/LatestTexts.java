package org.caravan.server.infrastructure;

import java.lang.ref.SoftReference;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.List;
import java.util.Map;
import org.caravan.api.model.FilesOrder;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedTexts;
import org.springframework.stereotype.Component;

/**
 * Keeps the latest texts as parsed: a client validates its files, and then submits the infrastructure and each application among them with
 * the same body. Memory that is needed otherwise may take them.
 */
@Component
public class LatestTexts {

    private volatile SoftReference<Latest> latest = new SoftReference<>(null);

    LatestTexts() {}

    /** @param files in their order, because the order of results follows it */
    private record Latest(List<Map.Entry<String, String>> files, ParsedTexts parsed) {}

    /**
     * The files of a request.
     *
     * @throws RejectedInput {@code no-files}
     */
    public static Map<String, String> required(FilesOrder order) {
        if (order.files().isEmpty()) {
            throw new RejectedInput(List.of(Diagnostic.error(
                    "no-files", "The request holds no file.", "send {\"files\":{\"name.caravan\":\"text\"}}.")));
        }
        return order.files();
    }

    /** The files as parsed, now or the last time; the result is the same. */
    public ParsedTexts of(Map<String, String> files) {
        List<Map.Entry<String, String>> inOrder = files.entrySet().stream()
                .<Map.Entry<String, String>>map(SimpleImmutableEntry::new).toList();
        Latest known = latest.get();
        if (known != null && known.files().equals(inOrder)) {
            return known.parsed();
        }
        ParsedTexts parsed = CaravanLanguage.texts(files);
        latest = new SoftReference<>(new Latest(inOrder, parsed));
        return parsed;
    }
}
