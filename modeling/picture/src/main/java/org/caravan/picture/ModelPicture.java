package org.caravan.picture;

import java.util.List;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.infrastructure.Infrastructure;

/** Draws models as SVG. */
public final class ModelPicture {

    private static final String HEAD = """
            <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" \
            font-family="DejaVu Sans Mono, monospace" font-size="11">
            <title>%3$s</title>
            <defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">\
            <path d="M0 0 8 4 0 8z" fill="#455a64"/></marker></defs>
            <rect width="100%%" height="100%%" fill="#ffffff"/>
            """;

    private ModelPicture() {}

    /**
     * SVG document; equal models give equal documents.
     *
     * @param infrastructures infrastructures whose sites are also shown; may be empty
     */
    public static String of(ApplicationModel application, List<Infrastructure> infrastructures) {
        DiagramLayout picture = new DiagramLayout(Diagram.of(application, infrastructures));
        StringBuilder svg = new StringBuilder(HEAD.formatted(picture.width(), picture.height(),
                escaped("application " + application.name())));
        picture.lines().forEach(line -> draw(line, svg));
        picture.boxes().forEach(box -> draw(box, svg));
        return svg.append("</svg>\n").toString();
    }

    private static void draw(DiagramLayout.Line line, StringBuilder svg) {
        String points = line.points().stream().map(point -> point.x() + "," + point.y()).collect(Collectors.joining(" "));
        String look = line.arrow().place() ? "stroke=\"#90a4ae\" stroke-dasharray=\"4 3\"" : "stroke=\"#455a64\" marker-end=\"url(#tip)\"";
        svg.append("<polyline points=\"").append(points).append("\" fill=\"none\" ").append(look).append("><title>")
                .append(escaped(line.arrow().from() + " → " + line.arrow().to())).append("</title></polyline>\n");
        if (!line.arrow().label().isEmpty()) {
            text(line.label().x(), line.label().y() + DiagramLayout.MARGIN, "fill=\"#455a64\"", line.arrow().label(), svg);
        }
    }

    private static void draw(DiagramLayout.Box box, StringBuilder svg) {
        String look = switch (box.figure().kind()) {
            case USERS -> "rx=\"16\" fill=\"#fff3e0\" stroke=\"#ef6c00\"";
            case COMPONENT -> "rx=\"3\" fill=\"#e3f2fd\" stroke=\"#1565c0\"";
            case STORE -> "rx=\"3\" fill=\"#e8eaf6\" stroke=\"#1a237e\" stroke-width=\"3\"";
            case SITE -> "fill=\"#f1f8e9\" stroke=\"#558b2f\" stroke-dasharray=\"4 3\"";
        };
        svg.append("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" %s><title>%s</title></rect>%n"
                .formatted(box.x(), box.y(), box.width(), box.height(), look, escaped(box.figure().id()))
                .replace(System.lineSeparator(), "\n"));
        for (int i = 0; i < box.figure().lines().size(); i++) {
            String weight = i == 0 ? "font-weight=\"bold\"" : "fill=\"#455a64\"";
            text(box.x() + DiagramLayout.MARGIN, box.y() + DiagramLayout.MARGIN / 2 + (i + 1L) * DiagramLayout.LINE_HEIGHT - 4, weight,
                    box.figure().lines().get(i), svg);
        }
    }

    private static void text(long x, long y, String look, String content, StringBuilder svg) {
        svg.append("<text x=\"").append(x).append("\" y=\"").append(y).append("\" ").append(look).append('>').append(escaped(content))
                .append("</text>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
