package io.quipu.testing.documents;

import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.SharedQuipu;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each recipe, and the example of each kind, does what it says, as it stands. */
@EndToEnd
class DocumentedCommandsIT {
  private static final ZoneId ZONE = ZoneId.of("Europe/Zurich");

  static Stream<Arguments> parts() {
    return Stream.of("recipes.md", "kinds.md")
        .flatMap(
            name -> {
              RunnableDocument document = RunnableDocument.of(Path.of("docs", name));
              List<String> parts = document.parts();
              return parts.stream().map(part -> Arguments.of(part, document.part(part)));
            });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("parts")
  void doesWhatItSays(String title, RunnableDocument part, SharedQuipu shared, @TempDir Path folder)
      throws Exception {
    awaitSameDayAtTheEnd();
    new DocumentShell(shared.open().uri(0), folder).run(part);
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
