package io.quipu.testing.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.quipu.Kinds;
import io.quipu.Quipu;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.input.Limits;
import io.quipu.engine.names.CounterName;
import io.quipu.service.access.Denial;
import io.quipu.service.auth.Principal;
import java.util.List;
import org.junit.jupiter.api.Test;

class HouseTest {
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.quipu");

  private static final List<String> WAYS_IN =
      List.of(
          "io.quipu.edge.http..",
          "io.quipu.edge.live..",
          "io.quipu.edge.resp..",
          "io.quipu.edge.kafka..");

  private static final ArchRule DRIVER =
      onlyIn(List.of("io.quipu.cassandra.."), "com.datastax.oss..", "io.vertx.cassandra..");

  private static final ArchRule JSON =
      onlyIn(
          List.of("io.quipu.edge.web..", "io.quipu.edge.response..", "io.quipu.service.auth.token"),
          "com.fasterxml.jackson..",
          "io.vertx.core.json..");

  private static final ArchRule OPEN_TELEMETRY =
      onlyIn(List.of("io.quipu.ops.opentelemetry.."), "io.opentelemetry..");

  private static final ArchRule KAFKA =
      onlyIn(List.of("io.quipu.edge.kafka"), "org.apache.kafka..");

  private static final ArchRule CLIENTS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.quipu.client..", "io.quipu.cli..");

  private static final ArchRule COMMANDS =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.quipu.ops.command")
          .and()
          .haveNameNotMatching("io\\.quipu\\.(Commands|DoctorCommand|SchemaCommand|ServeCommand).*")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  /** The jar leaves out the classes of Caffeine that would be for other references. */
  private static final ArchRule CACHES =
      noClasses()
          .should()
          .callMethod(Caffeine.class, "weakKeys")
          .orShould()
          .callMethod(Caffeine.class, "weakValues")
          .orShould()
          .callMethod(Caffeine.class, "softValues");

  private static final ArchRule NAMES =
      noClasses().should().haveNameMatching(".*(Utils?|Helper|Manager|Impl)");

  @Test
  void onlyTheCassandraRoomKnowsTheDriver() {
    DRIVER.check(OURS);
  }

  @Test
  void cachesHoldTheirEntriesByStrongReferences() {
    CACHES.check(OURS);
  }

  @Test
  void theEngineKnowsNoVertx_noDriver_andNoOtherRoom() {
    knowsOnly(
            "io.quipu.engine..",
            "io.quipu.ops.metrics..",
            "io.quipu.ops.trace..",
            "java..",
            "org.apache.datasketches..",
            "com.github.benmanes.caffeine..",
            "io.micrometer.core..",
            "org.slf4j..",
            "org.jspecify..")
        .check(OURS);
  }

  @Test
  void cassandraKnowsTheEngine() {
    knowsOfOurs(List.of("io.quipu.cassandra.."), List.of("io.quipu.engine..", "io.quipu.ops.."))
        .check(OURS);
  }

  @Test
  void theServiceKnowsNeitherItsStoresNorTheWaysIn() {
    knowsNothingOf("io.quipu.service..", "io.quipu", "io.quipu.cassandra..", "io.quipu.edge..")
        .check(OURS);
  }

  @Test
  void theWaysInKnowNoStoreAndNoCommand() {
    knowsNothingOf("io.quipu.edge..", "io.quipu", "io.quipu.cassandra..").check(OURS);
  }

  /** Each translates between its protocol and the application service, and does nothing else. */
  @Test
  void theWaysInKnowNothingOfEachOther() {
    WAYS_IN.forEach(way -> knowsNoOtherWay(way).check(OURS));
  }

  private static ArchRule knowsNoOtherWay(String way) {
    return knowsNothingOf(
        way, WAYS_IN.stream().filter(other -> !other.equals(way)).toArray(String[]::new));
  }

  @Test
  void operationsKnowNobodyButTheJdkAndTheirLibraries() {
    knowsOfOurs(List.of("io.quipu.ops.."), List.of()).check(OURS);
  }

  /** The seam knows none of the kinds, or adding one would touch it; their stores do. */
  @Test
  void nobodyButTheListKnowsAKind() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.quipu.engine.kinds..", "io.quipu.cassandra.kinds..")
        .and(not(assignableTo(Kinds.class)))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.quipu.engine.kinds.*..")
        .check(OURS);
  }

  /** What is stored belongs to one life of a namespace, and must never be seen in another. */
  @Test
  void storesKnowNamespacesByTheNameOfTheirLife() {
    noClasses()
        .that()
        .resideInAPackage("io.quipu.cassandra..")
        .should()
        .callMethod(CounterName.class, "namespace")
        .orShould()
        .callConstructor(CounterName.class, String.class, String.class)
        .check(OURS);
  }

  @Test
  void nothingOfTheServiceKnowsACommand() {
    COMMANDS.check(OURS);
  }

  /** But for what is said about any input, and how large it may be. */
  @Test
  void whatKnowsHttpKnowsNoCounter() {
    knowsOfOurs(
            List.of("io.quipu.edge.web..", "io.quipu.edge.guard..", "io.quipu.edge.response.."),
            List.of(
                "io.quipu.engine.time..",
                "io.quipu.ops.csv",
                "io.quipu.ops.metrics..",
                "io.quipu.ops.trace..",
                "io.quipu.service.failure"),
            InvalidInput.class,
            JsonText.class,
            Principal.class,
            Denial.class,
            Limits.class)
        .check(OURS);
  }

  @Test
  void theWordsOfTheDomainDependOnNothingOfOurs() {
    knowsOfOurs(
            List.of(
                "io.quipu.engine.input",
                "io.quipu.engine.windows",
                "io.quipu.engine.names",
                "io.quipu.engine.state"),
            List.of())
        .check(OURS);
  }

  @Test
  void foldersFormNoCycles() {
    slices().matching("io.quipu.(**)").should().beFreeOfCycles().check(OURS);
  }

  @Test
  void theServiceKnowsNoneOfItsClients() {
    CLIENTS.check(OURS);
  }

  @Test
  void namesSayWhatAClassIs() {
    NAMES.check(OURS);
  }

  /** Where no endpoint is set nothing of it is loaded. */
  @Test
  void onlyTheAdapterKnowsOpenTelemetry_andOnlyTheInstanceTheAdapter() {
    OPEN_TELEMETRY.check(OURS);
    noClasses()
        .that()
        .resideOutsideOfPackage("io.quipu.ops.opentelemetry..")
        .and(not(assignableTo(Quipu.class)))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.quipu.ops.opentelemetry..")
        .check(OURS);
  }

  /** Neither what a mapping means nor how far a partition is depends on its client. */
  @Test
  void onlyOneFolderKnowsTheClientOfKafka() {
    KAFKA.check(OURS);
  }

  @Test
  void jsonStaysAtTheEdge() {
    JSON.check(OURS);
  }

  @Test
  void theRulesCanFail() {
    for (String known : List.of("engine.writer.GroupWatch", "Main")) {
      assertThat(OURS.contain("io.quipu." + known)).as(known).isTrue();
    }
    assertFails(NAMES, SomethingManager.class);
    assertFails(DRIVER, KnowsTheDriver.class);
    assertFails(DRIVER, KnowsTheClient.class);
    assertFails(JSON, KnowsJson.class);
    assertFails(KAFKA, KnowsKafka.class);
    assertFails(OPEN_TELEMETRY, KnowsOpenTelemetry.class);
    assertFails(CLIENTS, KnowsTheClientOfQuipu.class);
    assertFails(COMMANDS, KnowsPicocli.class);
    assertFails(knowsNoOtherWay("io.quipu.testing.."), KnowsTheWayOfHttp.class);
    assertFails(
        knowsOfOurs(List.of("io.quipu.testing.."), List.of("io.quipu.engine..")),
        KnowsTheWayOfHttp.class);
  }

  private static void assertFails(ArchRule rule, Class<?> type) {
    assertThat(rule.evaluate(new ClassFileImporter().importClasses(type)).hasViolation())
        .as("%s: %s", type, rule.getDescription())
        .isTrue();
  }

  /** A rule that only these packages know others. */
  private static ArchRule onlyIn(List<String> rooms, String... known) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(rooms.toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(known);
  }

  /** A rule that a package knows nothing but itself and others. */
  private static ArchRule knowsOnly(String room, String... others) {
    return noClasses()
        .that()
        .resideInAPackage(room)
        .should()
        .dependOnClassesThat(not(resideInAPackage(room)).and(not(resideInAnyPackage(others))));
  }

  private static ArchRule knowsNothingOf(String room, String... others) {
    return noClasses()
        .that()
        .resideInAPackage(room)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others);
  }

  /** A rule that packages know nothing of ours but themselves, others, and some types. */
  private static ArchRule knowsOfOurs(List<String> rooms, List<String> others, Class<?>... types) {
    DescribedPredicate<JavaClass> known =
        resideInAnyPackage(rooms.toArray(String[]::new))
            .or(resideInAnyPackage(others.toArray(String[]::new)));
    for (Class<?> type : types) {
      known = known.or(assignableTo(type));
    }
    return noClasses()
        .that()
        .resideInAnyPackage(rooms.toArray(String[]::new))
        .should()
        .dependOnClassesThat(resideInAPackage("io.quipu..").and(not(known)));
  }

  private static final class SomethingManager {}

  private interface KnowsTheDriver extends com.datastax.oss.driver.api.core.CqlSession {}

  private interface KnowsTheClient extends io.vertx.cassandra.CassandraClient {}

  private interface KnowsKafka
      extends org.apache.kafka.clients.consumer.ConsumerRebalanceListener {}

  private interface KnowsTheClientOfQuipu extends io.quipu.client.LiveListener {}

  private interface KnowsOpenTelemetry extends io.opentelemetry.api.trace.Span {}

  private interface KnowsPicocli extends picocli.CommandLine.IVersionProvider {}

  private interface KnowsTheWayOfHttp
      extends java.util.function.Supplier<io.quipu.edge.http.HttpVerticle> {}

  private static final class KnowsJson extends io.vertx.core.json.JsonObject {}
}
