package io.quipu.engine.writer;

import io.quipu.engine.store.StoreUnavailable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the defects of one thing that is repeated: each when it begins, not at every repetition,
 * as a lasting one would fill the log. Confined to one context.
 */
final class DefectReport {
  private static final Logger log = LoggerFactory.getLogger(DefectReport.class);

  private @Nullable String reported;

  /** To be called after each repetition without a failure: the next defect is a new one. */
  void succeeded() {
    reported = null;
  }

  /** To be called after each that failed; that the store is unavailable is no defect. */
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

  /** The type of a failure and its place; its message may be another each time. */
  private static String kind(Throwable failure) {
    Throwable cause = StoreUnavailable.causeOf(failure);
    StackTraceElement[] trace = cause.getStackTrace();
    return cause.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]);
  }
}
