package org.caravan.boundaries.regex;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * The regular expressions that the compiled classes of the project's main code contain, by data flow from the constants to the calls that
 * take them.
 */
final class RegexesOfCode {

    private static final String PATTERN = "java/util/regex/Pattern";
    private static final String MATCHER = "java/util/regex/Matcher";
    private static final Map<String, Set<String>> TAKE_A_REGEX = Map.of(PATTERN, Set.of("compile", "matches"),
            "java/lang/String", Set.of("matches", "replaceAll", "replaceFirst", "split"), "java/util/Scanner",
            Set.of("useDelimiter", "findInLine", "findWithinHorizon", "hasNext", "next"));
    private static final Set<String> SEARCHES = Set.of("find", "results", "replaceAll", "replaceFirst", "split", "splitAsStream",
            "asPredicate", "appendReplacement", "appendTail");

    private final List<Regex> constant = new ArrayList<>();
    private final List<String> composed = new ArrayList<>();
    private int classes;

    private RegexesOfCode() {}

    static RegexesOfCode below(Path root) {
        RegexesOfCode found = new RegexesOfCode();
        try (Stream<Path> files = Files.walk(root)) {
            files.filter(file -> file.toString().endsWith(".class") && file.toString().contains("/target/classes/org/caravan/")).sorted()
                    .forEach(found::read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    List<Regex> constant() {
        return constant;
    }

    /** Class and method of the calls whose expression is composed while the program runs. */
    Set<String> composed() {
        return Set.copyOf(composed);
    }

    int classes() {
        return classes;
    }

    private void read(Path file) {
        ClassNode type = new ClassNode();
        try {
            new ClassReader(Files.readAllBytes(file)).accept(type, ClassReader.SKIP_DEBUG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        classes++;
        boolean whole = wholeTextsOnly(type);
        for (MethodNode method : type.methods) {
            if (calls(method).anyMatch(RegexesOfCode::takesARegex)) {
                read(type, method, whole);
            }
        }
    }

    private static Stream<MethodInsnNode> calls(MethodNode method) {
        return Arrays.stream(method.instructions.toArray()).filter(MethodInsnNode.class::isInstance).map(MethodInsnNode.class::cast);
    }

    private static boolean takesARegex(MethodInsnNode call) {
        return TAKE_A_REGEX.getOrDefault(call.owner, Set.of()).contains(call.name) && call.desc.startsWith("(Ljava/lang/String;");
    }

    /** A class that uses no matcher itself gives its patterns to others, which may search with them. */
    private static boolean wholeTextsOnly(ClassNode type) {
        Set<String> used = type.methods.stream().flatMap(RegexesOfCode::matching).collect(Collectors.toSet());
        return !used.isEmpty() && used.stream().noneMatch(SEARCHES::contains);
    }

    private static Stream<String> matching(MethodNode method) {
        Stream<String> called = calls(method).filter(call -> call.owner.equals(MATCHER) || call.owner.equals(PATTERN))
                .map(call -> call.name);
        Stream<String> referred = Arrays.stream(method.instructions.toArray()).filter(InvokeDynamicInsnNode.class::isInstance)
                .map(InvokeDynamicInsnNode.class::cast)
                .flatMap(call -> Arrays.stream(call.bsmArgs)).filter(org.objectweb.asm.Handle.class::isInstance)
                .map(org.objectweb.asm.Handle.class::cast)
                .filter(handle -> handle.getOwner().equals(MATCHER) || handle.getOwner().equals(PATTERN))
                .map(org.objectweb.asm.Handle::getName);
        return Stream.concat(called, referred).filter(name -> SEARCHES.contains(name)
                || Set.of("matches", "lookingAt", "asMatchPredicate").contains(name));
    }

    private void read(ClassNode type, MethodNode method, boolean wholeTextsOnly) {
        Frame<SourceValue>[] frames = frames(type, method);
        for (int i = 0; i < frames.length; i++) {
            if (method.instructions.get(i) instanceof MethodInsnNode call && takesARegex(call) && frames[i] != null) {
                int arguments = Type.getArgumentTypes(call.desc).length;
                String place = type.name.substring(type.name.lastIndexOf('/') + 1) + "." + method.name;
                Set<AbstractInsnNode> sources = frames[i].getStack(frames[i].getStackSize() - arguments).insns;
                boolean whole = call.owner.equals(PATTERN) && call.name.equals("compile") ? wholeTextsOnly : call.name.equals("matches");
                int flags = call.owner.equals(PATTERN) && arguments == 2 && call.name.equals("compile")
                        ? flags(frames[i].getStack(frames[i].getStackSize() - 1)) : 0;
                for (AbstractInsnNode source : sources) {
                    if (source instanceof LdcInsnNode constantText && constantText.cst instanceof String text) {
                        constant.add(new Regex(place, text, flags, whole));
                    } else {
                        composed.add(place);
                    }
                }
            }
        }
    }

    private static Frame<SourceValue>[] frames(ClassNode type, MethodNode method) {
        try {
            return new Analyzer<>(new SourceInterpreter()).analyze(type.name, method);
        } catch (AnalyzerException e) {
            throw new IllegalStateException(type.name + "." + method.name, e);
        }
    }

    private static int flags(SourceValue value) {
        AbstractInsnNode source = value.insns.iterator().next();
        return source instanceof IntInsnNode small ? small.operand : source instanceof LdcInsnNode large ? (Integer) large.cst
                : ((InsnNode) source).getOpcode() - Opcodes.ICONST_0;
    }
}
