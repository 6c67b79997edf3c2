package org.caravan.workbench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.core.commands.Command;
import org.eclipse.core.commands.ParameterizedCommand;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IResource;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.widgets.Control;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.commands.ICommandService;
import org.eclipse.ui.handlers.IHandlerService;
import org.eclipse.ui.ide.IDE;
import org.eclipse.ui.texteditor.ITextEditor;

/** A model file in its editor; places are named by the text that is there. */
record Model(IFile file) {

    static IWorkbenchPage page() {
        return PlatformUI.getWorkbench().getActiveWorkbenchWindow().getActivePage();
    }

    ITextEditor editor() {
        return Screen.on(() -> (ITextEditor) IDE.openEditor(page(), file));
    }

    StyledText widget() {
        return Screen.on(() -> (StyledText) editor().getAdapter(Control.class));
    }

    String text() {
        return Screen.on(() -> widget().getText());
    }

    /** As if it were typed. */
    void replace(String old, String by) {
        Screen.on(() -> {
            int at = widget().getText().indexOf(old);
            if (at < 0) {
                throw new AssertionError("not in the text: " + old);
            }
            widget().replaceTextRange(at, old.length(), by);
            return null;
        });
    }

    /** @param behind characters after the beginning of the text */
    void cursorAt(String text, int behind) {
        Screen.on(() -> {
            editor().selectAndReveal(widget().getText().indexOf(text) + behind, 0);
            widget().setFocus();
            return null;
        });
    }

    String selected() {
        return Screen.on(() -> widget().getSelectionText());
    }

    void save() {
        Screen.on(() -> page().saveEditor(editor(), false));
    }

    List<IMarker> markers(String kind) {
        try {
            List<IMarker> found = new ArrayList<>(List.of(file.findMarkers(kind, true, IResource.DEPTH_ZERO)));
            found.sort(Comparator.comparingInt(marker -> marker.getAttribute(IMarker.CHAR_START, 0)));
            return found;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    List<String> problems() {
        return markers("org.caravan.eclipse.problem").stream().map(marker -> marker.getAttribute("code", "")).toList();
    }

    /** @param parameters name, value, … */
    static void command(String id, String... parameters) {
        Screen.on(() -> {
            Command command = PlatformUI.getWorkbench().getService(ICommandService.class).getCommand(id);
            Map<String, String> values = new HashMap<>();
            for (int i = 0; i < parameters.length; i += 2) {
                values.put(parameters[i], parameters[i + 1]);
            }
            PlatformUI.getWorkbench().getService(IHandlerService.class)
                    .executeCommand(ParameterizedCommand.generateCommand(command, values), null);
            return null;
        });
    }
}
