package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.store.StoreUnavailable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the operator that repeated work fails, once until a round succeeds. Confined to one
 * context.
 */
public final class FailureReport {
  private static final Logger log = LoggerFactory.getLogger(FailureReport.class);

  private final String work;
  private boolean failing;

  /**
   * @param work the beginning of a sentence: "Collection"
   */
  public FailureReport(String work) {
    this.work = work;
  }

  /** Notes the end of a round. */
  public void ended(@Nullable Throwable failure) {
    if (failure != null && !failing) {
      tell(work + " does not get on for now, trying on", failure);
    }
    failing = failure != null;
  }

  /** Tells of a failure: in one line if the store is unavailable, else with the stack. */
  public static void tell(String what, Throwable failure) {
    if (StoreUnavailable.caused(failure)) {
      log.warn("{}: {}", what, failure.getMessage());
    } else {
      log.error("{}, after a defect", what, failure);
    }
  }
}
