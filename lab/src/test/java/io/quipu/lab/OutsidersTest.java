package io.quipu.lab;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.quipu.Quipu;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.cassandra.driver.Connection;
import io.quipu.engine.names.Layout;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import org.junit.jupiter.api.Test;

class OutsidersTest {
  private static final DescribedPredicate<JavaClass> THE_INSIDE =
      resideInAPackage("io.quipu..")
          .and(
              DescribedPredicate.not(
                  resideInAnyPackage(
                          "io.quipu.lab.strategies..",
                          "io.quipu.ops.config..",
                          "io.quipu.ops.command")
                      .or(assignableTo(Quipu.class))
                      .or(assignableTo(Clock.class))
                      .or(assignableTo(EventTime.class))
                      .or(assignableTo(CassandraUnusable.class))
                      .or(assignableTo(Connection.class))));

  private static final ArchRule OUTSIDERS =
      noClasses()
          .that()
          .resideInAPackage("io.quipu.lab..")
          .should()
          .dependOnClassesThat(THE_INSIDE);

  /** They come in as everybody does: by a configuration, an instance, its HTTP API. */
  @Test
  void strategiesKnowNothingOfTheInsideOfTheService() {
    JavaClasses strategies =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.quipu.lab.strategies");
    assertThat(strategies).isNotEmpty();
    OUTSIDERS.check(strategies);
  }

  @Test
  void theRuleCanFail() {
    assertThat(
            OUTSIDERS
                .evaluate(new ClassFileImporter().importClasses(KnowsTheInside.class))
                .hasViolation())
        .isTrue();
  }

  private record KnowsTheInside(Layout layout) {}
}
