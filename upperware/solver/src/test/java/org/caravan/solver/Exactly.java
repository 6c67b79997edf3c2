package org.caravan.solver;

import com.google.ortools.sat.CpModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.caravan.solver.exact.CpSatReader;
import org.caravan.solver.exact.ExactModel;

/** What CP-SAT is told in its own process, for who asks it in this one. */
public final class Exactly {

    private Exactly() {}

    public static CpModel told(ExactModel model) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            model.program().write(new DataOutputStream(bytes));
            return CpSatReader.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
