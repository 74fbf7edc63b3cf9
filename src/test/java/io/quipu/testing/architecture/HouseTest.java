package io.quipu.testing.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.quipu.Kinds;
import io.quipu.Quipu;
import io.quipu.cassandra.CassandraUnusable;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.JsonText;
import io.quipu.engine.model.Limits;
import io.quipu.engine.time.Clock;
import io.quipu.service.access.Denial;
import io.quipu.service.auth.Principal;
import java.util.List;
import org.junit.jupiter.api.Test;

class HouseTest {
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.quipu");

  private static final ArchRule DRIVER =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.quipu.cassandra..",
              "io.quipu.tools.strategies..",
              "io.quipu.tools.cli.source.cassandra..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.datastax.oss..", "io.vertx.cassandra..");

  private static final ArchRule ENGINE =
      noClasses()
          .that()
          .resideInAPackage("io.quipu.engine..")
          .should()
          .dependOnClassesThat()
          .resideOutsideOfPackages(
              "io.quipu.engine..",
              "io.quipu.ops.metrics..",
              "io.quipu.ops.trace..",
              "java..",
              "org.apache.datasketches..",
              "com.github.benmanes.caffeine..",
              "io.micrometer.core..",
              "org.slf4j..",
              "org.jspecify..");

  private static final ArchRule CASSANDRA =
      noClasses()
          .that()
          .resideInAPackage("io.quipu.cassandra..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.quipu..")
                  .and(
                      not(
                          resideInAnyPackage(
                              "io.quipu.cassandra..",
                              "io.quipu.engine..",
                              "io.quipu.ops..",
                              "io.quipu.service.auth"))));

  private static final ArchRule SERVICE =
      noClasses()
          .that()
          .resideInAPackage("io.quipu.service..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.quipu", "io.quipu.cassandra..", "io.quipu.edge..", "io.quipu.tools..");

  private static final List<String> WAYS_IN =
      List.of(
          "io.quipu.edge.http..",
          "io.quipu.edge.live..",
          "io.quipu.edge.resp..",
          "io.quipu.edge.kafka..");

  private static final ArchRule EDGE =
      noClasses()
          .that()
          .resideInAPackage("io.quipu.edge..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.quipu", "io.quipu.cassandra..", "io.quipu.tools..");

  private static final ArchRule OPS =
      noClasses()
          .that()
          .resideInAPackage("io.quipu.ops..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.quipu..").and(not(resideInAPackage("io.quipu.ops.."))));

  private static final ArchRule JSON =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.quipu.edge.web..",
              "io.quipu.edge.response..",
              "io.quipu.service.auth.token",
              "io.quipu.tools.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.fasterxml.jackson..", "io.vertx.core.json..");

  private static final ArchRule COMMANDS =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.quipu.tools.strategies..", "io.quipu.tools.cli..")
          .and()
          .haveNameNotMatching("io\\.quipu\\.(Commands|SchemaCommand|ServeCommand).*")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.quipu.tools.strategies..", "io.quipu.tools.cli..", "picocli..");

  private static final ArchRule OPEN_TELEMETRY =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.quipu.ops.opentelemetry..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.opentelemetry..");

  private static final ArchRule CLIENT =
      noClasses()
          .that()
          .resideInAPackage("io.quipu.client..")
          .should()
          .dependOnClassesThat()
          .resideOutsideOfPackages("java..", "javax.net.ssl..", "io.quipu.client..");

  private static final ArchRule KAFKA =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.quipu.edge.kafka")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..");

  private static final ArchRule REDIS =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.quipu.tools.cli.source.redis")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.vertx.redis..");

  private static final ArchRule NAMES =
      noClasses()
          .should()
          .haveSimpleNameEndingWith("Util")
          .orShould()
          .haveSimpleNameEndingWith("Utils")
          .orShould()
          .haveSimpleNameEndingWith("Helper")
          .orShould()
          .haveSimpleNameEndingWith("Manager")
          .orShould()
          .haveSimpleNameEndingWith("Impl");

  @Test
  void onlyTheCassandraRoom_andCallersWithoutTheService_knowTheDriver() {
    DRIVER.check(OURS);
  }

  @Test
  void theEngineKnowsNoVertx_noDriver_andNoOtherRoom() {
    ENGINE.check(OURS);
  }

  /** Of the service it knows who holds keys, whose store it has. */
  @Test
  void cassandraKnowsTheEngine() {
    CASSANDRA.check(OURS);
  }

  @Test
  void theServiceKnowsNeitherItsStoresNorTheWaysIn() {
    SERVICE.check(OURS);
  }

  @Test
  void theWaysInKnowNoStoreAndNoCommand() {
    EDGE.check(OURS);
  }

  /** Each translates between its protocol and the application service, and does nothing else. */
  @Test
  void theWaysInKnowNothingOfEachOther() {
    WAYS_IN.forEach(way -> knowsNoOtherWay(way).check(OURS));
  }

  private static ArchRule knowsNoOtherWay(String way) {
    String[] others = WAYS_IN.stream().filter(other -> !other.equals(way)).toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(way)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others);
  }

  @Test
  void operationsKnowNobodyButTheJdkAndTheirLibraries() {
    OPS.check(OURS);
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

  @Test
  void nothingOfTheServiceKnowsACommand() {
    COMMANDS.check(OURS);
  }

  /** A caller like any other. */
  @Test
  void commandsThatTalkToAServiceKnowNothingOfItsInside() {
    noClasses()
        .that()
        .resideInAPackage("io.quipu.tools.cli..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.quipu..")
                .and(not(resideInAnyPackage("io.quipu.tools.cli..", "io.quipu.client.."))))
        .check(OURS);
  }

  /** The same way in as everybody's: a configuration, an instance, its HTTP API. */
  @Test
  void strategiesKnowNothingOfTheInsideOfTheService() {
    noClasses()
        .that()
        .resideInAPackage("io.quipu.tools.strategies..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.quipu..")
                .and(
                    not(resideInAnyPackage("io.quipu.tools.strategies..", "io.quipu.ops.config..")))
                .and(not(assignableTo(Quipu.class)))
                .and(not(assignableTo(Clock.class)))
                .and(not(assignableTo(EventTime.class)))
                .and(not(assignableTo(CassandraUnusable.class)))
                .and(not(describe("connect", clazz -> clazz.getSimpleName().equals("Connection")))))
        .check(OURS);
  }

  /** But for what is said about any input, and how large it may be. */
  @Test
  void whatKnowsHttpKnowsNoCounter() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.quipu.edge.web..", "io.quipu.edge.guard..", "io.quipu.edge.response..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.quipu..")
                .and(
                    not(
                        resideInAnyPackage(
                            "io.quipu.edge.web..",
                            "io.quipu.edge.guard..",
                            "io.quipu.edge.response..",
                            "io.quipu.engine.time..",
                            "io.quipu.ops.metrics..",
                            "io.quipu.ops.trace..")))
                .and(not(assignableTo(InvalidInput.class)))
                .and(not(assignableTo(JsonText.class)))
                .and(not(assignableTo(Principal.class)))
                .and(not(resideInAPackage("io.quipu.service.failure")))
                .and(not(assignableTo(Denial.class)))
                .and(not(assignableTo(Limits.class))))
        .check(OURS);
  }

  @Test
  void theWordsOfTheDomainDependOnNothingOfOurs() {
    noClasses()
        .that()
        .resideInAPackage("io.quipu.engine.model..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.quipu..").and(not(resideInAPackage("io.quipu.engine.model.."))))
        .check(OURS);
  }

  @Test
  void foldersFormNoCycles() {
    slices().matching("io.quipu.(**)").should().beFreeOfCycles().check(OURS);
  }

  /** It is published by itself. */
  @Test
  void theClientKnowsTheJdkOnly_andNothingOfTheServiceKnowsTheClient() {
    CLIENT.check(OURS);
    noClasses()
        .that()
        .resideOutsideOfPackages("io.quipu.client..", "io.quipu.tools.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.quipu.client..")
        .check(OURS);
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
  void onlyTheSourceOfAnImportKnowsTheClientOfRedis() {
    REDIS.check(OURS);
  }

  @Test
  void jsonStaysAtTheEdge() {
    JSON.check(OURS);
  }

  @Test
  void theRulesCanFail() {
    assertThat(classesAreHere()).isTrue();
    assertThat(NAMES.evaluate(only(SomethingManager.class)).hasViolation()).isTrue();
    assertThat(DRIVER.evaluate(only(KnowsTheDriver.class)).hasViolation()).isTrue();
    assertThat(DRIVER.evaluate(only(KnowsTheClient.class)).hasViolation()).isTrue();
    assertThat(JSON.evaluate(only(KnowsJson.class)).hasViolation()).isTrue();
    assertThat(REDIS.evaluate(only(KnowsRedis.class)).hasViolation()).isTrue();
    assertThat(KAFKA.evaluate(only(KnowsKafka.class)).hasViolation()).isTrue();
    assertThat(OPEN_TELEMETRY.evaluate(only(KnowsOpenTelemetry.class)).hasViolation()).isTrue();
    assertThat(CLIENT.evaluate(only(io.quipu.client.KnowsMoreThanTheJdk.class)).hasViolation())
        .isTrue();
    assertThat(COMMANDS.evaluate(only(KnowsStrategies.class)).hasViolation()).isTrue();
    assertThat(
            knowsNoOtherWay("io.quipu.testing..")
                .evaluate(only(KnowsTheWayOfHttp.class))
                .hasViolation())
        .isTrue();
  }

  private static boolean classesAreHere() {
    return OURS.contain("io.quipu.engine.writer.GroupWatch")
        && OURS.contain("io.quipu.Main")
        && OURS.contain("io.quipu.client.QuipuClient");
  }

  private static JavaClasses only(Class<?> one) {
    return new ClassFileImporter().importClasses(one);
  }

  private static final class SomethingManager {}

  private interface KnowsTheDriver extends com.datastax.oss.driver.api.core.CqlSession {}

  private interface KnowsTheClient extends io.vertx.cassandra.CassandraClient {}

  private interface KnowsKafka
      extends org.apache.kafka.clients.consumer.ConsumerRebalanceListener {}

  private interface KnowsRedis extends io.vertx.redis.client.Redis {}

  private interface KnowsOpenTelemetry extends io.opentelemetry.api.trace.Span {}

  private interface KnowsStrategies extends io.quipu.tools.strategies.strategy.Strategy {}

  private interface KnowsTheWayOfHttp
      extends java.util.function.Supplier<io.quipu.edge.http.HttpVerticle> {}

  private static final class KnowsJson extends io.vertx.core.json.JsonObject {}
}
