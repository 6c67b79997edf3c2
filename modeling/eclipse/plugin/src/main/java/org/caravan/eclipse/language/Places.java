package org.caravan.eclipse.language;

import java.net.URI;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.core.filebuffers.FileBuffers;
import org.eclipse.core.filebuffers.ITextFileBuffer;
import org.eclipse.core.filebuffers.LocationKind;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.Document;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.Region;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextDocumentIdentifier;

/** Converts positions between the workbench (offset, file) and the language server (line, URI). */
public final class Places {

    private static final String ENDING = "caravan";

    private Places() {}

    public static boolean isModel(IFile file) {
        return ENDING.equals(file.getFileExtension());
    }

    /** With three slashes, as the server writes it. */
    public static String uri(URI location) {
        String text = location.toString();
        return text.startsWith("file:/") && !text.startsWith("file://") ? "file://" + text.substring("file:".length()) : text;
    }

    /** @return empty if the document is not a model file of the workspace */
    public static Optional<TextDocumentIdentifier> of(IDocument document) {
        ITextFileBuffer buffer = FileBuffers.getTextFileBufferManager().getTextFileBuffer(document);
        if (buffer == null || buffer.getFileStore() == null || !buffer.getFileStore().getName().endsWith("." + ENDING)) {
            return Optional.empty();
        }
        return Optional.of(new TextDocumentIdentifier(uri(buffer.getFileStore().toURI())));
    }

    public static Optional<IFile> file(String uri) {
        return Stream.of(ResourcesPlugin.getWorkspace().getRoot().findFilesForLocationURI(URI.create(uri))).filter(IFile::exists)
                .findFirst();
    }

    public static Position position(IDocument document, int offset) throws BadLocationException {
        int line = document.getLineOfOffset(offset);
        return new Position(line, offset - document.getLineOffset(line));
    }

    /** Positions after the end are clamped to the last offset of the document. */
    public static int offset(IDocument document, Position position) throws BadLocationException {
        return position.getLine() >= document.getNumberOfLines() ? document.getLength()
                : Math.min(document.getLength(), document.getLineOffset(position.getLine()) + position.getCharacter());
    }

    public static IRegion region(IDocument document, Range range) throws BadLocationException {
        int begin = offset(document, range.getStart());
        return new Region(begin, offset(document, range.getEnd()) - begin);
    }

    /** Name or word around an offset; names may contain hyphens. */
    public static IRegion word(IDocument document, int offset) throws BadLocationException {
        int begin = offset;
        int end = offset;
        while (begin > 0 && isPart(document.getChar(begin - 1))) {
            begin--;
        }
        while (end < document.getLength() && isPart(document.getChar(end))) {
            end++;
        }
        return new Region(begin, end - begin);
    }

    private static boolean isPart(char character) {
        return Character.isLetterOrDigit(character) || character == '_' || character == '-';
    }

    /** Current text of the open editor, otherwise the text on disk. */
    public static IDocument document(IFile file) throws CoreException {
        ITextFileBuffer buffer = FileBuffers.getTextFileBufferManager().getTextFileBuffer(file.getFullPath(), LocationKind.IFILE);
        return buffer != null ? buffer.getDocument() : new Document(file.readString());
    }
}
