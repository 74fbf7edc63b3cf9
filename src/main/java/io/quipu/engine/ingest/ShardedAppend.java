package io.quipu.engine.ingest;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.state.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * An append with events for one page or several pages of its counter. The events of each page are
 * recorded as an append of their own. The caller gets one answer.
 */
final class ShardedAppend {
  private final Append whole;
  private final ToIntFunction<Event> pageOf;
  private final Map<Integer, List<Event>> parts = new LinkedHashMap<>();

  /**
   * @param pageOf the page of an event; always the same page for the same event
   */
  ShardedAppend(Append whole, ToIntFunction<Event> pageOf) {
    this.whole = whole;
    this.pageOf = pageOf;
    for (Event event : whole.events()) {
      parts.computeIfAbsent(pageOf.applyAsInt(event), page -> new ArrayList<>()).add(event);
    }
  }

  Append whole() {
    return whole;
  }

  Set<Integer> pages() {
    return parts.keySet();
  }

  /** The tails on all pages of the append if an event has a remembered id; else none. */
  Stream<TailBound.Place> tails() {
    return whole.ids() == 0
        ? Stream.empty()
        : parts.keySet().stream().map(page -> new TailBound.Place(page, whole.counter()));
  }

  /**
   * Records the events of all pages at once. The answer is {@code Recorded} if each page recorded
   * its events, and {@code Refused} if each page refused its events. Else the outcome is unknown.
   *
   * @param record records the events of one page
   */
  CompletionStage<RecordOutcome> record(
      BiFunction<Integer, Append, CompletableFuture<RecordOutcome>> record) {
    Map<Integer, CompletableFuture<RecordOutcome>> answers = new LinkedHashMap<>();
    parts.forEach((page, events) -> answers.put(page, record.apply(page, whole.of(events))));
    return CompletableFuture.allOf(answers.values().toArray(CompletableFuture<?>[]::new))
        .thenApply(all -> outcome(answers));
  }

  private RecordOutcome outcome(Map<Integer, CompletableFuture<RecordOutcome>> answers) {
    Map<Integer, Recorded> recorded = new HashMap<>();
    Refused refused = null;
    for (Map.Entry<Integer, CompletableFuture<RecordOutcome>> answer : answers.entrySet()) {
      RecordOutcome outcome = answer.getValue().join();
      if (outcome instanceof Recorded of) {
        recorded.put(answer.getKey(), of);
      } else if (outcome instanceof Refused why) {
        refused = why;
      } else {
        return outcome;
      }
    }
    if (refused == null) {
      return recorded(recorded);
    }
    return recorded.isEmpty() ? refused : new OutcomeUnknown();
  }

  private Recorded recorded(Map<Integer, Recorded> byPage) {
    List<Event> events = whole.events();
    int last = pageOf.applyAsInt(events.get(events.size() - 1));
    UUID at = Objects.requireNonNull(byPage.get(last)).at();
    return whole.rowsWanted() ? new Recorded(at, rows(byPage)) : new Recorded(at);
  }

  /** The row of each event, in the order of the events. */
  private List<UUID> rows(Map<Integer, Recorded> byPage) {
    Map<Integer, Iterator<UUID>> next = new HashMap<>();
    byPage.forEach((page, recorded) -> next.put(page, recorded.rows().iterator()));
    return whole.events().stream()
        .map(event -> Objects.requireNonNull(next.get(pageOf.applyAsInt(event))).next())
        .toList();
  }
}
