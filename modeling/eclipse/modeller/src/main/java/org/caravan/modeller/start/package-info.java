/** The program that starts the workbench; it is no bundle. */
package org.caravan.modeller.start;
