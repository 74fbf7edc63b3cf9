package io.quipu.engine.writer;

import io.quipu.engine.store.StoreUnavailable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the defects of one repeated task. Repetitions that fail one after another with the same
 * defect are reported once, because a lasting defect would otherwise fill the log. Confined to one
 * context.
 */
final class DefectReport {
  private static final Logger log = LoggerFactory.getLogger(DefectReport.class);

  private @Nullable String reported;

  /** Ends the current defect; to be called after each repetition without a failure. */
  void succeeded() {
    reported = null;
  }

  /**
   * Reports a failed repetition, unless the current defect has the same type and place. An
   * unavailable store is no defect. Returns null, for use in {@code exceptionally}.
   */
  @Nullable Void failed(Throwable failure) {
    if (!StoreUnavailable.caused(failure)) {
      String kind = kind(failure);
      if (!kind.equals(reported)) {
        reported = kind;
        log.error("Defect in the writer of this instance; told once while it lasts", failure);
      }
    }
    return null;
  }

  /** The type and the place of a failure, without the message, because the message may vary. */
  private static String kind(Throwable failure) {
    Throwable cause = StoreUnavailable.causeOf(failure);
    StackTraceElement[] trace = cause.getStackTrace();
    return cause.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]);
  }
}
