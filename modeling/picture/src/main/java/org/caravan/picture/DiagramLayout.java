package org.caravan.picture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.elk.alg.layered.options.LayeredMetaDataProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.RecursiveGraphLayoutEngine;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkLabel;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/**
 * Scene with positions of boxes and lines, computed by ELK's layered layout: users of a component are left of it. Equal scenes get equal
 * positions. Lengths are in pixels.
 */
final class DiagramLayout {

    static final int LINE_HEIGHT = 15;
    static final int CHARACTER_WIDTH = 7;
    static final int MARGIN = 12;
    private static final int GAP = 36;

    /** Bend point of a line. */
    record Point(long x, long y) {}

    /** @param label start of the label's text; (0, 0) without a label */
    record Line(Arrow arrow, List<Point> points, Point label) {}

    record Box(Shape figure, long x, long y, long width, long height) {}

    private final ElkNode graph = ElkGraphUtil.createGraph();
    private final Map<Shape, ElkNode> nodes = new LinkedHashMap<>();
    private final Map<Arrow, ElkEdge> edges = new LinkedHashMap<>();

    static {
        LayoutMetaDataService.getInstance().registerLayoutMetaDataProviders(new LayeredMetaDataProvider());
    }

    DiagramLayout(Diagram scene) {
        graph.setProperty(CoreOptions.ALGORITHM, "org.eclipse.elk.layered");
        graph.setProperty(CoreOptions.DIRECTION, Direction.RIGHT);
        graph.setProperty(CoreOptions.RANDOM_SEED, 1);
        graph.setProperty(CoreOptions.PADDING, new ElkPadding(MARGIN));
        graph.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, (double) GAP * 2);
        graph.setProperty(LayeredOptions.SPACING_NODE_NODE, (double) GAP);
        scene.figures().forEach(this::add);
        scene.arrows().forEach(this::add);
        new RecursiveGraphLayoutEngine().layout(graph, new BasicProgressMonitor());
    }

    private void add(Shape figure) {
        ElkNode node = ElkGraphUtil.createNode(graph);
        node.setIdentifier(figure.id());
        int longest = figure.lines().stream().mapToInt(String::length).max().orElse(0);
        node.setDimensions(longest * CHARACTER_WIDTH + 2.0 * MARGIN, figure.lines().size() * LINE_HEIGHT + 1.0 * MARGIN);
        nodes.put(figure, node);
    }

    private void add(Arrow arrow) {
        ElkEdge edge = ElkGraphUtil.createSimpleEdge(node(arrow.from()), node(arrow.to()));
        if (!arrow.label().isEmpty()) {
            ElkLabel label = ElkGraphUtil.createLabel(arrow.label(), edge);
            label.setDimensions(arrow.label().length() * CHARACTER_WIDTH, LINE_HEIGHT);
        }
        edges.put(arrow, edge);
    }

    private ElkNode node(String id) {
        return nodes.entrySet().stream().filter(entry -> entry.getKey().id().equals(id)).findFirst().orElseThrow().getValue();
    }

    long width() {
        return Math.round(graph.getWidth());
    }

    long height() {
        return Math.round(graph.getHeight());
    }

    List<Box> boxes() {
        return nodes.entrySet().stream().map(entry -> new Box(entry.getKey(), Math.round(entry.getValue().getX()),
                Math.round(entry.getValue().getY()),
                Math.round(entry.getValue().getWidth()), Math.round(entry.getValue().getHeight()))).toList();
    }

    List<Line> lines() {
        return edges.entrySet().stream().map(entry -> new Line(entry.getKey(), points(entry.getValue()), label(entry.getValue()))).toList();
    }

    private static List<Point> points(ElkEdge edge) {
        List<Point> points = new ArrayList<>();
        for (ElkEdgeSection section : edge.getSections()) {
            points.add(point(section.getStartX(), section.getStartY()));
            section.getBendPoints().forEach(bend -> points.add(point(bend.getX(), bend.getY())));
            points.add(point(section.getEndX(), section.getEndY()));
        }
        return points;
    }

    private static Point label(ElkEdge edge) {
        return edge.getLabels().isEmpty() ? point(0, 0) : point(edge.getLabels().get(0).getX(), edge.getLabels().get(0).getY());
    }

    private static Point point(double x, double y) {
        return new Point(Math.round(x), Math.round(y));
    }
}
