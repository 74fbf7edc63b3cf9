package io.quipu.cassandra.findings;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.cassandra.findings.Finding.Status;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The findings of the latest look of an instance, in its log and in its metrics. Thread-safe. */
public final class LatestFindings {
  private static final Logger log = LoggerFactory.getLogger(LatestFindings.class);

  private final BooleanSupplier stopped;
  private volatile List<Finding> latest = List.of();

  /**
   * @param registry for a gauge of each status, or null for none
   * @param stopped whether the instance has stopped counting since the latest look
   */
  public LatestFindings(@Nullable MeterRegistry registry, BooleanSupplier stopped) {
    this.stopped = stopped;
    if (registry != null) {
      for (Status status : List.of(Status.WARNING, Status.UNKNOWN, Status.BROKEN)) {
        Gauge.builder("quipu.cassandra.findings", this, found -> found.count(status))
            .description("Settings of Cassandra that the last look found wrong, by what they risk")
            .tag("status", status.label())
            .strongReference(true)
            .register(registry);
      }
    }
  }

  /** Replaces the findings, and logs a line for each that an operator should read. */
  public void publish(List<Finding> findings) {
    latest = List.copyOf(findings);
    for (Finding finding : findings) {
      switch (finding.status()) {
        case BROKEN -> log.error("A guarantee breaks: {}", finding.line());
        case WARNING -> log.warn("Cassandra: {}", finding.line());
        case UNKNOWN -> log.info("Cassandra: {}", finding.line());
        case OK -> log.debug("Cassandra: {}", finding.line());
      }
    }
  }

  private long count(Status status) {
    long count = latest.stream().filter(finding -> finding.is(status)).count();
    return count == 0 && status == Status.BROKEN && stopped.getAsBoolean() ? 1 : count;
  }
}
