package org.caravan.dsl.ide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.emf.ecore.resource.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What editors show beside the text and how they colour names. */
class PicturesAndNamesTest {

    private static final String LAB = """
            infrastructure Lab {
              site hall { kind users  country NO  position 60 5  isp Uninett { ipv4 "10.1.6.0/24" gateway "10.1.6.1" } }
            }
            """;

    /** A component whose name is a word of the language. */
    private static final String SHOP = """
            application shop {
              component web {
                form container { image "shop/web"  cpu 0.2  memory 96 MiB }
                provides http on 8079
                requires metric.redis
              }
              component metric {
                form container { image "shop/store"  cpu 0.1  memory 64 MiB }
                provides redis on 6379
              }
              users hall { at hall via Uninett ipv4  rate 20 requests/s  mix home 100 % }
              request home { users -> web  turns 9  bytes 24 KiB }
            }
            """;

    @TempDir
    private Path folder;

    private Session session() throws Exception {
        Files.writeString(folder.resolve("lab.caravan"), LAB);
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
            assertThat(drawing.problem()).isEqualTo("Nothing is drawn while something is wrong: Component web names component nothing, which does not exist.");
            session.change("shop.caravan", "// nothing yet\n");
            assertThat(session.picture("shop.caravan").problem()).startsWith("No application is described here.");
        }
    }

    @Test
    void aMistakeInAnotherFileLeavesThePicture() throws Exception {
        try (Session session = session()) {
            session.open("shop.caravan", SHOP);
            session.open("lab.caravan", LAB.replace("country", "land"));
            assertThat(session.picture("shop.caravan").svg()).contains(">web<", ">hall<").doesNotContain("users, NO");
        }
    }

    @Test
    void namesAreToldFromWordsOfTheLanguage() throws Exception {
        try (Session session = session()) {
            session.open("shop.caravan", SHOP);
            assertThat(session.names("shop.caravan", SHOP)).containsExactly("shop namespace declaration", "web class declaration", "http interface declaration",
                    "metric class", "redis interface", "metric class declaration", "redis interface declaration", "hall type declaration", "hall namespace",
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
