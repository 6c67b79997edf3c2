package org.caravan.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.text.TextRule;

/**
 * Service inspected where its files are, before anything is sent to a server. The server inspects again what it receives.
 *
 * @param upload absent if there is none
 * @param findings errors and warnings
 * @param accepted whether there are no errors
 */
public record LocalService(Optional<Upload> upload, List<Diagnostic> findings, boolean accepted) {

    public LocalService {
        findings = List.copyOf(findings);
    }

    /**
     * @param from folder or file
     * @param sites sites where the service must run; empty: anywhere
     * @param users sites of users as {@link UserWish} describes them; whether a site exists, only the server knows
     * @throws RejectedInput with code file-unreadable or users-rate, because there is nothing to inspect then
     */
    public static LocalService inspect(ServiceKind kind, String name, Optional<Path> from, List<String> sites, List<String> users) {
        UserWish.of(users);
        Optional<Upload> upload = from.map(LocalService::read);
        ServiceDraft draft = Services.draft(new ServiceRequest(kind, name, upload, sites, List.of()));
        return new LocalService(upload, draft.findings(), draft.service().isPresent());
    }

    private static Upload read(Path from) {
        try {
            return LocalUpload.read(from);
        } catch (IOException e) {
            throw new RejectedInput(List.of(Diagnostic.error("file-unreadable",
                    TextRule.LINE.cleaned(from + " cannot be read: " + (Files.exists(from) ? e.getMessage() : "it does not exist")),
                    TextRule.LINE.cleaned("the path is relative to another folder than " + Path.of("").toAbsolutePath() + "."))));
        }
    }
}
