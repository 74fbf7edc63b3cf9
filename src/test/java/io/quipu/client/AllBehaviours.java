package io.quipu.client;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.EndToEnd;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The table of {@code clients/behaviours.md}, but for its restarts, for one client. */
@EndToEnd
@TestInstance(Lifecycle.PER_CLASS)
abstract class AllBehaviours {
  private TestedService service;

  abstract ClientUnderTest.Start client();

  /** The errors of a client that cannot connect. */
  List<String> whenNobodyIsThere() {
    return List.of("refused", "in-doubt");
  }

  final TestedService service() {
    return service;
  }

  /** The most counters that it can follow in one subscription. */
  Followed followed() {
    return Followed.WEB_SOCKETS;
  }

  @BeforeAll
  void start(TestCassandra cassandra) {
    service = TestedService.start(cassandra, client());
  }

  @AfterAll
  void stop() throws Exception {
    // Not there where the client cannot be built here.
    if (service != null) {
      service.close();
    }
  }

  @Test
  void key(TestCassandra cassandra, @TempDir Path folder) throws Exception {
    new KeyBehaviours(client(), followed()).run(cassandra, folder);
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
      return AllBehaviours.this.whenNobodyIsThere();
    }
  }

  @Nested
  class Kinds extends KindBehaviours {
    @Override
    TestedService service() {
      return service;
    }
  }

  @Nested
  class Sketches extends SketchBehaviours {
    @Override
    TestedService service() {
      return service;
    }
  }

  @Nested
  class Following extends FollowingBehaviours {
    @Override
    TestedService service() {
      return service;
    }
  }

  @Nested
  class Reading extends ReadingBehaviours {
    @Override
    TestedService service() {
      return service;
    }

    @Override
    Followed followed() {
      return AllBehaviours.this.followed();
    }
  }

  @Nested
  class Querying extends QueryBehaviours {
    @Override
    TestedService service() {
      return service;
    }
  }

  @Nested
  class Changing extends ChangingBehaviours {
    @Override
    TestedService service() {
      return service;
    }
  }

  @Nested
  class Windows extends WindowBehaviours {
    @Override
    TestedService service() {
      return service;
    }
  }
}
