package org.caravan.boundaries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** No top-level folder imports a folder that imports it, directly or through others; dependencies of tests and profiles do not count. */
class FoldersTest {

    private static final Path ROOT = Path.of("..");

    @Test
    void topLevelFoldersAreAcyclic() throws Exception {
        Map<String, String> folders = new HashMap<>();
        Map<String, List<String>> needs = new HashMap<>();
        for (String module : texts(pom(ROOT), "modules", "module")) {
            Element project = pom(ROOT.resolve(module));
            folders.put(text(project, "artifactId"), module.split("/")[0]);
            needs.computeIfAbsent(module.split("/")[0], folder -> new ArrayList<>()).addAll(dependencies(project));
        }
        Map<String, Set<String>> arrows = new TreeMap<>();
        needs.forEach((folder, artifacts) -> artifacts.stream().map(folders::get).filter(to -> to != null && !to.equals(folder))
                .forEach(to -> arrows.computeIfAbsent(folder, from -> new TreeSet<>()).add(to)));

        assertThat(arrows.get("server")).contains("adapters", "executionware", "modeling", "monitoring", "upperware");
        while (arrows.values().removeIf(to -> to.stream().noneMatch(arrows::containsKey))) {
            // What remains at the end is on a cycle or needs one.
        }
        assertThat(arrows).as("folders on a cycle, or above one").isEmpty();
    }

    private static Element pom(Path folder) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(folder.resolve("pom.xml").toFile()).getDocumentElement();
    }

    private static List<String> dependencies(Element project) {
        return children(project, "dependencies").stream().flatMap(list -> children(list, "dependency").stream())
                .filter(one -> !text(one, "scope").equals("test")).map(one -> text(one, "artifactId")).toList();
    }

    private static List<String> texts(Element parent, String list, String name) {
        return children(parent, list).stream().flatMap(one -> children(one, name).stream()).map(Node::getTextContent).toList();
    }

    private static String text(Element parent, String name) {
        return children(parent, name).stream().map(Node::getTextContent).findFirst().orElse("");
    }

    private static List<Element> children(Element parent, String name) {
        NodeList nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).filter(node -> node.getNodeName().equals(name))
                .map(Element.class::cast).toList();
    }
}
