package org.caravan.eclipse.server;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.client.ModelFiles;
import org.caravan.client.ReferencedFiles;
import org.caravan.eclipse.language.Places;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.handlers.HandlerUtil;

/** All models of the current project, as stored on disk. */
record ProjectModels(IProject project) {

    /** Build output folder, which contains no sources. */
    private static final String BUILT = "target";

    /** Project of the selection, otherwise of the active editor. */
    static Optional<ProjectModels> of(ExecutionEvent event) {
        if (HandlerUtil.getCurrentSelection(event) instanceof IStructuredSelection selection && !selection.isEmpty()) {
            IResource resource = Adapters.adapt(selection.getFirstElement(), IResource.class);
            if (resource != null && resource.getProject() != null) {
                return Optional.of(new ProjectModels(resource.getProject()));
            }
        }
        IEditorPart editor = HandlerUtil.getActiveEditor(event);
        return Optional.ofNullable(editor == null ? null : editor.getEditorInput().getAdapter(IFile.class))
                .map(file -> new ProjectModels(file.getProject()));
    }

    ModelFiles files() throws CoreException {
        return new ModelFiles(texts());
    }

    /** Text by path within the project, including the files that models reference. */
    Map<String, String> texts() throws CoreException {
        Map<String, String> texts = models();
        for (Map.Entry<String, String> model : Map.copyOf(texts).entrySet()) {
            for (String named : ReferencedFiles.of(model.getKey(), model.getValue())) {
                IFile file = project.getFile(named);
                if (file.exists()) {
                    texts.put(named, file.readString());
                }
            }
        }
        return texts;
    }

    private Map<String, String> models() throws CoreException {
        Map<String, String> texts = new TreeMap<>();
        project.accept(resource -> {
            if (resource instanceof IFile file && Places.isModel(file)) {
                texts.put(file.getProjectRelativePath().toString(), file.readString());
            }
            return !resource.getName().equals(BUILT);
        });
        return texts;
    }
}
