package org.caravan.eclipse.language;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResourceChangeEvent;
import org.eclipse.core.resources.IResourceChangeListener;
import org.eclipse.core.resources.IResourceDelta;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.lsp4j.DidChangeWatchedFilesParams;
import org.eclipse.lsp4j.DidChangeWorkspaceFoldersParams;
import org.eclipse.lsp4j.FileChangeType;
import org.eclipse.lsp4j.FileEvent;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.WorkspaceFoldersChangeEvent;
import org.eclipse.xtext.ide.server.LanguageServerImpl;

/** Notifies the language server of added, changed and removed projects and model files. */
final class ProjectChanges implements IResourceChangeListener {

    private final LanguageServerImpl server;

    ProjectChanges(LanguageServerImpl server) {
        this.server = server;
    }

    @Override
    public void resourceChanged(IResourceChangeEvent event) {
        List<WorkspaceFolder> opened = new ArrayList<>();
        List<FileEvent> files = new ArrayList<>();
        try {
            event.getDelta().accept(delta -> {
                if (delta.getResource() instanceof IProject project && opens(delta, project)) {
                    opened.add(Language.folder(project));
                } else if (delta.getResource() instanceof IFile file && Places.isModel(file) && contentChanged(delta)) {
                    files.add(new FileEvent(Places.uri(location(file)), kind(delta)));
                }
                return true;
            });
        } catch (CoreException e) {
            ILog.get().log(e.getStatus());
        }
        if (!opened.isEmpty()) {
            server.didChangeWorkspaceFolders(new DidChangeWorkspaceFoldersParams(new WorkspaceFoldersChangeEvent(opened, List.of())));
        }
        if (!files.isEmpty()) {
            server.didChangeWatchedFiles(new DidChangeWatchedFilesParams(files));
        }
    }

    private static boolean opens(IResourceDelta delta, IProject project) {
        return project.isAccessible() && (delta.getKind() == IResourceDelta.ADDED || (delta.getFlags() & IResourceDelta.OPEN) != 0);
    }

    private static boolean contentChanged(IResourceDelta delta) {
        return delta.getKind() != IResourceDelta.CHANGED || (delta.getFlags() & IResourceDelta.CONTENT) != 0;
    }

    private static FileChangeType kind(IResourceDelta delta) {
        return switch (delta.getKind()) {
            case IResourceDelta.ADDED -> FileChangeType.Created;
            case IResourceDelta.REMOVED -> FileChangeType.Deleted;
            default -> FileChangeType.Changed;
        };
    }

    /** A file of a deleted project has no location of its own. */
    private static URI location(IFile file) {
        URI location = file.getLocationURI();
        return location != null ? location : ResourcesPlugin.getWorkspace().getRoot().getLocation().append(file.getFullPath()).toFile()
                .toURI();
    }
}
