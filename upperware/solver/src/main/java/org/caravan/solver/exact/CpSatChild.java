package org.caravan.solver.exact;

import com.google.ortools.sat.CpModel;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.BitSet;

/**
 * Main class of the CP-SAT child process: reads a model from standard input, writes solutions to standard output, and exits with its
 * parent process.
 */
public final class CpSatChild {

    static final int FOUND = 1;
    static final int ENDED = 2;
    static final int MISSING = 3;

    private CpSatChild() {}

    /** @throws IOException if the parent process no longer reads the output */
    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream out = new DataOutputStream(System.out);
        // Standard output is reserved for the answer; redirect library output to standard error.
        System.setOut(System.err);
        if (!isLoaded()) {
            out.writeByte(MISSING);
            out.flush();
            return;
        }
        int seconds = in.readInt();
        CpModel model = CpSatReader.read(in);
        endWith(in);
        CpSatRun.Answer answer = CpSatRun.of(model, seconds, ones -> tell(out, ones));
        out.writeByte(ENDED);
        out.writeBoolean(answer.infeasible());
        out.writeLong(answer.bound());
        out.writeDouble(answer.seconds());
        out.flush();
        System.exit(0);
    }

    private static boolean isLoaded() {
        try {
            CpSatRun.load();
            return true;
        } catch (LinkageError | RuntimeException e) {
            return false;
        }
    }

    private static void tell(DataOutputStream out, BitSet ones) {
        try {
            byte[] bits = ones.toByteArray();
            out.writeByte(FOUND);
            out.writeInt(bits.length);
            out.write(bits);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Exits when standard input ends, which means that the parent process has ended. */
    private static void endWith(DataInputStream in) {
        Thread thread = new Thread(() -> {
            try {
                in.read();
            } catch (IOException e) {
                // Treated like the end of input.
            }
            System.exit(1);
        }, "end-with-parent");
        thread.setDaemon(true);
        thread.start();
    }
}
