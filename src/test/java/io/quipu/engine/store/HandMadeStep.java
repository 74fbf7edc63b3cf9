package io.quipu.engine.store;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A step of a page that takes in no rows, and changes counters as a test or a measurement wants
 * them. It passes a single tick, or everything before {@code first}: nobody may record there. Who
 * settles the page meanwhile is superseded, as by any other settler.
 */
public final class HandMadeStep {
  private static final int ATTEMPTS = 50;

  private final PageStore pages;
  private final EventTime first;

  /** What the step changes. May be asked again, if somebody else moved the page. */
  @FunctionalInterface
  public interface Change {
    /**
     * @param before the page and the counters that were asked for
     * @param until where the step ends
     */
    Map<CounterName, CounterState> of(PageState before, EventTime until);
  }

  /**
   * @param first where a page is to stand of which nothing was ever settled
   */
  public HandMadeStep(PageStore pages, EventTime first) {
    this.pages = pages;
    this.first = first;
  }

  /** Takes the step, on the context of the store. */
  public CompletionStage<Void> take(int page, Collection<CounterName> counters, Change change) {
    return take(page, counters, change, ATTEMPTS);
  }

  private CompletionStage<Void> take(
      int page, Collection<CounterName> counters, Change change, int attempts) {
    return pages
        .readSerial(page, counters)
        .thenCompose(
            before -> {
              PageHeader header = before.header();
              EventTime until = header.isFirst() ? first : header.until().plusTicks(1);
              return pages.advance(
                  page, header.until(), header.next(until, header.ids()), change.of(before, until));
            })
        .thenCompose(
            outcome -> {
              if (outcome == CasOutcome.APPLIED) {
                return CompletableFuture.completedStage(null);
              }
              return attempts == 1
                  ? CompletableFuture.failedStage(
                      new IllegalStateException("page " + page + " moves all the time"))
                  : take(page, counters, change, attempts - 1);
            });
  }
}
