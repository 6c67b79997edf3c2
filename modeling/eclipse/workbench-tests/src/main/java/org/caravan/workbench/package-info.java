/** The editor as somebody at a screen meets it. The tests are a bundle, since only bundles see a workbench from inside. */
package org.caravan.workbench;
