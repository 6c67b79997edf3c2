package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.EndpointReference;
import org.caravan.application.Hop;
import org.caravan.application.LocationRequirement;
import org.caravan.application.ReadChoice;
import org.caravan.application.ReadReplicas;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.RuleTest.Case;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Read replicas in texts, and as the components that planning adds for them; and one text per rule that it rejects. */
class ReadReplicasTest {

    private static final String TEXT = """
            application shop {
              data goods { size 2 GiB  in NO  replicas 1..3 }
              component db stateful {
                form container { image "shop/db"  cpu 1  memory 64 MiB }
                provides sql on 5432
                stores goods
                replica readable
              }
              component web {
                form container { image "shop/web"  cpu 1  memory 64 MiB }
                provides http on 80
                requires db.sql
              }
              component stock {
                form container { image "shop/stock"  cpu 1  memory 64 MiB }
                provides http on 81
                requires db.sql
              }
              users some { at oslo via A ipv4  rate 10 requests/s  mix look 90 %, buy 10 % }
              request look {
                users -> web  turns 1  bytes 8 KiB
                web -> db  turns 3  bytes 4 KiB  reads
              }
              request buy {
                users -> web  turns 1  bytes 8 KiB
                web -> db  turns 1  bytes 1 KiB
              }
              request count {
                users -> stock  turns 1  bytes 8 KiB
                stock -> db  turns 9  bytes 4 KiB  reads
              }
            }
            """;

    static final List<Case> RULES = List.of(
            new Case("readable-stores-nothing", "    stores goods\n", "", "Component db may have read replicas, but stores no data."),
            new Case("readable-single", "  replicas 1..3", "", "add to data goods: replicas 1..2"),
            new Case("replicas-unreadable", "data goods {", "data more { replicas 2 } data goods {", "Of data more several copies may be"),
            new Case("reads-of-users", "users -> web  turns 1  bytes 8 KiB\n    web -> db  turns 3",
                    "users -> web  turns 1  bytes 8 KiB  reads\n    web -> db  turns 3", "users are sent to no read replica"),
            new Case("reads-without-replica", "    replica readable\n", "", "add to component db: replica readable"),
            new Case("reserved-name", "component stock {",
                    "component db-replica-2 {\n form container { image \"a\"  cpu 1  memory 64 MiB } } component stock {",
                    "has the name of a read replica"));

    private final ApplicationModel shop = Texts.parse(TEXT).applications().get(0);

    @Test
    void theyAreRead() {
        assertThat(shop.supplement().readable()).containsExactly("db");
        assertThat(shop.request("look").hops()).extracting(Hop::reads).containsExactly(false, true);
        assertThat(ReadReplicas.names(shop)).containsExactly("db-replica-1", "db-replica-2");
    }

    @Test
    void eachChoiceIsThereOnceAndNoReplicaIsIdle() {
        assertThat(ReadReplicas.choices(shop).get("db")).containsExactlyInAnyOrder(
                choice(0, 0, 0), choice(1, 0, 1), choice(1, 1, 0), choice(1, 1, 1), choice(2, 1, 2));
        ApplicationModel more = Texts.parse(TEXT.replace("replicas 1..3", "replicas 2..3")).applications().get(0);
        assertThat(ReadReplicas.choices(more).get("db")).extracting(ReadChoice::replicas).containsExactly(1, 1, 1, 1, 2);
    }

    @Test
    void aReplicaIsAComponentThatIsToldItsPrimaryAndWhoReadsIsToldItsName() {
        ApplicationModel chosen = ReadReplicas.chosen(shop.withResidence(), List.of(choice(1, 0, 1)));
        Component replica = chosen.component("db-replica-1");
        assertThat(replica.stateful()).isFalse();
        assertThat(replica.requires()).containsExactly(new EndpointReference("db", "sql"));
        assertThat(replica.forms().get(0).environment()).isEqualTo(Map.of("CARAVAN_REPLICA_OF", "db"));
        assertThat(ReadReplicas.primary(replica)).contains("db");
        assertThat(chosen.component("web").requires())
                .containsExactlyInAnyOrder(new EndpointReference("db", "sql"), new EndpointReference("db-replica-1", "sql"));
        assertThat(chosen.component("web").forms().get(0).environment()).isEqualTo(Map.of("CARAVAN_READS_DB", "db-replica-1"));
        assertThat(chosen.component("stock").forms().get(0).environment()).isEqualTo(Map.of("CARAVAN_READS_DB", "db"));
        assertThat(chosen.request("look").hops().get(1).to()).isEqualTo("db-replica-1");
        assertThat(chosen.request("buy").hops().get(1).to()).isEqualTo("db");
        assertThat(chosen.request("count").hops().get(1).to()).isEqualTo("db");
        assertThat(chosen.locations()).contains(new LocationRequirement("db-replica-1", Set.of(), Set.of("NO")));
        assertThat(chosen.supplement().data().get(0).storedBy()).containsExactly("db", "db-replica-1");
        assertThat(ReadReplicas.open(chosen)).isEmpty();
        assertThat(ReadReplicas.writtenPerSecond(shop, "db")).isEqualTo(1024);
    }

    /** A reader's environment changes, and nothing else of its forms. */
    @Test
    void whatFormsMayTakeAtMostStays() {
        ApplicationModel roomy = Texts.parse(TEXT.replaceAll("cpu 1  memory 64 MiB", "cpu 1..2  memory 64..96 MiB")).applications().get(0);
        ApplicationModel chosen = ReadReplicas.chosen(roomy.withResidence(), List.of(choice(1, 0, 1)));
        assertThat(chosen.components()).extracting(Component::id).contains("db-replica-1", "web");
        assertThat(chosen.components()).flatExtracting(Component::forms).extracting(Form::ceiling)
                .containsOnly(roomy.component("web").forms().get(0).ceiling()).doesNotContain(Optional.empty());
    }

    private static ReadChoice choice(int replicas, int stock, int web) {
        return new ReadChoice("db", replicas, new TreeMap<>(Map.of("stock", stock, "web", web)));
    }

    @ParameterizedTest
    @FieldSource("RULES")
    void rule(Case rule) {
        assertThat(TEXT).contains(rule.accepted());
        assertThat(Texts.texts(Texts.parse(TEXT).diagnostics())).isEmpty();
        List<Diagnostic> found = Texts.parse(TEXT.replaceFirst(Pattern.quote(rule.accepted()), Matcher.quoteReplacement(rule.rejected())))
                .diagnostics();
        assertThat(Texts.texts(found)).anySatisfy(text -> assertThat(text).contains("[" + rule.code() + "]").contains(rule.expected()));
        assertThat(found).allSatisfy(one -> assertThat(one.suggestion()).isPresent())
                .allSatisfy(one -> assertThat(one.location()).isPresent());
    }
}
