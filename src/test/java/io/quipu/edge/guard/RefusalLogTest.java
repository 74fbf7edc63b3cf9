package io.quipu.edge.guard;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RefusalLogTest {
  private static final Problem FULL = Problem.of(ProblemType.QUEUE_FULL, "Too many.");
  private static final Problem DOWN = Problem.of(ProblemType.UNAVAILABLE, "No quorum.");

  private final Logger logger = (Logger) LoggerFactory.getLogger(RefusalLog.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private long nanos = Long.MAX_VALUE - 5;
  private final RefusalLog log = new RefusalLog(() -> nanos);

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
  }

  @Test
  void writesOneLineForManyRefusals() {
    log.note("r1", FULL, null);
    log.note("r2", DOWN, new IllegalStateException("Cassandra did not answer: ReadTimeout"));
    for (int i = 0; i < 1_000; i++) {
      log.note("r3", FULL, null);
    }
    nanos += Duration.ofSeconds(10).toNanos();
    log.note("r4", FULL, null);

    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "Request r1 answered /problems/queue-full: Too many. (0 more since the last such line)",
            "Request r2 answered /problems/unavailable: No quorum."
                + " Cassandra did not answer: ReadTimeout (0 more since the last such line)",
            "Request r4 answered /problems/queue-full: Too many."
                + " (1000 more since the last such line)");
  }
}
