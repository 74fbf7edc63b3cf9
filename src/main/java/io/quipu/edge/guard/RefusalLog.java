package io.quipu.edge.guard;

import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs refused requests for the operator: at most one warning for each type of problem in ten
 * seconds, because a line for each request would add to an overload. Confined to the context of one
 * server instance.
 */
public final class RefusalLog {
  private static final Logger log = LoggerFactory.getLogger(RefusalLog.class);
  private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

  private final LongSupplier nanos;
  private final Map<ProblemType, Silence> silences = new EnumMap<>(ProblemType.class);

  public RefusalLog(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Writes a warning. If the last warning about the same type is younger than ten seconds, writes a
   * debug line instead.
   *
   * @param why the cause, which the caller is not told; null for none
   */
  public void note(String requestId, Problem problem, @Nullable Throwable why) {
    String reason = why == null ? "" : " " + why.getMessage();
    Silence silence = silences.get(problem.type());
    if (silence != null && nanos.getAsLong() - silence.since < PAUSE_NANOS) {
      silence.refusals++;
      log.debug(
          "Request {} answered {}: {}{}",
          requestId,
          problem.type().uri(),
          problem.detail(),
          reason);
      return;
    }
    long unsaid = silence == null ? 0 : silence.refusals;
    silences.put(problem.type(), new Silence(nanos.getAsLong()));
    log.warn(
        "Request {} answered {}: {}{} ({} more since the last such line)",
        requestId,
        problem.type().uri(),
        problem.detail(),
        reason,
        unsaid);
  }

  /** The refusals of one type since the last warning about the type. */
  private static final class Silence {
    final long since;
    long refusals;

    Silence(long since) {
      this.since = since;
    }
  }
}
