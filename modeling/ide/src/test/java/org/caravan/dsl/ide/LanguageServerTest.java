package org.caravan.dsl.ide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.TextEdit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a process of its own, spoken to over its standard streams as an editor does. */
class LanguageServerTest {

    static final String LAB = """
            infrastructure Lab {
              site hall { kind users  country NO  position 60 5  isp Uninett { ipv4 "10.1.6.0/24" gateway "10.1.6.1" }  \
            isp Telenor { ipv4 "10.3.6.0/24" gateway "10.3.6.1" } }
            }
            """;

    static final String SHOP = """
            application shop {
              component web {
                form container { image "shop/web"  cpu 0.2  memory 96 MiB }
                provides http on 8079
                requires store.redis
              }
              component store {
                form container { image "shop/store"  cpu 0.1  memory 64 MiB }
                provides redis on 6379
              }
              users hall { at hall via Uninett ipv4  rate 20 requests/s  mix home 100 % }
              request home { users -> web  turns 9  bytes 24 KiB }
            }
            """;

    @TempDir
    private Path folder;

    private Editor editor;

    @BeforeEach
    void aProject() throws Exception {
        Files.writeString(folder.resolve("lab.caravan"), LAB);
        Files.writeString(folder.resolve("shop.caravan"), SHOP);
        editor = Editor.start(folder);
    }

    @AfterEach
    void end() throws Exception {
        assertThat(editor.end()).isZero();
    }

    @Test
    void whatIsWrongIsSaidAsOnTheCommandLineAndMendedByAChoice() throws Exception {
        List<Diagnostic> found = editor.open("shop.caravan", SHOP.replace("store.redis", "stor.redis").replace("20 requests/s", "20"));
        assertThat(found).extracting(diagnostic -> diagnostic.getCode().getLeft()).containsExactly("unknown-component", "missing-unit");
        assertThat(found.get(0).getMessage().getLeft()).isEqualTo(
                "Component web names component stor, which does not exist.\nMaybe use one of [store, web].");
        List<CodeAction> actions = editor.actions(found);
        assertThat(actions).extracting(CodeAction::getTitle).startsWith("Replace by store", "Replace by web")
                .contains("Replace by 20 requests/s");
        List<TextEdit> edits = actions.get(0).getEdit().getChanges().values().iterator().next();
        assertThat(edits).singleElement().satisfies(edit -> {
            assertThat(edit.getNewText()).isEqualTo("store");
            assertThat(edit.getRange().getStart()).isEqualTo(new Position(4, 13));
        });
    }

    @Test
    void proposesWhatFits() throws Exception {
        editor.open("shop.caravan", SHOP);
        assertThat(editor.proposals("requires ")).contains("store", "web").doesNotContain("application", "cpu");
        assertThat(editor.proposals("requires store.")).contains("redis").doesNotContain("http");
        assertThat(editor.proposals("users hall { at ")).containsExactly("hall");
        assertThat(editor.proposals("at hall via ")).containsExactly("Telenor", "Uninett");
        assertThat(editor.proposals("via Uninett ")).containsExactlyInAnyOrder("ipv4", "ipv6");
        assertThat(editor.proposals("rate 20 ")).contains("requests/s").doesNotContain("MiB");
        assertThat(editor.proposals("form ")).containsExactlyInAnyOrder("container", "microvm", "vm");
    }

    @Test
    @Tag("long")
    void explainsWordsAndNames() throws Exception {
        editor.open("shop.caravan", SHOP);
        assertThat(editor.hover("turns 9")).isEqualTo("**turns** Changes of direction on a link; every two more add a round trip.");
        assertThat(editor.hover("store.redis")).contains("component store").contains("shop/store");
    }

    @Test
    @Tag("long")
    void findsDeclarationsAndUsesAndRenamesThem() throws Exception {
        editor.open("shop.caravan", SHOP);
        assertThat(editor.definition("store.redis")).isEqualTo(new Position(6, 12));
        assertThat(editor.references("store {")).containsExactlyInAnyOrder(new Position(4, 13), new Position(6, 12));
        assertThat(editor.rename("store {", "keeper")).containsExactlyInAnyOrder(new Position(4, 13), new Position(6, 12));
        assertThat(editor.outline()).contains("Namespace shop", "Class web", "Interface http", "Class store", "Object hall",
                "Function home");
    }

    /** What another file declares, and what a third one names. */
    @Test
    @Tag("long")
    void renamesInAllFilesOfTheProject() throws Exception {
        end();
        Files.writeString(folder.resolve("areas.caravan"), "area north { countries NO }\n");
        String shop = SHOP.replaceFirst("\n  component web", "\n  require web within north\n  component web");
        Files.writeString(folder.resolve("shop.caravan"), shop);
        editor = Editor.start(folder);
        assertThat(editor.open("shop.caravan", shop)).isEmpty();
        assertThat(editor.renamedFiles("north\n", "nordic")).isEqualTo(Map.of("areas.caravan", 1, "shop.caravan", 1));
    }

    @Test
    void endsWithAnEditorThatDied() throws Exception {
        assertThat(Editor.start(folder).die()).isZero();
    }

    @Test
    @Tag("long")
    void laysTheTextOut() throws Exception {
        editor.open("shop.caravan", SHOP.replace("    provides http on 8079", "  provides   http on 8079"));
        assertThat(editor.formatted()).isEqualTo(SHOP);
    }
}
