package org.caravan.server.chart;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.internal.chartpart.Chart;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Renders charts into one SVG, one below the other. */
public final class SvgPainting {

    private static final String SVG = "http://www.w3.org/2000/svg";

    private SvgPainting() {}

    /**
     * Letters are converted to outlines, so that the image looks the same everywhere.
     *
     * @param charts at least one
     * @param title accessible name of the image
     */
    public static String of(List<? extends Chart<?, ?>> charts, String title) {
        try {
            Document document = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().newDocument();
            SVGGraphics2D graphics = new SVGGraphics2D(SVGGeneratorContext.createDefault(document), false);
            graphics.setSVGCanvasSize(new java.awt.Dimension(
                    charts.stream().mapToInt(Chart::getWidth).max().orElseThrow(),
                    charts.stream().mapToInt(Chart::getHeight).sum()));
            for (Chart<?, ?> chart : charts) {
                chart.paint(graphics, chart.getWidth(), chart.getHeight());
                graphics.translate(0, chart.getHeight());
            }
            return text(graphics, title);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(SVGGraphics2D graphics, String title) throws IOException {
        StringWriter text = new StringWriter();
        Element root = graphics.getRoot();
        Element name = root.getOwnerDocument().createElementNS(SVG, "title");
        name.setTextContent(title);
        root.insertBefore(name, root.getFirstChild());
        graphics.stream(root, text, true, false);
        return text.toString();
    }
}
