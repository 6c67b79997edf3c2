package org.caravan.eclipse.server;

import java.io.IOException;
import org.caravan.client.ApiFault;
import org.eclipse.equinox.security.storage.StorageException;
import org.eclipse.jface.preference.FieldEditorPreferencePage;
import org.eclipse.jface.preference.StringFieldEditor;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchPreferencePage;

/** Preference page "Caravan". Public because the workbench instantiates it. */
public final class ServerPreferences extends FieldEditorPreferencePage implements IWorkbenchPreferencePage {

    private Text token;

    public ServerPreferences() {
        super(GRID);
    }

    @Override
    public void init(IWorkbench workbench) {
        setPreferenceStore(ServerSettings.store());
        setDescription("The server that plans and deploys. The token is in its data folder, in the file token.");
    }

    @Override
    protected void createFieldEditors() {
        addField(new StringFieldEditor(ServerSettings.ADDRESS, "&Server:", getFieldEditorParent()));
        new Label(getFieldEditorParent(), SWT.NONE).setText("&Token:");
        token = new Text(getFieldEditorParent(), SWT.BORDER | SWT.PASSWORD);
        token.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
        try {
            token.setText(ServerSettings.token().orElse(""));
        } catch (ApiFault fault) {
            setMessage(fault.getMessage().lines().findFirst().orElse(""), WARNING);
        }
    }

    @Override
    public boolean performOk() {
        try {
            ServerSettings.keep(token.getText());
        } catch (StorageException | IOException e) {
            setErrorMessage("The token cannot be kept: " + e.getMessage());
            return false;
        }
        return super.performOk();
    }
}
