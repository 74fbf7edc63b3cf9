package io.quipu.testing.documents;

import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.SharedQuipu;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each recipe does what it says, as it stands. */
@EndToEnd
class RecipesIT {
  private static final RunnableDocument RECIPES =
      RunnableDocument.of(Path.of("docs", "recipes.md"));
  private static final ZoneId ZONE = ZoneId.of("Europe/Zurich");

  static List<String> titles() {
    return RECIPES.parts();
  }

  @ParameterizedTest
  @MethodSource("titles")
  void doesWhatItSays(String title, SharedQuipu shared, @TempDir Path folder) throws Exception {
    awaitSameDayAtTheEnd();
    new DocumentShell(shared.open().uri(0), folder).run(RECIPES.part(title));
  }

  /** Days and months of recipes are those of a zone: none may end meanwhile. */
  private static void awaitSameDayAtTheEnd() {
    await()
        .atMost(Duration.ofMinutes(3))
        .until(
            () -> {
              ZonedDateTime now = ZonedDateTime.now(ZONE);
              return now.plusMinutes(2).toLocalDate().equals(now.toLocalDate());
            });
  }
}
