package org.caravan.adapter.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * System calls that programs in containers may use (seccomp(2)): the resource {@code system-calls.list} in the formats of LXC and
 * Docker. Other calls fail with ENOSYS.
 */
public final class SeccompProfile {

    private static final int ENOSYS = 38;
    private static final Pattern ARGUMENT = Pattern.compile(" \\[([0-5]),([A-Z_]+),0x([0-9a-f]+),0x([0-9a-f]+)]$");

    /**
     * One rule.
     *
     * @param errno 0 allows the calls
     * @param condition condition on one argument; if empty, the rule applies to all arguments
     */
    record Rule(int errno, List<String> names, Optional<Condition> condition) {

        static Rule parse(String line) {
            Matcher argument = ARGUMENT.matcher(line);
            Optional<Condition> condition = Optional.empty();
            String decision = line;
            if (argument.find()) {
                condition = Optional.of(new Condition(Integer.parseInt(argument.group(1)), argument.group(2),
                        Long.parseLong(argument.group(3), 16), Long.parseLong(argument.group(4), 16)));
                decision = line.substring(0, argument.start());
            }
            List<String> words = Arrays.asList(decision.split(" "));
            return switch (words.get(0)) {
                case "allow" -> new Rule(0, words.subList(1, words.size()), condition);
                case "refuse" -> new Rule(Integer.parseInt(words.get(1)), words.subList(2, words.size()), condition);
                default -> throw new IllegalStateException("neither allow nor refuse: " + line);
            };
        }
    }

    /**
     * A condition on one argument of a call.
     *
     * @param index index of the argument
     * @param operator operator of seccomp_rule_add(3) without its prefix
     * @param mask for MASKED_EQ, otherwise 0
     */
    record Condition(int index, String operator, long value, long mask) {}

    private SeccompProfile() {}

    static List<Rule> rules() {
        try (InputStream text = SeccompProfile.class.getResourceAsStream("system-calls.list")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#")).map(Rule::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Version 2 of LXC's format (lxc.container.conf(5)). LXC applies it to the architectures of the machine according to uname(2).
     */
    public static String forLxc() {
        StringBuilder profile = new StringBuilder("2\nallowlist errno " + ENOSYS + "\n");
        for (Rule rule : rules()) {
            if (rule.errno() == ENOSYS) {
                continue; // libseccomp rejects a rule that repeats the default action
            }
            String action = rule.errno() == 0 ? "allow" : "errno " + rule.errno();
            String condition = rule.condition().map(argument -> " [%d,%d,SCMP_CMP_%s,%d]".formatted(
                    argument.index(), argument.value(), argument.operator(), argument.mask())).orElse("");
            rule.names().forEach(name -> profile.append(name).append(' ').append(action).append(condition).append('\n'));
        }
        return profile.toString();
    }

    /**
     * JSON for {@code docker create --security-opt seccomp=FILE}. 32-bit calls are permitted only on arm, where 32-bit images run.
     */
    public static String forDocker() {
        return """
                {"defaultAction":"SCMP_ACT_ERRNO","defaultErrnoRet":%d,
                "archMap":[{"architecture":"SCMP_ARCH_X86_64","subArchitectures":[]},
                {"architecture":"SCMP_ARCH_AARCH64","subArchitectures":["SCMP_ARCH_ARM"]},\
                {"architecture":"SCMP_ARCH_ARM","subArchitectures":[]}],
                "syscalls":[
                """.formatted(ENOSYS) + rules().stream().map(SeccompProfile::forDocker).collect(Collectors.joining(",\n")) + "]}\n";
    }

    private static String forDocker(Rule rule) {
        String names = rule.names().stream().map(name -> '"' + name + '"').collect(Collectors.joining(","));
        String action = rule.errno() == 0 ? "\"SCMP_ACT_ALLOW\"" : "\"SCMP_ACT_ERRNO\",\"errnoRet\":" + rule.errno();
        String arguments = rule.condition().map(argument -> {
            boolean masked = argument.operator().equals("MASKED_EQ"); // with MASKED_EQ, the mask comes first
            return ",\"args\":[{\"index\":%d,\"value\":%d,\"valueTwo\":%d,\"op\":\"SCMP_CMP_%s\"}]".formatted(argument.index(),
                    masked ? argument.mask() : argument.value(), masked ? argument.value() : 0, argument.operator());
        }).orElse("");
        return "{\"names\":[" + names + "],\"action\":" + action + arguments + "}";
    }
}
