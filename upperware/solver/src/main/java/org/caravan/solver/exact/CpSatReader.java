package org.caravan.solver.exact;

import com.google.ortools.sat.BoolArgumentProto;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpModelProto;
import com.google.ortools.sat.IntegerVariableProto;
import com.google.ortools.sat.LinearConstraintProto;
import java.io.DataInput;
import java.io.IOException;

/** Reads a serialised {@link IntegerProgram} into a CP-SAT model. */
public final class CpSatReader {

    private final DataInput in;
    private final CpModelProto.Builder model;

    private CpSatReader(DataInput in, CpModelProto.Builder model) {
        this.in = in;
        this.model = model;
    }

    /** @throws LinkageError if OR-tools is missing */
    public static CpModel read(DataInput in) throws IOException {
        CpModel model = new CpModel();
        new CpSatReader(in, model.getBuilder()).read();
        return model;
    }

    private void read() throws IOException {
        int variables = in.readInt();
        for (int variable = 0; variable < variables; variable++) {
            model.addVariables(IntegerVariableProto.newBuilder().addDomain(0).addDomain(in.readLong()));
        }
        if (in.readBoolean()) {
            for (int variable = 0; variable < variables; variable++) {
                model.getSolutionHintBuilder().addVars(variable).addValues(in.readLong());
            }
        }
        for (int clauses = in.readInt(); clauses > 0; clauses--) {
            readClause();
        }
        for (int sums = in.readInt(); sums > 0; sums--) {
            readBounded();
        }
        model.getObjectiveBuilder().setOffset(in.readLong());
        for (int terms = in.readInt(); terms > 0; terms--) {
            model.getObjectiveBuilder().addVars(in.readInt()).addCoeffs(in.readLong());
        }
    }

    private void readClause() throws IOException {
        IntegerProgram.Kind kind = IntegerProgram.Kind.values()[in.readByte()];
        BoolArgumentProto.Builder literals = BoolArgumentProto.newBuilder();
        for (int count = in.readInt(); count > 0; count--) {
            // CP-SAT uses the same encoding of negated literals.
            literals.addLiterals(in.readInt());
        }
        switch (kind) {
            case ANY -> model.addConstraintsBuilder().setBoolOr(literals);
            case EXACTLY_ONE -> model.addConstraintsBuilder().setExactlyOne(literals);
            case AT_MOST_ONE -> model.addConstraintsBuilder().setAtMostOne(literals);
        }
    }

    private void readBounded() throws IOException {
        LinearConstraintProto.Builder linear = LinearConstraintProto.newBuilder();
        long constant = in.readLong();
        for (int terms = in.readInt(); terms > 0; terms--) {
            linear.addVars(in.readInt()).addCoeffs(in.readLong());
        }
        long least = in.readLong();
        long most = in.readLong();
        linear.addDomain(least == Long.MIN_VALUE ? least : least - constant).addDomain(most == Long.MAX_VALUE ? most : most - constant);
        model.addConstraintsBuilder().setLinear(linear);
    }
}
