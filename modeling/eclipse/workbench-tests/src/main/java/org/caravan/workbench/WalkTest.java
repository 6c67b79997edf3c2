package org.caravan.workbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.caravan.eclipse.editor.HoverTexts;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.jface.text.ITextHover;
import org.eclipse.jface.text.ITextOperationTarget;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.Region;
import org.eclipse.jface.text.source.ISourceViewer;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.jface.wizard.WizardDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyleRange;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.ui.IWorkbenchWizard;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.ide.IDE;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The walk of somebody new, each step from where the last one ended. */
@Order(1)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public final class WalkTest {

    private static final String PROJECT = "first-steps";
    private static Model notes;
    private static String example;

    @Test
    @Order(1)
    void theWizardMakesAProjectThatIsRight() throws Exception {
        Screen.on(() -> {
            PlatformUI.getWorkbench().getActiveWorkbenchWindow().getShell().setBounds(0, 0, 1400, 900);
            return null;
        });
        Screen.later(() -> {
            IWorkbenchWizard wizard = PlatformUI.getWorkbench().getNewWizardRegistry().findWizard("org.caravan.eclipse.project")
                    .createWizard();
            wizard.init(PlatformUI.getWorkbench(), StructuredSelection.EMPTY);
            return new WizardDialog(PlatformUI.getWorkbench().getActiveWorkbenchWindow().getShell(), wizard).open();
        });
        Screen.await("wizard", () -> Screen.window("New Caravan project"));
        Screen.on(() -> {
            Screen.seen(Text.class).stream().filter(field -> field.getShell().getText().equals("New Caravan project")).findFirst()
                    .orElseThrow().setText(PROJECT);
            return null;
        });
        Screen.picture("01-new-project");
        Screen.press("Finish");
        IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject(PROJECT);
        Screen.await("project", () -> project.getFile("notes.caravan").exists() && Model.page().getActiveEditor() != null);
        notes = new Model(project.getFile("notes.caravan"));
        example = notes.text();
        assertTrue(project.getFile("lab.caravan").exists());
        assertEquals("org.eclipse.ui.genericeditor.GenericEditor", notes.editor().getSite().getId());
        assertEquals(List.of(), notes.problems());
    }

    @Test
    @Order(2)
    void wordsOfTheLanguageAreBoldAndNamesAreNot() throws Exception {
        Screen.await("bold keyword", () -> bold("application"));
        assertFalse(Screen.on(() -> bold("notes")));
        Screen.picture("02-editor");
    }

    private static boolean bold(String word) {
        StyleRange style = notes.widget().getStyleRangeAtOffset(notes.widget().getText().indexOf(word) + 1);
        return style != null && (style.fontStyle & SWT.BOLD) != 0;
    }

    @Test
    @Order(3)
    void theOutlineNamesWhatIsDeclared() throws Exception {
        Screen.await("outline", () -> Screen.seen(Tree.class).stream().anyMatch(tree -> Arrays.stream(tree.getItems())
                .anyMatch(item -> item.getText().equals("notes")
                        && Arrays.stream(item.getItems()).map(TreeItem::getText).toList()
                        .containsAll(List.of("web", "store", "hall", "read")))));
    }

    @Test
    @Order(4)
    void threeMistakesAreMendedByQuickFixes() throws Exception {
        notes.replace("requires store.redis", "requires stor.redis");
        notes.replace("memory 64 MiB }\n    provides http", "memory 64 }\n    provides http");
        notes.replace("at users-hall via Telenor ipv4", "at users-hall via Telenor ipv5");
        Screen.await("three problems", () -> notes.problems().size() == 3);
        assertEquals(List.of("missing-unit", "unknown-component", "family-unknown"), notes.problems());
        Screen.picture("03-three-mistakes");
        mend("missing-unit", "Replace by 64 MiB");
        mend("unknown-component", "Replace by store");
        mend("family-unknown", "Replace by ipv4");
        Screen.await("no problem", () -> notes.problems().isEmpty());
        assertEquals(example, notes.text());
        Screen.picture("04-mended");
    }

    private static void mend(String code, String label) throws Exception {
        Screen.await(code, () -> notes.problems().contains(code));
        Screen.on(() -> {
            IMarker marker = notes.markers("org.caravan.eclipse.problem").stream().filter(one -> one.getAttribute("code", "").equals(code))
                    .findFirst().orElseThrow();
            var fixes = IDE.getMarkerHelpRegistry().getResolutions(marker);
            Arrays.stream(fixes).filter(fix -> fix.getLabel().equals(label)).findFirst()
                    .orElseThrow(() -> new AssertionError(Arrays.stream(fixes).map(fix -> fix.getLabel()).toList())).run(marker);
            return null;
        });
        Screen.await("without " + code, () -> !notes.problems().contains(code));
    }

    @Test
    @Order(5)
    void proposalsFitAndTemplatesAreAmongThem() throws Exception {
        notes.cursorAt("    requires store.redis", "    requires ".length());
        assertEquals(List.of("store : component", "web : component"), proposals("web : component", "05-proposals"));
        notes.cursorAt("  require store at", 2);
        proposals("slo - a promise on latency", "06-templates");
    }

    /** Those that are shown once this one is: they come one after the other, from several who propose. */
    private static List<String> proposals(String wanted, String picture) throws Exception {
        Screen.on(() -> {
            ((ITextOperationTarget) notes.editor().getAdapter(ITextOperationTarget.class))
                    .doOperation(ISourceViewer.CONTENTASSIST_PROPOSALS);
            return null;
        });
        List<String> labels = new ArrayList<>();
        Screen.await("proposals", () -> {
            labels.clear();
            Screen.seen(Table.class).stream().filter(table -> popups().contains(table.getShell()))
                    .forEach(table -> Arrays.stream(table.getItems()).map(TableItem::getText).forEach(labels::add));
            return labels.contains(wanted);
        });
        Screen.picture(picture);
        Screen.on(() -> {
            // A key would need a window manager to come here: whoever clicks elsewhere closes it, too.
            popups().forEach(Shell::close);
            return null;
        });
        return labels;
    }

    private static List<Shell> popups() {
        Shell workbench = PlatformUI.getWorkbench().getActiveWorkbenchWindow().getShell();
        return Screen.seen(Table.class).stream().map(Table::getShell).filter(shell -> shell != workbench).distinct().toList();
    }

    @Test
    @Order(6)
    void thePointerIsTold() {
        ITextHover hover = new HoverTexts();
        ITextViewer viewer = Screen.on(() -> notes.editor().getAdapter(ITextViewer.class));
        assertEquals("turns Changes of direction on a link; every two more add a round trip.",
                hover.getHoverInfo(viewer, new Region(notes.text().indexOf("turns 3"), 1)));
    }

    @Test
    @Order(7)
    void namesLeadToTheirDeclarationAndAreRenamed() throws Exception {
        notes.cursorAt("requires store.redis", "requires ".length());
        Model.command("org.caravan.eclipse.declaration");
        Screen.await("declaration", () -> notes.selected().equals("store"));
        assertEquals(notes.text().indexOf("component store") + "component ".length(),
                (int) Screen.on(() -> notes.widget().getSelection().x));
        Model.command("org.caravan.eclipse.references");
        Screen.await("references", () -> Screen.seen(Table.class).stream().anyMatch(table -> Arrays.stream(table.getItems())
                .anyMatch(item -> item.getText().endsWith("require store at centre"))));
        Screen.picture("07-references");
        notes.cursorAt("component store", "component ".length() + 1);
        Model.command("org.caravan.eclipse.rename", "org.caravan.eclipse.rename.name", "keeper");
        assertEquals(example.replaceAll("\\bstore\\b", "keeper").replace("notes/keeper", "notes/store"), notes.text());
        notes.cursorAt("component keeper", "component ".length() + 1);
        Model.command("org.caravan.eclipse.rename", "org.caravan.eclipse.rename.name", "store");
        assertEquals(example, notes.text());
    }

    @Test
    @Order(8)
    void theTextIsLaidOut() throws Exception {
        notes.replace("    provides http on 8080", "  provides   http on 8080");
        notes.cursorAt("component web", 0);
        Model.command("org.caravan.eclipse.format");
        String laidOut = notes.text();
        assertTrue(laidOut.contains("\n    provides http on 8080"), laidOut);
        notes.save();
    }
}
