package io.quipu.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.quipu.client.KnowsMoreThanTheJdk;
import io.quipu.engine.input.EditDistance;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Rfc3339;
import io.quipu.engine.windows.TimeZones;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The command line is a caller like any other: of Quipu it knows the Java client. */
class ArrowsTest {
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(
              place -> place.contains("/cli/target/classes/") || place.contains("/clients/java/"))
          .importPackages("io.quipu");

  private static final ArchRule CLIENT =
      noClasses()
          .that()
          .resideInAPackage("io.quipu.client..")
          .should()
          .dependOnClassesThat(
              not(resideInAnyPackage("io.quipu.client..", "java..", "javax.net.ssl..")));

  /** With the times, tables, slips and errors that the service has. */
  private static final ArchRule COMMANDS =
      noClasses()
          .that()
          .resideInAPackage("io.quipu.cli..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.quipu..")
                  .and(
                      not(
                          resideInAnyPackage(
                                  "io.quipu.cli..",
                                  "io.quipu.client..",
                                  "io.quipu.ops.command",
                                  "io.quipu.ops.csv")
                              .or(
                                  belongToAnyOf(
                                      EditDistance.class,
                                      InvalidInput.class,
                                      Rfc3339.class,
                                      TimeZones.class)))));

  private static final ArchRule DRIVER =
      onlyIn("io.quipu.cli.source.cassandra..", "com.datastax.oss..");

  private static final ArchRule REDIS = onlyIn("io.quipu.cli.source.redis..", "io.vertx.redis..");

  private static final ArchRule VERTX =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.quipu.cli.bench..", "io.quipu.cli.source.redis..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.vertx..");

  @Test
  void commandsKnowTheClient_andNothingInsideTheService() {
    COMMANDS.check(OURS);
  }

  @Test
  void theClientKnowsTheJdkOnly() {
    CLIENT.check(OURS);
  }

  @Test
  void onlyASourceKnowsItsDriver() {
    DRIVER.check(OURS);
    REDIS.check(OURS);
  }

  /** Commands read and write JSON with the classes of the Java client. */
  @Test
  void onlyTheLoadAndASourceKnowVertx() {
    VERTX.check(OURS);
  }

  @Test
  void foldersFormNoCycles() {
    slices().matching("io.quipu.(**)").should().beFreeOfCycles().check(OURS);
  }

  @Test
  void theRulesCanFail() {
    for (String known : List.of("cli.Main", "client.QuipuClient")) {
      assertThat(OURS.contain("io.quipu." + known)).as(known).isTrue();
    }
    assertFails(CLIENT, KnowsMoreThanTheJdk.class);
    assertFails(COMMANDS, KnowsTheService.class);
    assertFails(DRIVER, KnowsTheDriver.class);
    assertFails(REDIS, KnowsRedis.class);
    assertFails(VERTX, KnowsRedis.class);
  }

  private static void assertFails(ArchRule rule, Class<?> type) {
    assertThat(rule.evaluate(new ClassFileImporter().importClasses(type)).hasViolation())
        .as("%s: %s", type, rule.getDescription())
        .isTrue();
  }

  private static ArchRule onlyIn(String room, String known) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(room)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(known);
  }

  private interface KnowsTheService extends io.quipu.engine.time.Clock {}

  private interface KnowsTheDriver extends com.datastax.oss.driver.api.core.CqlSession {}

  private interface KnowsRedis extends io.vertx.redis.client.Redis {}
}
