package org.caravan.cli.node;

import java.util.Optional;
import org.caravan.api.node.HostKeyOrder;
import org.caravan.api.node.HostKeyView;
import org.caravan.api.node.NodePlace;
import org.caravan.api.node.NodeTask.Work;
import org.caravan.api.node.NodeTaskOrder;
import org.caravan.api.node.ProposalView;
import org.caravan.cli.command.Terminal;
import org.caravan.cli.plan.Approval;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Option;

/** Options for the location of a node that the infrastructure does not contain yet, and for its host key at the first contact. */
final class NodePlaceOptions {

    @Option(names = "--site", paramLabel = "SITE", description = "Site of the node.")
    private String siteId;

    @Option(names = "--type", paramLabel = "TYPE", description = "Host type of the node.")
    private String hostTypeId;

    @Option(names = "--at", paramLabel = "ADDRESS", description = "Address of the node's SSH server.")
    private String address;

    @Option(names = "--port", paramLabel = "PORT", description = "Port of the node's SSH server (default: 22).")
    private Integer port;

    @Option(names = "--credentials", paramLabel = "NAME",
            description = "Credentials for the login (default: those of the site's other nodes).")
    private String credentials;

    @Option(names = "--host-key", paramLabel = "SHA256:…", description = "Fingerprint of the node's host key; any other key is refused.")
    private String hostKey;

    @Option(names = "--accept-new-host-key", description = "Trust a host key that is not yet known.")
    private boolean acceptNewHostKey;

    NodePlace place() {
        return new NodePlace(Optional.ofNullable(siteId), Optional.ofNullable(hostTypeId), Optional.ofNullable(address),
                Optional.ofNullable(port), Optional.ofNullable(credentials));
    }

    /** A check of the node at this place. */
    NodeTaskOrder check() {
        return new NodeTaskOrder(Work.CHECK, Optional.of(place()), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty());
    }

    /**
     * Ensures that the node's host key is pinned before any login. Asks the user unless an option answers.
     *
     * @return the proposed host; empty if the user did not confirm the key
     * @throws ApiFault if the node presents another key than the given or pinned one, or if the user cannot be asked
     */
    Optional<ProposalView> trustedProposal(Api api, String hostId, Terminal terminal, boolean json) {
        ProposalView proposal = api.post(ApiPath.of("nodes", hostId, "proposal"), place(), ProposalView.class).value();
        HostKeyView shown = proposal.hostKey();
        if (shown == null) {
            throw new ApiFault("answer-unreadable", "The answer of the server has no host key."
                    + "\n    Maybe client and server have different versions: caravan --version.");
        }
        String fingerprint = shown.fingerprint();
        if (hostKey != null && !hostKey.equals(fingerprint)) {
            throw new ApiFault("host-key-differs", hostId + " shows the host key " + fingerprint + ", not " + hostKey
                    + ".\n    Maybe another machine answers at its address: compare the key at the node itself.");
        }
        switch (shown.knowledge()) {
            case "PINNED" -> {
                return Optional.of(proposal);
            }
            case "OTHER" -> throw new ApiFault("host-key-changed", hostId + " shows the host key " + fingerprint
                    + ", but another key is pinned for it.\n    Maybe it was installed again: then remove its line from known_hosts of "
                            + "its credentials.");
            default -> {
                if (!confirmed(hostId, shown.type(), fingerprint, terminal, json)) {
                    return Optional.empty();
                }
                HostKeyView key = api.put(ApiPath.of("nodes", hostId, "host-key"),
                        new HostKeyOrder(Optional.of(place()), fingerprint), HostKeyView.class).value();
                if (!json) {
                    terminal.line("Host key " + key.fingerprint() + " is pinned.");
                }
                return Optional.of(proposal);
            }
        }
    }

    private boolean confirmed(String hostId, String type, String fingerprint, Terminal terminal, boolean json) {
        if (hostKey != null || acceptNewHostKey) {
            return true;
        }
        String text = hostId + " shows the host key " + type + " " + fingerprint
                + "\n    On the node: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub";
        if (json || !terminal.interactive()) {
            throw new ApiFault("host-key-unconfirmed", text + "\n    Maybe confirm the comparison: --host-key " + fingerprint);
        }
        terminal.line(text);
        return Approval.yes(terminal, "Is this its key? [y/N] ");
    }
}
