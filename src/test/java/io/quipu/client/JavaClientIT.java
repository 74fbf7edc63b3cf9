package io.quipu.client;

import io.quipu.dev.TestCassandra;
import io.quipu.e2e.EndToEnd;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java client does what {@code clients/behaviours.md} says. */
@EndToEnd
class JavaClientIT {
  private static TestedService service;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    service = TestedService.start(cassandra, JavaUnderTest::new);
  }

  @AfterAll
  static void stop() throws Exception {
    service.close();
  }

  @Test
  void key(TestCassandra cassandra, @TempDir Path folder) throws Exception {
    new KeyBehaviours(JavaUnderTest::new).run(cassandra, folder);
  }

  @Nested
  class Recording extends RecordingBehaviours {
    @Override
    TestedService service() {
      return service;
    }
  }

  @Nested
  class Ending extends EndingBehaviours {
    @Override
    TestedService service() {
      return service;
    }

    @Override
    List<String> whenNobodyIsThere() {
      return List.of("refused");
    }
  }

  @Nested
  class Reading extends ReadingBehaviours {
    @Override
    TestedService service() {
      return service;
    }
  }
}
