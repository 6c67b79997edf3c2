package org.caravan.eclipse.server;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.caravan.client.Display;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.ActionContributionItem;
import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyleRange;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.part.ViewPart;

/**
 * Read-only view of server responses: validation result, plan with reasons and diff, deployment progress. Public because the workbench
 * instantiates it.
 */
public final class PlanView extends ViewPart implements Display {

    static final String ID = "org.caravan.eclipse.plan";

    private static final Color ADDED = new Color(0, 110, 40);
    private static final Color REMOVED = new Color(170, 20, 20);
    private static final Color CHANGED = new Color(150, 95, 0);

    private final List<ShownPlan> offered = new ArrayList<>();
    private StyledText text;
    private Action approval;
    private boolean following;

    @Override
    public void createPartControl(Composite parent) {
        text = new StyledText(parent, SWT.READ_ONLY | SWT.V_SCROLL | SWT.H_SCROLL);
        text.setFont(JFaceResources.getTextFont());
        text.setMargins(6, 4, 6, 4);
        approval = new Action("Approve and deploy") {
            @Override
            public void run() {
                approve();
            }
        };
        approval.setToolTipText("Deploys the plan that is shown");
        approval.setEnabled(false);
        ActionContributionItem button = new ActionContributionItem(approval);
        button.setMode(ActionContributionItem.MODE_FORCE_TEXT);
        getViewSite().getActionBars().getToolBarManager().add(button);
    }

    /** Clears the approvable plans of earlier responses. */
    void begin(String title) {
        offered.clear();
        following = false;
        approval.setEnabled(false);
        setContentDescription(title + " …");
        text.setText("");
    }

    void end() {
        onScreen(() -> {
            setContentDescription(getContentDescription().replace(" …", ""));
            approval.setEnabled(!offered.isEmpty());
        });
    }

    void offer(ShownPlan plan) {
        onScreen(() -> offered.add(plan));
    }

    List<ShownPlan> offered() {
        return List.copyOf(offered);
    }

    void approve() {
        List<ShownPlan> plans = offered();
        offered.clear();
        following = true;
        approval.setEnabled(false);
        setContentDescription("Deploy …");
        ServerCommand.inBackground("Deploy", this, () -> plans.forEach(plan -> plan.deploy(ServerSettings.api(), this)));
    }

    @Override
    public void line(String line) {
        onScreen(() -> add(line, null));
    }

    @Override
    public void diff(String diff) {
        onScreen(() -> diff.lines().forEach(line -> add(line, colour(line.strip()))));
    }

    @Override
    public void bar(int done, int total, String what, OptionalDouble secondsLeft) {
        onScreen(() -> setContentDescription("Deploy: " + done + " of " + total + " " + what + " …"));
    }

    private static Color colour(String line) {
        return line.startsWith("+") ? ADDED : line.startsWith("-") ? REMOVED : line.startsWith("±") ? CHANGED : null;
    }

    private void add(String line, Color colour) {
        int begin = text.getCharCount();
        text.append(line.stripTrailing() + "\n");
        if (colour != null) {
            text.setStyleRange(new StyleRange(begin, line.stripTrailing().length(), colour, null));
        }
        if (following) {
            text.setTopIndex(text.getLineCount() - 1);
        }
    }

    /** Runs in order on the UI thread; does nothing after the view is closed. */
    private void onScreen(Runnable shown) {
        text.getDisplay().syncExec(() -> {
            if (!text.isDisposed()) {
                shown.run();
            }
        });
    }

    @Override
    public void setFocus() {
        text.setFocus();
    }
}
