package org.caravan.dsl.ide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.emf.ecore.resource.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What editors show beside the text and how they colour names. */
class PicturesAndNamesTest {

    /** A component whose name is a word of the language. */
    private static final String SHOP = LanguageServerTest.SHOP.replace("component store", "component metric")
            .replace("store.redis", "metric.redis");

    @TempDir
    private Path folder;

    private Session session() throws Exception {
        Files.writeString(folder.resolve("lab.caravan"), LanguageServerTest.LAB);
        Files.writeString(folder.resolve("shop.caravan"), SHOP);
        return new Session(folder);
    }

    @Test
    void thePictureIsOfWhatIsBeingWritten() throws Exception {
        try (Session session = session()) {
            session.open("shop.caravan", SHOP);
            assertThat(session.picture("shop.caravan").svg()).startsWith("<svg").contains(">web<", ">metric<", "users, NO");
            session.change("shop.caravan", SHOP.replace("component web", "component front").replace("-> web", "-> front"));
            assertThat(session.picture("shop.caravan").svg()).contains(">front<").doesNotContain(">web<");
            assertThat(session.renamed("shop.caravan", 1, 12)).as("what a picture is drawn of is still an editor's text").isEqualTo(2);
            assertThat(session.picture("lab.caravan").svg()).as("of a file without an application, the project's").contains(">front<");
        }
    }

    @Test
    void whatIsBrokenIsNotDrawnAndSaysWhy() throws Exception {
        try (Session session = session()) {
            session.open("shop.caravan", SHOP.replace("metric.redis", "nothing.redis"));
            Drawing drawing = session.picture("shop.caravan");
            assertThat(drawing.svg()).isNull();
            assertThat(drawing.problem()).isEqualTo(
                    "Nothing is drawn while something is wrong: Component web names component nothing, which does not exist.");
            session.change("shop.caravan", "// nothing yet\n");
            assertThat(session.picture("shop.caravan").problem()).startsWith("No application is described here.");
        }
    }

    @Test
    void aMistakeInAnotherFileLeavesThePicture() throws Exception {
        try (Session session = session()) {
            session.open("shop.caravan", SHOP);
            session.open("lab.caravan", LanguageServerTest.LAB.replace("country", "land"));
            assertThat(session.picture("shop.caravan").svg()).contains(">web<", ">hall<").doesNotContain("users, NO");
        }
    }

    @Test
    void namesAreToldFromWordsOfTheLanguage() throws Exception {
        try (Session session = session()) {
            session.open("shop.caravan", SHOP);
            assertThat(session.names("shop.caravan", SHOP)).containsExactly("shop namespace declaration", "web class declaration",
                    "http interface declaration",
                    "metric class", "redis interface", "metric class declaration", "redis interface declaration", "hall type declaration",
                            "hall namespace",
                    "Uninett namespace", "home function", "home function declaration", "web class");
        }
    }

    @Test
    void oneLanguageServesAllServersOfThisMachine() throws Exception {
        try (Session first = session()) {
            first.open("shop.caravan", SHOP);
            first.picture("shop.caravan");
            Object registered = Resource.Factory.Registry.INSTANCE.getExtensionToFactoryMap().get("caravan");
            try (Session second = session()) {
                second.open("shop.caravan", SHOP);
                assertThat(second.picture("shop.caravan").svg()).contains(">web<");
                assertThat(Resource.Factory.Registry.INSTANCE.getExtensionToFactoryMap().get("caravan")).isSameAs(registered);
            }
        }
    }
}
