package org.caravan.workbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.caravan.eclipse.editor.PictureView;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.swt.custom.StyleRange;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.swt.widgets.Text;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The picture beside the text, names in colours of their own, and a renaming that is shown before it is done; after {@link WalkTest}, in
 * its project.
 */
@Order(2)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public final class PictureTest {

    private static final RGB COMPONENT = new RGB(21, 101, 192);

    private static Model notes;

    @BeforeAll
    static void theProjectOfTheWalk() {
        notes = new Model(ResourcesPlugin.getWorkspace().getRoot().getProject("first-steps").getFile("notes.caravan"));
        notes.editor();
    }

    @Test
    @Order(1)
    void thePictureFollowsTheText() throws Exception {
        Screen.on(() -> Model.page().showView("org.caravan.eclipse.picture"));
        Screen.on(() -> {
            Model.page().activate(notes.editor());
            return null;
        });
        Screen.await("picture", () -> svg().contains(">store<"));
        assertTrue(Screen.on(() -> image().getImage().getBounds().width > 100));
        Screen.picture("12-picture");
        notes.replace("component store", "component cellar");
        Screen.await("why not", () -> Screen.seen(Label.class).stream()
                .anyMatch(label -> label.getText().startsWith("Nothing is drawn while something is wrong:")));
        assertTrue(Screen.on(PictureTest::svg).contains(">store<"), "the last picture stays");
        notes.replace("component cellar", "component store");
        Screen.await("no complaint", () -> Screen.seen(Label.class).stream()
                .noneMatch(label -> label.getText().startsWith("Nothing is drawn")));
    }

    private static Label image() {
        return Screen.seen(Label.class).stream().filter(label -> label.getData(PictureView.SVG) != null).findFirst().orElse(null);
    }

    private static String svg() {
        return image() == null ? "" : (String) image().getData(PictureView.SVG);
    }

    @Test
    @Order(2)
    void componentsHaveAColourWhereTheyAreDeclaredAndWhereTheyAreNamed() throws Exception {
        Screen.await("declared", () -> COMPONENT.equals(colour("component store", "component ".length())));
        Screen.await("named", () -> COMPONENT.equals(colour("requires store.redis", "requires ".length())));
    }

    private static RGB colour(String text, int behind) {
        StyleRange style = notes.widget().getStyleRangeAtOffset(notes.widget().getText().indexOf(text) + behind);
        return style == null || style.foreground == null ? null : style.foreground.getRGB();
    }

    @Test
    @Order(3)
    void aRenamingIsShownBeforeItIsDone() throws Exception {
        String before = notes.text();
        ask("keeper", "Cancel");
        assertEquals(before, notes.text());
        ask("keeper", "Rename");
        Screen.await("renamed", () -> notes.widget().getText().contains("component keeper"));
        assertTrue(notes.text().contains("requires keeper.redis"));
        notes.cursorAt("component keeper", "component ".length() + 1);
        Model.command("org.caravan.eclipse.rename", "org.caravan.eclipse.rename.name", "store");
        assertEquals(before, notes.text());
        notes.save();
    }

    private static void ask(String name, String button) throws Exception {
        notes.cursorAt("component store", "component ".length() + 1);
        new Thread(() -> Model.command("org.caravan.eclipse.rename")).start();
        Screen.await("new name", () -> Screen.window("Rename"));
        Screen.on(() -> {
            Screen.seen(Text.class).stream().filter(field -> field.getShell().getText().equals("Rename")
                    && field.getEditable()).findFirst().orElseThrow().setText(name);
            return null;
        });
        Screen.press("OK");
        Screen.await("changes", () -> Screen.window("Changes of a renaming"));
        List<String> lines = Screen.on(PictureTest::changes);
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("notes.caravan:")
                && line.endsWith("requires store.redis -> requires keeper.redis")), lines.toString());
        Screen.picture("13-renaming");
        Screen.press(button);
        Screen.await("closed", () -> !Screen.window("Changes of a renaming"));
    }

    private static List<String> changes() {
        Table table = Screen.seen(Table.class).stream().filter(one -> one.getShell().getText().equals("Changes of a renaming")).findFirst()
                .orElseThrow();
        return Arrays.stream(table.getItems()).map(PictureTest::line).toList();
    }

    private static String line(TableItem item) {
        return item.getText(0) + " " + item.getText(1) + " -> " + item.getText(2);
    }
}
