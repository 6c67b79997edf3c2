package org.caravan.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/** Pictures of models of this project; {@code -Dgolden.update=true} writes them anew. */
class ModelPictureTest {

    private static final Path SHOP = Path.of("../../modeling/dsl/src/test/resources/sock-shop.caravan");
    private static final Path NORNET = Path.of("../../modeling/dsl/src/test/resources/nornet.caravan");
    private static final Path GOLDEN = Path.of("src/test/resources/golden");

    @Test
    void anApplicationAlone() throws IOException {
        isGolden("sock-shop.svg", picture(List.of(SHOP)));
    }

    @Test
    void anApplicationWithItsSites() throws IOException {
        isGolden("sock-shop-on-nornet.svg", picture(List.of(SHOP, NORNET)));
    }

    @Test
    void everythingIsInItOnceAndNothingOverlaps() throws Exception {
        ParsedModels models = parsed(List.of(SHOP, NORNET));
        DiagramLayout laidOut = new DiagramLayout(Diagram.of(models.applications().get(0), models.infrastructures()));
        assertThat(laidOut.boxes()).extracting(box -> box.figure().id()).doesNotHaveDuplicates()
                .contains("component frontend", "component carts-db", "users haikou", "site simula", "site users-haikou");
        assertThat(laidOut.lines()).extracting(line -> line.arrow().from() + " " + line.arrow().to())
                .contains("component orders component carts", "users bergen component frontend", "component carts-db site simula");
        for (DiagramLayout.Box one : laidOut.boxes()) {
            assertThat(laidOut.boxes()).filteredOn(other -> !other.equals(one) && one.x() < other.x() + other.width()
                    && other.x() < one.x() + one.width()
                    && one.y() < other.y() + other.height() && other.y() < one.y() + one.height()).as(one.toString()).isEmpty();
            assertThat(one.x() + one.width()).isLessThanOrEqualTo(laidOut.width());
            assertThat(one.y() + one.height()).isLessThanOrEqualTo(laidOut.height());
        }
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(picture(List.of(SHOP, NORNET)))));
    }

    @Test
    void aLinkAmongReplicasLeavesTheirBoxAndComesBack() {
        DiagramLayout laidOut = new DiagramLayout(Diagram.of(CaravanLanguage.parse(Map.of("herd.caravan", """
                application herd version "1" {
                  component member {
                    replicas 3  form container { image "herd"  cpu 1  memory 64 MiB }  provides data on 8080  requires member.data
                  }
                }
                """)).applications().get(0), List.of()));
        DiagramLayout.Box box = laidOut.boxes().get(0);
        DiagramLayout.Line loop = laidOut.lines().get(0);
        assertThat(loop.arrow()).isEqualTo(new Arrow("component member", "component member", "data", false));
        assertThat(loop.points()).hasSizeGreaterThan(3).doesNotHaveDuplicates();
        assertThat(loop.points().subList(1, loop.points().size() - 1)).allSatisfy(point -> {
            boolean inside = point.x() > box.x() && point.x() < box.x() + box.width() && point.y() > box.y()
                    && point.y() < box.y() + box.height();
            assertThat(inside).isFalse();
            assertThat(point.x()).isBetween(0L, laidOut.width());
            assertThat(point.y()).isBetween(0L, laidOut.height());
        });
    }

    @Test
    void theCommandWritesTheFileOrSaysWhyNot(@TempDir Path folder) throws IOException {
        Path out = folder.resolve("out.svg");
        assertThat(Main.run(new String[] {SHOP.toString(), "-o", out.toString()})).isZero();
        assertThat(Files.readString(out)).isEqualTo(picture(List.of(SHOP)));
        assertThat(Main.run(new String[] {NORNET.toString()})).isEqualTo(1);
        assertThat(Main.run(new String[] {"missing.caravan"})).isEqualTo(1);
        Path broken = Files.writeString(folder.resolve("broken.caravan"), "application {");
        assertThat(Main.run(new String[] {broken.toString()})).isEqualTo(1);
    }

    private static void isGolden(String name, String picture) throws IOException {
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(GOLDEN.resolve(name), picture);
        }
        assertThat(picture).isEqualTo(Files.readString(GOLDEN.resolve(name)));
    }

    private static String picture(List<Path> files) throws IOException {
        ParsedModels models = parsed(files);
        return ModelPicture.of(models.applications().get(0), models.infrastructures());
    }

    private static ParsedModels parsed(List<Path> files) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Path file : files) {
            texts.put(file.toString(), Files.readString(file));
        }
        return CaravanLanguage.parse(texts);
    }
}
