package io.quipu.testing.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Names and ids can be chosen by their sender to have one hash. A bin of a hash table is searched
 * as a tree where its keys can be compared, and from one end to the other where they cannot.
 */
class KeyTypesTest {
  /** Written in the code, or told by the driver or by a broker: nobody sends them. */
  private static final Set<String> NOT_SENT =
      Set.of(
          "io.quipu.cassandra.session.CassandraSession: Cql",
          "io.quipu.cassandra.session.CassandraSession: Node",
          "io.quipu.cassandra.cql.CoalescedRequests: Object",
          "io.quipu.cassandra.schema.FoundingPermit: Cql",
          "io.quipu.cassandra.schema.KeptLayout: Cql",
          "io.quipu.cassandra.session.SessionOpening: Cql",
          "io.quipu.RoomSettings: Authority",
          "io.quipu.RoomSettings: T",
          "io.quipu.edge.kafka.AssignedPartitions: TopicPartition",
          "io.quipu.edge.kafka.MetRecords: TopicPartition",
          "io.quipu.edge.kafka.MissingOffsets: TopicPartition",
          "io.quipu.edge.kafka.OffsetCommits: TopicPartition",
          "io.quipu.edge.guard.browser.Origins: Origin",
          "io.quipu.edge.guard.browser.PublicHosts: Authority",
          "io.quipu.edge.web.Routes: PathTemplate");

  /** Sets and maps that try one place after the other, whatever their keys are. */
  private static final ArchRule PROBING =
      noClasses()
          .that()
          .haveNameNotMatching(
              "io\\.quipu\\.(ops\\.config\\..*|cassandra\\.session\\.SessionOpening|edge\\.web\\.PathTemplate"
                  + "|edge\\.guard\\.browser\\.(Origins|PublicHosts\\$Listed)|engine\\.names\\.Namespace)")
          .should()
          .callMethodWhere(
              DescribedPredicate.describe("copies into a table that probes", KeyTypesTest::probes));

  private static boolean probes(JavaMethodCall call) {
    String owner = call.getTargetOwner().getName();
    return (call.getName().equals("copyOf") && (is(owner, Set.class) || is(owner, Map.class)))
        || (is(owner, Collectors.class) && call.getName().matches("toUnmodifiable(Set|Map)"));
  }

  private static boolean is(String owner, Class<?> type) {
    return owner.equals(type.getName());
  }

  @Test
  void everyKeyCanBeCompared_orEqualsItselfOnly() {
    assertThat(new KeyTypes(Path.of("src/main/java")).unordered())
        .containsExactlyInAnyOrderElementsOf(NOT_SENT);
  }

  @Test
  void keysThatCannotBeComparedAreFound() {
    String code =
        """
        package io.quipu.engine.windows;
        import java.util.Map;
        import io.quipu.engine.names.CounterName;
        import io.quipu.engine.state.Event;
        final class Fold<K, C extends Comparable<C>> {
          private Map<%s, Long> field;
        }
        """;
    for (String key :
        List.of("CounterName", "EventPartition", "String", "Granularity", "C", "java.util.UUID")) {
      assertThat(KeyTypes.unordered("io.quipu.engine.windows.Fold", code.formatted(key))).isEmpty();
    }
    for (String key :
        List.of("Event", "K", "Object", "Map.Entry", "java.net.InetAddress", "NoSuchType", "?")) {
      assertThat(KeyTypes.unordered("io.quipu.engine.windows.Fold", code.formatted(key)))
          .containsExactly(key);
    }
  }

  @Test
  void nothingThatIsSentIsCopiedToWhereCollisionsAreProbed() {
    PROBING.check(
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.quipu"));
  }
}
