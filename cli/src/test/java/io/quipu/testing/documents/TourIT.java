package io.quipu.testing.documents;

import io.quipu.testing.dev.OtherPrograms;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tour works as it stands, from its first line to its last. */
@OtherPrograms
@EndToEnd
class TourIT {
  @Test
  void everyCommandAnswersAsItSays(TestCassandra cassandra, @TempDir Path folder) throws Exception {
    try (RunningQuipu quipu = RunningQuipu.start(1, cassandra, Map.of())) {
      new DocumentShell(quipu.uri(0), folder).run(RunnableDocument.of(Path.of("docs", "tour.md")));
    }
  }
}
