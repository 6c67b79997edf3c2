package org.caravan.importers.camel;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.diagnostic.Diagnostic.Location;

/** Statement with its nested statements. It records whether it was converted; unconverted statements are listed. */
final class Statement {

    private final String phrase;
    private final List<Token> tokens;
    private final Optional<List<Statement>> body;
    private final boolean declaring;
    private final Location at;
    private boolean carried;
    private Optional<String> reason = Optional.empty();

    /**
     * @param phrase keyword of the statement: {@code provided communication}
     * @param declaring whether it declares its argument even without braces
     * @param tokens tokens between the keyword and the end or brace; at least the first token if there is no keyword
     */
    Statement(String phrase, List<Token> tokens, boolean declaring, Location at, Optional<List<Statement>> body) {
        this.phrase = phrase;
        this.tokens = List.copyOf(tokens);
        this.at = at;
        this.declaring = declaring;
        this.body = body;
    }

    String phrase() {
        return phrase;
    }

    Location at() {
        return at;
    }

    List<Token> tokens() {
        return tokens;
    }

    /** Whether its argument is a new name. */
    boolean declares() {
        return declaring || hasBody();
    }

    boolean hasBody() {
        return body.isPresent();
    }

    List<Statement> body() {
        return body.orElse(List.of());
    }

    /** Text after the keyword: a name, a reference or a value; empty if there is none. */
    String argument() {
        return tokens.stream().filter(token -> token.kind() != Token.Kind.SYMBOL).findFirst().map(Token::text).orElse("");
    }

    /** Argument without model prefix. */
    String lastName() {
        return lastSegment(argument());
    }

    static String lastSegment(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** Token after a word: {@code port 80}, {@code port: 80}. */
    Optional<Token> after(String word) {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).word() && tokens.get(i).text().equals(word)) {
                return tokens.stream().skip(i + 1L).filter(token -> token.kind() != Token.Kind.SYMBOL).findFirst();
            }
        }
        return Optional.empty();
    }

    Stream<Statement> parts(String... phrases) {
        return body().stream().filter(part -> List.of(phrases).contains(part.phrase()));
    }

    /** The statement and all nested ones. */
    Stream<Statement> all() {
        return Stream.concat(Stream.of(this), body().stream().flatMap(Statement::all));
    }

    boolean carried() {
        return carried;
    }

    /** Sets the reason why it is not converted, for the list. */
    void because(String why) {
        reason = Optional.of(why);
    }

    Optional<String> reason() {
        return reason;
    }

    /** Marks it and its parts with these keywords as converted. */
    void carry(String... phrases) {
        carried = true;
        parts(phrases).forEach(Statement::carry);
    }

    /** Argument of the first nested statement with one of these keywords. */
    Optional<String> part(String... phrases) {
        return parts(phrases).map(Statement::argument).filter(name -> !name.isEmpty()).findFirst();
    }

    /** All words after the keyword: {@code actions [A, B]}. */
    List<String> words() {
        return tokens.stream().filter(Token::word).map(Token::text).toList();
    }

    /** Kind and name for messages; never contains a value. */
    String title() {
        String name = declares() ? " " + argument() : "";
        String safe = name.matches(" [A-Za-z_][A-Za-z0-9_.-]*") ? name : "";
        return phrase.isEmpty() ? (tokens.get(0).is("[") ? "annotation" : "statement \""
                + tokens.get(0).text().replaceAll("[^A-Za-z0-9_-].*", "") + "\"") : phrase + safe;
    }
}
