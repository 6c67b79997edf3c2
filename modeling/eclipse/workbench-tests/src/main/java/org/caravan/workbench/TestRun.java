package org.caravan.workbench;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.eclipse.ui.IStartup;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.junit.platform.reporting.legacy.xml.LegacyXmlReportGeneratingListener;

/**
 * Runs the tests on a thread of their own once the workbench is there, then ends the program: 0 if all passed. Public because the workbench
 * makes it.
 */
public final class TestRun implements IStartup {

    static final Path REPORTS = Path.of(System.getProperty("caravan.workbench.reports", "reports"));

    @Override
    public void earlyStartup() {
        Thread tests = new Thread(() -> Runtime.getRuntime().halt(run()), "workbench-tests");
        tests.setContextClassLoader(TestRun.class.getClassLoader());
        tests.start();
    }

    private static int run() {
        // JUnit finds engines as services of a class path, and a bundle has none.
        Launcher launcher = LauncherFactory.create(LauncherConfig.builder().enableTestEngineAutoRegistration(false)
                .addTestEngines(new JupiterTestEngine())
                .enableLauncherDiscoveryListenerAutoRegistration(false).enableLauncherSessionListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false).enablePostDiscoveryFilterAutoRegistration(false).build());
        PrintWriter out = new PrintWriter(System.out, true);
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        launcher.execute(LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClass(WalkTest.class),
                        DiscoverySelectors.selectClass(PictureTest.class), DiscoverySelectors.selectClass(ServerTest.class))
                .configurationParameter("junit.jupiter.testclass.order.default", "org.junit.jupiter.api.ClassOrderer$OrderAnnotation")
                .build(),
                listener, new LegacyXmlReportGeneratingListener(REPORTS, out));
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(out, 12);
        out.println(summary.getTestsSucceededCount() + " of " + summary.getTestsFoundCount() + " tests in the workbench passed");
        return summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0 ? 0 : 1;
    }
}
