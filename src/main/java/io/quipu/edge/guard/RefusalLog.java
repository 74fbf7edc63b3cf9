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
 * Tells the operator that requests are refused, without a line for each: under overload that would
 * be the next overload. Confined to the context of one server instance.
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
   * Writes a line, unless one about the same type was written a moment ago.
   *
   * @param why what the caller is not told, if anything
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

  /** How many refusals a line stands for besides its own. */
  private static final class Silence {
    final long since;
    long refusals;

    Silence(long since) {
      this.since = since;
    }
  }
}
