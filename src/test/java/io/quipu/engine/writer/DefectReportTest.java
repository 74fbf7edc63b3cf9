package io.quipu.engine.writer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.quipu.engine.store.StoreUnavailable;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DefectReportTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(DefectReport.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final DefectReport report = new DefectReport();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
  }

  private static RuntimeException defect(int attempt) {
    return new IllegalStateException("attempt " + attempt);
  }

  @Test
  void tellsALastingDefectOnce() {
    for (int i = 0; i < 1_000; i++) {
      report.failed(new CompletionException(defect(i)));
    }
    assertThat(lines.list).hasSize(1);
    assertThat(lines.list.get(0).getThrowableProxy()).isNotNull();
  }

  @Test
  void tellsAnotherDefect() {
    report.failed(defect(1));
    report.failed(new IllegalArgumentException("another"));
    report.failed(new IllegalStateException("from another place"));
    assertThat(lines.list).hasSize(3);
  }

  @Test
  void tellsItAgain_whenItCameBack() {
    report.failed(defect(1));
    report.succeeded();
    report.failed(defect(2));
    assertThat(lines.list).hasSize(2);
  }

  @Test
  void doesNotTakeAStoreThatIsUnavailableForADefect_norForTheEndOfOne() {
    report.failed(new StoreUnavailable("no quorum", null));
    assertThat(lines.list).isEmpty();
    report.failed(defect(1));
    report.failed(new CompletionException(new StoreUnavailable("no quorum", null)));
    report.failed(defect(2));
    assertThat(lines.list).hasSize(1);
  }
}
