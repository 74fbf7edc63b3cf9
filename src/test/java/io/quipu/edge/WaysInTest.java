package io.quipu.edge;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.quipu.edge.WayIn.Sent;
import io.quipu.edge.resp.command.CommandName;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.keys.Right;
import io.quipu.engine.keys.Scope;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.service.RecordService;
import io.quipu.service.rates.RateLimits;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each way in takes all steps of {@link RecordService}: a way in the table is tested by that. */
class WaysInTest {
  private static final int RATE = 3;

  private final HandDrivenTime time = new HandDrivenTime();

  private ServedWays served(int ofNamespace, int newCounters, int newSeries) {
    return new ServedWays(new RateLimits(0, ofNamespace, newCounters, newSeries, time));
  }

  /** A grant to read everything, and to record in one namespace or in all. */
  private static Grant grant(String namespace, boolean onlyOne, int rate) {
    List<Scope> scopes =
        List.of(new Scope(Right.READ, Scope.ALL), new Scope(Right.RECORD, namespace));
    return new Grant(scopes, "", onlyOne, List.of(), rate, null);
  }

  private static String recorder(ServedWays served) {
    return served.key(grant(Scope.ALL, false, 0));
  }

  private static Sent sent(String key, WayIn way, String counter) {
    return new Sent(key, way.namespace, way + counter, 1, "");
  }

  private static void expectRecorded(ServedWays served, WayIn way, Sent sent) {
    int before = served.recorded.size();
    String answer = way.ask(served, sent);
    assertThat(served.recorded).as("%s of %s: %s", way, sent, answer).hasSize(before + 1);
  }

  private static void expectRefused(ServedWays served, WayIn way, Sent sent, String why) {
    int before = served.recorded.size();
    assertThat(way.ask(served, sent)).as("%s of %s", way, sent).contains(why);
    assertThat(served.recorded).as("%s of %s", way, sent).hasSize(before);
  }

  @Test
  void callersRecord_andStrangersDoNot() {
    try (ServedWays served = served(0, 0, 0)) {
      String wrong = "qk_wrong_" + "a".repeat(32);
      for (WayIn way : WayIn.values()) {
        expectRecorded(served, way, sent(recorder(served), way, "a"));
        expectRefused(served, way, sent("", way, "a"), "");
        expectRefused(served, way, sent(wrong, way, "a"), "");
      }
    }
  }

  /** The namespace is not looked up, so that nobody learns which there are. */
  @Test
  void aCallerWithoutTheRightIsRefused_andLearnsNothingOfNamespaces() {
    try (ServedWays served = served(0, 0, 0)) {
      String key = served.key(grant("elsewhere", false, 0));
      int before = served.engine.finds.get();
      for (WayIn way : WayIn.values()) {
        for (String namespace : List.of(way.namespace, ServedWays.NOWHERE)) {
          expectRefused(
              served,
              way,
              new Sent(key, namespace, "a", 1, ""),
              "does not give the right to record here");
        }
      }
      assertThat(served.engine.finds).hasValue(before);
    }
  }

  @Test
  void aKeyForEventsOfOneRecordsNoOthers() {
    try (ServedWays served = served(0, 0, 0)) {
      String key = served.key(grant(Scope.ALL, true, 0));
      for (WayIn way : WayIn.values()) {
        if (!way.isOfDeltaOne()) {
          Sent two = new Sent(key, way.namespace, "a", 2, "CH");
          expectRefused(served, way, two, "may record events of delta 1, and nothing else");
        }
      }
    }
  }

  @Test
  void aCallerPays() {
    try (ServedWays served = served(0, 0, 0)) {
      for (WayIn way : WayIn.values()) {
        String key = served.key(grant(Scope.ALL, false, RATE));
        for (int i = 0; i < RATE; i++) {
          expectRecorded(served, way, sent(key, way, "a"));
        }
        expectRefused(served, way, sent(key, way, "a"), "A caller gets " + RATE + " tokens");
      }
    }
  }

  @Test
  void aNamespacePays_butNotForDenials() {
    try (ServedWays served = served(RATE, 0, 0)) {
      String key = recorder(served);
      String elsewhere = served.key(grant("elsewhere", false, 0));
      for (WayIn way : WayIn.values()) {
        time.pass(Duration.ofSeconds(2));
        expectRefused(served, way, sent(elsewhere, way, "a"), "right");
        for (int i = 0; i < RATE; i++) {
          expectRecorded(served, way, sent(key, way, "a"));
        }
        expectRefused(served, way, sent(key, way, "a"), "All callers of a namespace together");
      }
    }
  }

  @Test
  void anUnknownNamespaceIsRefused() {
    try (ServedWays served = served(0, 0, 0)) {
      for (WayIn way : WayIn.values()) {
        Sent sent = new Sent(recorder(served), ServedWays.NOWHERE, "a", 1, "");
        expectRefused(served, way, sent, "There is no namespace nowhere");
      }
    }
  }

  @Test
  void aCallerBeginsOnlySoManyCounters() {
    try (ServedWays served = served(0, 1, 0)) {
      for (WayIn way : WayIn.values()) {
        String key = recorder(served);
        expectRecorded(served, way, sent(key, way, "a"));
        expectRefused(served, way, sent(key, way, "b"), "At most 1 new counters an hour");
        expectRecorded(served, way, sent(key, way, "a"));
      }
    }
  }

  @Test
  void aNamespaceBeginsOnlySoManySeries() {
    for (WayIn way : WayIn.values()) {
      if (way.hasLabels()) {
        try (ServedWays served = served(0, 0, 1)) {
          String key = recorder(served);
          expectRecorded(served, way, new Sent(key, way.namespace, "a", 1, "CH"));
          expectRefused(
              served,
              way,
              new Sent(key, way.namespace, "a", 1, "JP"),
              "At most 1 new series an hour");
          expectRecorded(served, way, new Sent(key, way.namespace, "a", 1, "CH"));
        }
      }
    }
  }

  @Test
  void eachCommandThatRecordsIsInTheTable() {
    Set<CommandName> writing = EnumSet.noneOf(CommandName.class);
    Arrays.stream(CommandName.values()).filter(CommandName::writes).forEach(writing::add);
    writing.removeAll(Set.of(CommandName.DEL, CommandName.UNLINK, CommandName.HDEL));
    assertThat(Arrays.stream(WayIn.values()).map(way -> way.command).filter(Objects::nonNull))
        .containsAll(writing);
  }

  /** Kafka has no callers: the operator says what it records. */
  @Test
  void eachFolderThatRecordsIsInTheTable() {
    Set<String> folders =
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.quipu.edge")
                .stream()
                .filter(WaysInTest::records)
                .map(one -> one.getPackageName().replaceFirst("^io\\.quipu\\.edge\\.?", ""))
                .map(room -> room.replaceFirst("\\..*", ""))
                .filter(room -> !room.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    folders.remove("kafka");
    assertThat(Arrays.stream(WayIn.values()).map(way -> way.folder))
        .containsAll(folders)
        .contains("http", "live", "resp");
  }

  private static boolean records(JavaClass some) {
    return some.getDirectDependenciesFromSelf().stream()
        .anyMatch(one -> one.getTargetClass().getName().startsWith(RecordService.class.getName()));
  }
}
