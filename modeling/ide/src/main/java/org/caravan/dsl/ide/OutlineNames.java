package org.caravan.dsl.ide;

import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.ide.server.symbol.DocumentSymbolMapper.DocumentSymbolNameProvider;

/** Names in the outline, without the names of their parents. The search over all files shows qualified names. */
class OutlineNames extends DocumentSymbolNameProvider {

    @Override
    public String getName(EObject declaration) {
        String qualified = super.getName(declaration);
        return qualified == null ? null : qualified.substring(qualified.lastIndexOf('.') + 1);
    }
}
