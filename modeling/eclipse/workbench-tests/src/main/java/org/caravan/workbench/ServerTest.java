package org.caravan.workbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.resources.IMarker;
import org.eclipse.jface.preference.PreferenceDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.ToolBar;
import org.eclipse.swt.widgets.ToolItem;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The Caravan menu, with a real server whose hosts are simulated; after {@link WalkTest}, in its project. */
@Order(3)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public final class ServerTest {

    private static final String SERVER = System.getProperty("caravan.workbench.server", "");
    private static final String TOKEN = System.getProperty("caravan.workbench.token", "");
    private static Model notes;

    @BeforeAll
    static void theProjectOfTheWalk() {
        notes = new Model(ResourcesPlugin.getWorkspace().getRoot().getProject("first-steps").getFile("notes.caravan"));
        notes.editor();
    }

    @Test
    @Order(1)
    void withoutATokenTheServerRefuses() throws Exception {
        preferences(SERVER, "wrong");
        Model.command("org.caravan.eclipse.plan");
        shown("The server refused the token.\n    Maybe enter it again: Preferences, Caravan.");
    }

    @Test
    @Order(2)
    void serverAndTokenAreKeptAndTheTokenIsNotReadable() throws Exception {
        preferences(SERVER, TOKEN);
        String kept = Files.readString(Path.of(System.getProperty("caravan.workbench.keyring")));
        assertTrue(kept.contains("org.caravan.eclipse") && !kept.contains(TOKEN), kept);
    }

    private static void preferences(String server, String token) throws Exception {
        Screen.later(() -> {
            PreferenceDialog dialog = PreferencesUtil.createPreferenceDialogOn(null, "org.caravan.eclipse.server",
                    new String[] {"org.caravan.eclipse.server"}, null);
            return dialog.open();
        });
        Screen.await("preferences", () -> Screen.seen(Text.class).stream().anyMatch(ServerTest::secret));
        Screen.on(() -> {
            Text secret = Screen.seen(Text.class).stream().filter(ServerTest::secret).findFirst().orElseThrow();
            secret.setText(token);
            Screen.seen(Text.class).stream().filter(field -> field.getParent() == secret.getParent()
                    && field != secret).findFirst().orElseThrow().setText(server);
            return null;
        });
        Screen.picture("08-preferences");
        Screen.press("Apply and Close");
        Screen.await("preferences closed", () -> Screen.seen(Text.class).stream().noneMatch(ServerTest::secret));
    }

    private static boolean secret(Text field) {
        return (field.getStyle() & SWT.PASSWORD) != 0;
    }

    @Test
    @Order(3)
    void theServersVerdictIsMarked() throws Exception {
        String right = notes.text();
        notes.replace("require store at centre", "require store at moon");
        notes.save();
        Model.command("org.caravan.eclipse.validate");
        shown("Not accepted. Nothing was changed.");
        assertEquals(1, notes.markers("org.caravan.eclipse.verdict").size());
        assertTrue(notes.markers("org.caravan.eclipse.verdict").get(0).getAttribute(IMarker.MESSAGE, "").contains("moon"));
        Screen.picture("09-verdict");
        notes.replace("require store at moon", "require store at centre");
        notes.save();
        assertEquals(right, notes.text());
        Model.command("org.caravan.eclipse.validate");
        shown("Accepted. Nothing was changed.");
        assertEquals(0, notes.markers("org.caravan.eclipse.verdict").size());
    }

    @Test
    @Order(4)
    void thePlanIsShownWithItsReasonsAndCannotBeEdited() throws Exception {
        Model.command("org.caravan.eclipse.plan");
        shown("Steps");
        Screen.await("may be approved", () -> approval().isEnabled());
        String plan = Screen.on(() -> view().getText());
        assertTrue(plan.contains("+") && plan.contains("store:1") && plan.contains("centre"), plan);
        assertFalse(Screen.on(() -> view().getEditable()));
        Screen.picture("10-plan");
    }

    @Test
    @Order(5)
    void whatIsApprovedIsDeployed() throws Exception {
        Screen.later(() -> {
            approval().notifyListeners(SWT.Selection, new Event());
            return null;
        });
        shown("is done.");
        Screen.picture("11-deployed");
        Model.command("org.caravan.eclipse.plan");
        shown("Nothing to do: the running state matches this plan.");
        assertFalse(Screen.on(() -> approval().isEnabled()));
    }

    private static StyledText view() {
        return Screen.seen(StyledText.class).stream().filter(text -> !text.getEditable()).findFirst().orElseThrow();
    }

    private static ToolItem approval() {
        for (ToolBar bar : Screen.seen(ToolBar.class)) {
            for (ToolItem item : bar.getItems()) {
                if (item.getText().equals("Approve and deploy")) {
                    return item;
                }
            }
        }
        throw new AssertionError("no button to approve");
    }

    /** And the view is done. */
    private static void shown(String text) throws Exception {
        Screen.await("in the view of plans: " + text, () -> Screen.seen(StyledText.class).stream().anyMatch(one -> !one.getEditable()
                && one.getText().contains(text)));
    }
}
