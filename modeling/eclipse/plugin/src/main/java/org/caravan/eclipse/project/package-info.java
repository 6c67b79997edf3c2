/** New projects. */
package org.caravan.eclipse.project;
