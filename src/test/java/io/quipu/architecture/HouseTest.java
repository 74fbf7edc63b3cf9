package io.quipu.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.quipu.Quipu;
import io.quipu.cassandra.CassandraUnusable;
import io.quipu.counter.EventTime;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Limits;
import io.quipu.time.Clock;
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
              "io.quipu.cassandra..", "io.quipu.strategies..", "io.quipu.cli.source.cassandra..")
          .and(not(describe("are the Cassandra classes of a kind", HouseTest::isStoreOfKind)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.datastax.oss..", "io.vertx.cassandra..");

  private static final ArchRule JSON =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.quipu.web..", "io.quipu.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.fasterxml.jackson..", "io.vertx.core.json..");

  private static final ArchRule COMMANDS =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.quipu.strategies..", "io.quipu.cli..")
          .and()
          .haveNameNotMatching("io\\.quipu\\.(Commands|SchemaCommand|ServeCommand).*")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.quipu.strategies..", "io.quipu.cli..", "picocli..");

  private static final ArchRule OPEN_TELEMETRY =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.quipu.opentelemetry..")
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
          .resideOutsideOfPackage("io.quipu.kafka")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..");

  private static final ArchRule REDIS =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.quipu.cli.source.redis")
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
  void onlyTheCassandraFolder_storesOfKinds_andWhatGoesWithoutTheService_knowTheDriver() {
    DRIVER.check(OURS);
  }

  @Test
  void onlyVerticlesAndTheEdgeKnowVertx() {
    noClasses()
        .that(plain())
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.vertx..")
        .check(OURS);
  }

  private static boolean isStoreOfKind(JavaClass clazz) {
    return clazz.getName().matches("io\\.quipu\\.kinds\\.\\w+\\.Cassandra.*");
  }

  /** The seam knows none of the kinds, or adding one would touch it. */
  @Test
  void nobodyButTheListKnowsAKind() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.quipu.kinds..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.quipu.kinds.*..")
        .check(OURS);
  }

  /** Neither a verticle, or nested in one, nor a store over Cassandra, nor at the edge. */
  private static DescribedPredicate<JavaClass> plain() {
    return describe(
        "are plain",
        clazz ->
            !clazz.getName().replaceFirst("\\$.*", "").endsWith("Verticle")
                && !isStoreOfKind(clazz)
                && !clazz.getPackageName().equals("io.quipu")
                && !clazz.getPackageName().startsWith("io.quipu.bus")
                && !clazz.getPackageName().startsWith("io.quipu.cassandra")
                && !clazz.getPackageName().startsWith("io.quipu.web")
                && !clazz.getPackageName().startsWith("io.quipu.http")
                && !clazz.getPackageName().startsWith("io.quipu.live.feed")
                && !clazz.getPackageName().startsWith("io.quipu.cli")
                && !clazz.getPackageName().equals("io.quipu.resp")
                && !clazz.getPackageName().equals("io.quipu.strategies.service"));
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
        .resideInAPackage("io.quipu.cli..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.quipu..")
                .and(not(resideInAnyPackage("io.quipu.cli..", "io.quipu.client.."))))
        .check(OURS);
  }

  /** The same way in as everybody's: a configuration, an instance, its HTTP API. */
  @Test
  void strategiesKnowNothingOfTheInsideOfTheService() {
    noClasses()
        .that()
        .resideInAPackage("io.quipu.strategies..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.quipu..")
                .and(not(resideInAnyPackage("io.quipu.strategies..", "io.quipu.config..")))
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
        .resideInAPackage("io.quipu.web..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.quipu..")
                .and(
                    not(
                        resideInAnyPackage(
                            "io.quipu.web..", "io.quipu.time..", "io.quipu.trace..")))
                .and(not(assignableTo(InvalidInput.class)))
                .and(not(assignableTo(Limits.class))))
        .check(OURS);
  }

  @Test
  void theWordsOfTheDomainDependOnNothingOfOurs() {
    noClasses()
        .that()
        .resideInAPackage("io.quipu.counter..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.quipu..").and(not(resideInAPackage("io.quipu.counter.."))))
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
        .resideOutsideOfPackages("io.quipu.client..", "io.quipu.cli..")
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
        .resideOutsideOfPackage("io.quipu.opentelemetry..")
        .and(not(assignableTo(Quipu.class)))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.quipu.opentelemetry..")
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
  }

  private static boolean classesAreHere() {
    return OURS.contain("io.quipu.writer.GroupWatch")
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

  private interface KnowsStrategies extends io.quipu.strategies.strategy.Strategy {}

  private static final class KnowsJson extends io.vertx.core.json.JsonObject {}
}
