package io.quipu.engine.query;

import io.quipu.engine.checkpoint.dedup.IdLookup;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Decides the verdicts of acknowledged events. Waits until the pages of the events are settled past
 * the events. Then checks for each id whether the row that counts is the row of the event. An event
 * without an id always counts. Confined to one context.
 */
final class VerdictReader {
  private static final int PAGES_AT_ONCE = 64;

  private final PageReads pages;
  private final SettledStates states;
  private final IdLookup lookup;

  VerdictReader(PageReads pages, SettledStates states) {
    this.pages = pages;
    this.states = states;
    this.lookup = new IdLookup(pages.layout, pages.stores);
  }

  /** The rows with ids on one page, and the last time that the page must pass. */
  private static final class OnPage {
    final List<IdRow> rows = new ArrayList<>();
    EventTime last = EventTime.MIN;

    void mustPass(UUID row) {
      last = EventTime.max(last, EventTime.of(row));
    }
  }

  /**
   * Returns the verdicts in the order of the events. Fails with the store unavailable if events are
   * not settled in time, or an id may be forgotten already.
   */
  CompletionStage<List<Verdict>> judge(AcknowledgedEvents events) {
    Map<UUID, Verdict> found = new HashMap<>();
    long until = pages.rows.patienceEnds();
    return BoundedConcurrency.forEach(
            PAGES_AT_ONCE,
            byPage(events).entrySet(),
            page -> judge(page.getKey(), page.getValue(), events.counter(), until, found))
        .thenApply(all -> verdicts(events, found));
  }

  /** Groups events by page. All pages of the counter must pass an event without an id. */
  private Map<Integer, OnPage> byPage(AcknowledgedEvents events) {
    List<Integer> all = pages.layout.pagesOf(events.counter(), events.shards());
    Map<Integer, OnPage> asked = new TreeMap<>();
    for (int i = 0; i < events.rows().size(); i++) {
      UUID row = events.rows().get(i);
      Event event = events.events().get(i);
      String id = event.id();
      if (id == null) {
        all.forEach(page -> asked.computeIfAbsent(page, any -> new OnPage()).mustPass(row));
      } else {
        int shard = pages.layout.shardOf(id, events.shards());
        OnPage page =
            asked.computeIfAbsent(pages.layout.page(all.get(0), shard), any -> new OnPage());
        page.mustPass(row);
        page.rows.add(new IdRow(row, event.delta(), event.events(), id, events.window()));
      }
    }
    return asked;
  }

  private CompletionStage<Void> judge(
      int page, OnPage asked, CounterName counter, long until, Map<UUID, Verdict> found) {
    return states
        .past(page, counter, asked.last, pages.rows.left(until))
        .thenCompose(settled -> lookUp(page, settled, asked.rows, counter, until))
        .thenAccept(verdicts -> asked.rows.forEach(row -> found.put(row.at(), verdicts.of(row))));
  }

  /** Finds the counted rows. Most are among the pending ids of the state, and need no lookup. */
  private CompletionStage<IdVerdicts> lookUp(
      int page, PageReading settled, List<IdRow> rows, CounterName counter, long until) {
    IdVerdicts verdicts = new IdVerdicts();
    settled.state().of(counter).pending().ids().forEach(verdicts::take);
    List<IdRow> others = rows.stream().filter(row -> !verdicts.isCounted(row)).toList();
    if (others.isEmpty()) {
      return CompletableFuture.completedStage(verdicts);
    }
    return pages
        .rows
        .with(
            until,
            others.size(),
            held ->
                lookup.find(
                    page, settled.state(), Map.of(counter, others), (any, id) -> verdicts.take(id)))
        .thenApply(
            found -> {
              pages.deadline.check(settled.started());
              EventTime passed = settled.state().header().until();
              others.forEach(row -> mustBeRemembered(row, passed, verdicts));
              return verdicts;
            });
  }

  /**
   * Refuses a row that was not found to be counted, if ids of its time may have been forgotten
   * before the lookup. The lookup then does not tell whether the row was counted.
   */
  private static void mustBeRemembered(IdRow row, EventTime until, IdVerdicts verdicts) {
    EventTime forgotten = RunPeriod.of(row.window(), EventTime.of(row.at())).forgotten();
    if (!verdicts.isCounted(row) && !forgotten.isAfter(until)) {
      throw new StoreUnavailable("what became of the event is not known any more", null);
    }
  }

  private static List<Verdict> verdicts(AcknowledgedEvents events, Map<UUID, Verdict> found) {
    List<Verdict> verdicts = new ArrayList<>(events.rows().size());
    for (int i = 0; i < events.rows().size(); i++) {
      verdicts.add(
          events.events().get(i).id() == null
              ? Verdict.COUNTED
              : Objects.requireNonNull(found.get(events.rows().get(i))));
    }
    return verdicts;
  }
}
