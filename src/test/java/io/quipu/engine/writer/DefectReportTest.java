package io.quipu.engine.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.testing.dev.LoggedLines;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DefectReportTest {
  @RegisterExtension private final LoggedLines lines = new LoggedLines(DefectReport.class);
  private final DefectReport report = new DefectReport();

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
