package org.caravan.importers.camel;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.diagnostic.Diagnostic.Location;

/** One statement, with those in its braces. It remembers whether its meaning was carried over; the rest is listed. */
final class Statement {

    private final String phrase;
    private final List<Token> tokens;
    private final Optional<List<Statement>> body;
    private final boolean declaring;
    private final Location at;
    private boolean carried;
    private Optional<String> reason = Optional.empty();

    /**
     * @param phrase the words it begins with: {@code provided communication}
     * @param declaring whether it declares its argument even without braces
     * @param tokens all that stands between those words and its end or brace; at least the first token if there is no phrase
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

    /** What follows the phrase: a name, a reference or a value; empty if nothing does. */
    String argument() {
        return tokens.stream().filter(token -> token.kind() != Token.Kind.SYMBOL).findFirst().map(Token::text).orElse("");
    }

    /** The argument without the models before it. */
    String lastName() {
        return lastSegment(argument());
    }

    static String lastSegment(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** The token after a word: {@code port 80}, {@code port: 80}. */
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

    /** Itself and all within. */
    Stream<Statement> all() {
        return Stream.concat(Stream.of(this), body().stream().flatMap(Statement::all));
    }

    boolean carried() {
        return carried;
    }

    /** Why it is not carried over, for the list. */
    void because(String why) {
        reason = Optional.of(why);
    }

    Optional<String> reason() {
        return reason;
    }

    /** Carried over, with those of its parts that have nothing more to say. */
    void carry(String... phrases) {
        carried = true;
        parts(phrases).forEach(Statement::carry);
    }

    /** The reference that follows the phrase within its braces. */
    Optional<String> part(String... phrases) {
        return parts(phrases).map(Statement::argument).filter(name -> !name.isEmpty()).findFirst();
    }

    /** All words after the phrase: {@code actions [A, B]}. */
    List<String> words() {
        return tokens.stream().filter(Token::word).map(Token::text).toList();
    }

    /** For a message: what it is and its name, never a value. */
    String title() {
        String name = declares() ? " " + argument() : "";
        String safe = name.matches(" [A-Za-z_][A-Za-z0-9_.-]*") ? name : "";
        return phrase.isEmpty() ? (tokens.get(0).is("[") ? "annotation" : "statement \"" + tokens.get(0).text().replaceAll("[^A-Za-z0-9_-].*", "") + "\"") : phrase + safe;
    }
}
