/**
 * Owns explanations: reasons, remarks, sensitivity and conflicting requirements.
 * Must not know how the placement was found.
 * Start reading at {@link ReportWriter}.
 */
package org.caravan.solver.report;
