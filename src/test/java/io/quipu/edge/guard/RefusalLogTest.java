package io.quipu.edge.guard;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.web.LoggedLines;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RefusalLogTest {
  private static final Problem FULL = Problem.of(ProblemType.QUEUE_FULL, "Too many.");
  private static final Problem DOWN = Problem.of(ProblemType.UNAVAILABLE, "No quorum.");

  @AutoClose private final LoggedLines lines = new LoggedLines(RefusalLog.class.getName());
  private long nanos = Long.MAX_VALUE - 5;
  private final RefusalLog log = new RefusalLog(() -> nanos);

  @Test
  void writesOneLineForManyRefusals() {
    log.note("r1", FULL, null);
    log.note("r2", DOWN, new IllegalStateException("Cassandra did not answer: ReadTimeout"));
    for (int i = 0; i < 1_000; i++) {
      log.note("r3", FULL, null);
    }
    nanos += Duration.ofSeconds(10).toNanos();
    log.note("r4", FULL, null);

    assertThat(lines.of(Level.TRACE))
        .containsExactly(
            "Request r1 answered /problems/queue-full: Too many. (0 more since the last such line)",
            "Request r2 answered /problems/unavailable: No quorum."
                + " Cassandra did not answer: ReadTimeout (0 more since the last such line)",
            "Request r4 answered /problems/queue-full: Too many."
                + " (1000 more since the last such line)");
  }
}
