package org.caravan.workbench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.ImageLoader;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.PlatformUI;

/** What a test needs of a screen: its thread, widgets that are to be seen, waiting for a state, and pictures. */
final class Screen {

    private static final Display DISPLAY = PlatformUI.getWorkbench().getDisplay();
    private static final long LIMIT_S = Long.getLong("caravan.workbench.limit", 120);

    private Screen() {}

    static <T> T on(Callable<T> work) {
        List<T> result = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        DISPLAY.syncExec(() -> {
            try {
                result.add(work.call());
            } catch (Throwable e) {
                failures.add(e);
            }
        });
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.get(0).toString(), failures.get(0));
        }
        return result.get(0);
    }

    /** For what opens a dialog: it goes on while the test works in the dialog. */
    static void later(Callable<?> work) {
        DISPLAY.asyncExec(() -> {
            try {
                work.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Asks on the screen's thread until it is so. */
    static void await(String what, Callable<Boolean> state) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (!on(state)) {
            if (System.nanoTime() > end) {
                picture("waited-in-vain");
                throw new AssertionError("waited in vain for: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** All that can be seen of a kind, in every window. */
    static <T extends Control> List<T> seen(Class<T> kind) {
        List<T> found = new ArrayList<>();
        for (Shell shell : DISPLAY.getShells()) {
            if (shell.isVisible()) {
                collect(shell, kind, found);
            }
        }
        return found;
    }

    private static <T> void collect(Control control, Class<T> kind, List<T> found) {
        if (!control.isVisible()) {
            return;
        }
        if (kind.isInstance(control)) {
            found.add(kind.cast(control));
        }
        if (control instanceof Composite parent) {
            for (Control child : parent.getChildren()) {
                collect(child, kind, found);
            }
        }
    }

    static void press(String label) throws Exception {
        Predicate<Button> wanted = button -> button.getText().replace("&", "").equals(label) && button.isEnabled();
        await("button " + label, () -> seen(Button.class).stream().anyMatch(wanted));
        later(() -> {
            seen(Button.class).stream().filter(wanted).findFirst().orElseThrow().notifyListeners(SWT.Selection, new Event());
            return null;
        });
    }

    static boolean window(String title) {
        for (Shell shell : DISPLAY.getShells()) {
            if (shell.isVisible() && shell.getText().equals(title)) {
                return true;
            }
        }
        return false;
    }

    /** Of the whole screen, beside the reports. */
    static void picture(String name) {
        on(() -> {
            while (DISPLAY.readAndDispatch()) {
                // until all is drawn
            }
            Image image = new Image(DISPLAY, DISPLAY.getBounds());
            GC screen = new GC(DISPLAY);
            screen.copyArea(image, 0, 0);
            screen.dispose();
            ImageLoader file = new ImageLoader();
            file.data = new ImageData[] {image.getImageData()};
            file.save(Path.of(TestRun.REPORTS.toString(), name + ".png").toString(), SWT.IMAGE_PNG);
            image.dispose();
            return null;
        });
    }
}
