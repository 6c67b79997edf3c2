/** The workbench as a product: which views it begins with. The editor is a plug-in of its own, for any Eclipse. */
package org.caravan.modeller;
