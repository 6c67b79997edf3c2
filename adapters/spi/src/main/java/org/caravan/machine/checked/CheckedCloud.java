package org.caravan.machine.checked;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineCapability;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineLimits;
import org.caravan.machine.MachineOffer;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;
import org.caravan.text.TextRule;

/**
 * A cloud whose answers are checked, for every provider in the same way. The text of a provider becomes part of messages, logs and
 * commands, so each name, id and address has only characters of {@link TextRule#LINE}. An answer that the adapter cannot interpret fails
 * its own call with kind FAILED.
 */
public final class CheckedCloud implements MachineCloud {

    /** UTF-16 code units of a name, an id or an address. Providers permit at most 255. */
    private static final int LONGEST = 1_000;
    /** UTF-16 code units of the description of a failure. */
    private static final int LONGEST_TROUBLE = 300;

    private final MachineCloud cloud;

    public CheckedCloud(MachineCloud cloud) {
        this.cloud = cloud;
    }

    @Override
    public String provider() {
        return cloud.provider();
    }

    @Override
    public Set<MachineCapability> capabilities() {
        return cloud.capabilities();
    }

    @Override
    public List<MachineOffer> offers(Region region) {
        return asked("list offers", () -> {
            List<MachineOffer> offers = counted(cloud.offers(region));
            offers.forEach(offer -> text(offer.name(), "name of an offer"));
            return offers;
        });
    }

    @Override
    public MachineLimits limits(Region region) {
        return asked("read limits", () -> cloud.limits(region));
    }

    @Override
    public List<ObservedMachine> observe(Region region) {
        return asked("list machines", () -> counted(cloud.observe(region)).stream().map(CheckedCloud::checked).toList());
    }

    @Override
    public ObservedMachine ensure(Region region, MachineOrder order) {
        return asked("rent the machine (" + order.label() + ")", () -> checked(cloud.ensure(region, order)));
    }

    @Override
    public ObservedMachine ensureAccess(Region region, MachineLabel label, MachineAccess access) {
        return asked("change the access of the machine (" + label + ")", () -> checked(cloud.ensureAccess(region, label, access)));
    }

    @Override
    public ObservedMachine admit(Region region, MachineLabel label, SortedSet<Admission> admissions) {
        return asked("change the firewall of the machine (" + label + ")", () -> checked(cloud.admit(region, label, admissions)));
    }

    @Override
    public void start(Region region, MachineLabel label) {
        asked("start the machine (" + label + ")", () -> {
            cloud.start(region, label);
            return label;
        });
    }

    @Override
    public void stop(Region region, MachineLabel label) {
        asked("stop the machine (" + label + ")", () -> {
            cloud.stop(region, label);
            return label;
        });
    }

    @Override
    public void destroy(Region region, MachineLabel label) {
        asked("give back the machine (" + label + ")", () -> {
            cloud.destroy(region, label);
            return label;
        });
    }

    @Override
    public void close() {
        cloud.close();
    }

    /** An answer with content that no provider sends; its message is ours. */
    private static final class Malformed extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message);
        }
    }

    private static <T> List<T> counted(List<T> all) {
        if (all.size() > ProviderAnswer.MOST_ELEMENTS) {
            throw new Malformed("a list of more than " + ProviderAnswer.MOST_ELEMENTS + " elements");
        }
        return all;
    }

    private static ObservedMachine checked(ObservedMachine machine) {
        text(machine.label().infrastructure(), "infrastructure of a machine");
        text(machine.label().hostId(), "host of a machine");
        text(machine.id(), "id of a machine");
        text(machine.offer(), "offer of a machine");
        text(machine.user(), "user of a machine");
        machine.addresses().forEach(address -> text(address, "address of a machine"));
        machine.publicAddresses().values().forEach(address -> text(address, "public address of a machine"));
        machine.sshAddress().ifPresent(address -> text(address, "SSH address of a machine"));
        return new ObservedMachine(machine.label(), machine.id(), machine.state(), machine.offer(), machine.addresses(),
                machine.publicAddresses(), machine.sshAddress(), machine.user(),
                machine.trouble().map(said -> TextRule.excerpt(said, LONGEST_TROUBLE)), machine.firewall());
    }

    private static void text(String text, String what) {
        if (text == null) {
            throw new Malformed("no " + what);
        }
        if (text.length() > LONGEST) {
            throw new Malformed("a text of " + text.length() + " characters as " + what);
        }
        TextRule.LINE.violation(text).ifPresent(found -> {
            throw new Malformed(found + " in the " + what);
        });
    }

    private <T> T asked(String doing, Supplier<T> call) {
        try {
            return call.get();
        } catch (AdapterFault e) {
            throw e;
        } catch (Malformed e) {
            throw malformed(doing, e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw malformed(doing, e.getCause() instanceof ProviderAnswer.Beyond ? e.getCause().getMessage() : "it ends early", e);
        } catch (RuntimeException e) {
            // Messages of such exceptions may repeat headers, also the one with the token.
            throw malformed(doing, e.getClass().getSimpleName().replace("Exception", ""), e);
        } catch (StackOverflowError e) {
            throw malformed(doing, "deep nesting", new IllegalStateException("stack overflow of a parser"));
        }
    }

    private AdapterFault malformed(String doing, String what, Exception cause) {
        return new AdapterFault(AdapterFault.Kind.FAILED,
                ("The cloud (%s) could not %s; its answer is not what its API defines: %s.\nMaybe a proxy stands between: see what answers "
                        + "at its endpoint.")
                        .formatted(cloud.provider(), doing, what), cause);
    }
}
