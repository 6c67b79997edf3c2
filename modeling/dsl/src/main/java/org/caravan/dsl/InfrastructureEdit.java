package org.caravan.dsl;

import com.google.inject.Injector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.dsl.caravan.CaravanFile;
import org.caravan.dsl.caravan.HostDeclaration;
import org.caravan.dsl.caravan.ProviderDeclaration;
import org.caravan.dsl.caravan.SiteDeclaration;
import org.caravan.infrastructure.Host;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.nodemodel.ICompositeNode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;

/**
 * Infrastructure text after adding or removing one host. All other text stays unchanged, including comments and spaces. {@link
 * CaravanLanguage#parse} validates the result.
 *
 * @param files new text by file name
 * @param diff changed lines with + and - and two lines of context; empty if nothing changes
 */
public record InfrastructureEdit(Map<String, String> files, String diff) {

    private static final int SSH_PORT = 22;

    /**
     * Adds the host to the block of its provider at the site, or creates that block.
     *
     * @throws RejectedInput codes unknown-site, other-credentials, name-invalid and address-invalid
     */
    public static InfrastructureEdit adding(Map<String, String> files, String siteId, Host host) {
        Stream.of(host.id(), host.hostTypeId(), host.provider(), host.credentials())
                .filter(name -> !name.matches("[A-Za-z_][A-Za-z0-9_-]*"))
                .findFirst().ifPresent(name -> {
                    throw rejected("name-invalid", "(" + name + ") is no name in the Caravan language.",
                            "begin it with a letter; use letters, digits, - and _.");
                });
        if (!host.address().matches("[A-Za-z0-9:_][A-Za-z0-9.:_-]*")) {
            throw rejected("address-invalid", "(" + host.address() + ") is no address.", "write an address literal or a name.");
        }
        return edited(files, (text, file) -> file.getInfrastructures().stream().flatMap(all -> all.getSites().stream())
                        .filter(site -> site.getName().equals(siteId)).findFirst().map(site -> added(text, site, host)))
                .orElseThrow(() -> rejected("unknown-site", "The infrastructure has no site (" + siteId + ").",
                        "use a host listed by `caravan infrastructure`."));
    }

    /**
     * @throws RejectedInput with code unknown-host if no line of the text declares only this host; provisioned hosts are declared by number
     */
    public static InfrastructureEdit removing(Map<String, String> files, String hostId) {
        return edited(files, (text, file) -> file.getInfrastructures().stream().flatMap(all -> all.getSites().stream())
                        .flatMap(site -> site.getProviders().stream()).flatMap(provider -> provider.getHosts().stream())
                        .filter(host -> host.getName().equals(hostId)).findFirst().map(host -> removed(text, host)))
                .orElseThrow(() -> rejected("unknown-host", "The infrastructure names no host (" + hostId + ") that is not rented.",
                        "see `caravan nodes`; for rented hosts, change their number."));
    }

    private static Optional<InfrastructureEdit> edited(
            Map<String, String> files, BiFunction<String, CaravanFile, Optional<String>> edit) {
        Injector injector = CaravanLanguage.injector();
        for (Map.Entry<String, String> file : files.entrySet()) {
            Optional<String> after = edit.apply(file.getValue(), SourceText.of(Map.of(file.getKey(), file.getValue()), injector).get(0)
                    .file());
            if (after.isPresent()) {
                Map<String, String> changed = new TreeMap<>(files);
                changed.put(file.getKey(), after.get());
                return Optional.of(new InfrastructureEdit(changed, LineDiff.of(file.getKey(), file.getValue(), after.get())));
            }
        }
        return Optional.empty();
    }

    private static String added(String text, SiteDeclaration site, Host host) {
        Optional<ProviderDeclaration> provider = site.getProviders().stream().filter(one -> one.getName().equals(host.provider()))
                .findFirst();
        String line = "host " + host.id() + " of " + host.hostTypeId() + " at \"" + host.address() + "\""
                + (host.port() == SSH_PORT ? "" : " port " + host.port());
        if (provider.isEmpty()) {
            String inside = indentOf(text, site) + "  ";
            return beforeBrace(text, site, inside + "provider " + host.provider() + " {\n" + inside + "  credentials " + host.credentials()
                    + "\n" + inside + "  " + line + "\n" + inside + "}");
        }
        String theirs = Optional.ofNullable(provider.get().getCredentials()).orElse("");
        if (!theirs.equals(host.credentials())) {
            throw rejected("other-credentials", "Hosts of provider (" + host.provider() + ") at site (" + site.getName()
                    + ") have the credentials ("
                    + theirs + "), not (" + host.credentials() + ").", "leave --credentials out, and put the node's key there.");
        }
        List<HostDeclaration> hosts = provider.get().getHosts();
        return hosts.isEmpty() ? beforeBrace(text, provider.get(), indentOf(text, provider.get()) + "  " + line)
                : afterLine(text, hosts.get(hosts.size() - 1), line);
    }

    /** A comment at the end of a line stays on its line. */
    private static String afterLine(String text, EObject last, String line) {
        ICompositeNode node = NodeModelUtils.findActualNodeFor(last);
        int end = node.getEndOffset();
        int lineEnd = text.indexOf('\n', end) < 0 ? text.length() : text.indexOf('\n', end);
        String rest = text.substring(end, lineEnd).strip();
        int at = rest.isEmpty() || rest.startsWith("//") ? lineEnd : end;
        return text.substring(0, at) + "\n" + indentOf(text, last) + line + text.substring(at);
    }

    private static String beforeBrace(String text, EObject block, String lines) {
        int brace = NodeModelUtils.findActualNodeFor(block).getEndOffset() - 1;
        return text.substring(0, brace).stripTrailing() + "\n" + lines + "\n" + indentOf(text, block) + text.substring(brace);
    }

    private static String removed(String text, EObject host) {
        ICompositeNode node = NodeModelUtils.findActualNodeFor(host);
        int begin = node.getOffset();
        int end = node.getEndOffset();
        int lineBegin = text.lastIndexOf('\n', begin - 1) + 1;
        int lineEnd = text.indexOf('\n', end) < 0 ? text.length() : text.indexOf('\n', end) + 1;
        String rest = text.substring(end, lineEnd).strip();
        boolean alone = text.substring(lineBegin, begin).isBlank() && (rest.isEmpty() || rest.startsWith("//"));
        return alone ? text.substring(0, lineBegin) + text.substring(lineEnd) : text.substring(0, begin).stripTrailing()
                + text.substring(end);
    }

    private static String indentOf(String text, EObject part) {
        int begin = NodeModelUtils.findActualNodeFor(part).getOffset();
        String before = text.substring(text.lastIndexOf('\n', begin - 1) + 1, begin);
        return before.substring(0, before.length() - before.stripLeading().length());
    }

    private static RejectedInput rejected(String code, String message, String suggestion) {
        return new RejectedInput(List.of(Diagnostic.error(code, message, suggestion)));
    }

    /** Line diff of two texts that differ in one contiguous region. */
    private static final class LineDiff {

        private static final int CONTEXT = 2;

        private LineDiff() {}

        static String of(String fileName, String before, String after) {
            List<String> old = before.lines().toList();
            List<String> now = after.lines().toList();
            int shorter = Math.min(old.size(), now.size());
            int head = 0;
            while (head < shorter && old.get(head).equals(now.get(head))) {
                head++;
            }
            int tail = 0;
            while (tail < shorter - head && old.get(old.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
                tail++;
            }
            if (head == old.size() && head == now.size()) {
                return "";
            }
            List<String> lines = new ArrayList<>(List.of(fileName + " line " + (head + 1)));
            old.subList(Math.max(0, head - CONTEXT), head).forEach(line -> lines.add("  " + line));
            old.subList(head, old.size() - tail).forEach(line -> lines.add("- " + line));
            now.subList(head, now.size() - tail).forEach(line -> lines.add("+ " + line));
            now.subList(now.size() - tail, Math.min(now.size(), now.size() - tail + CONTEXT)).forEach(line -> lines.add("  " + line));
            return String.join("\n", lines) + "\n";
        }
    }
}
