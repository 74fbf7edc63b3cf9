package io.quipu.engine.kinds.latest;

import io.quipu.engine.checkpoint.dedup.Deduplicated;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.kinds.latest.StandingValues.Part;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The rule by which stated values count. Rows are decided in event order. If the value of a row
 * stands after the standing value of the actor ({@link StatedValue#standsAfter}), the row adds the
 * difference. Any other row adds nothing. After a reset, which takes away all standing values, the
 * next value of an actor adds all of itself. {@link ValueLookup} finds the values that stood before
 * the page's {@code until}.
 *
 * <p>Invariant: a value is deleted only if, for every reader, a newer value of the actor stands.
 * Every reader sees the newer value if steps of this process had settled the page beyond the newer
 * value for at least the whole collection wait.
 */
final class LatestRule implements RowRule {
  /** An actor may keep so many values: each deletion makes later lookups of the actor slower. */
  private static final int FEW_VALUES = 8;

  /** Maximum number of actors for which one step of a page deletes old values. */
  private static final int MOST_FORGOTTEN = 500;

  private final StandingValues values;
  private final ValueLookup lookup;
  private final Layout layout;
  private final Clock clock;
  private final Map<Integer, Passed> passed = new HashMap<>();
  private final Map<Integer, Map<CounterId, EventTime>> forgettable = new HashMap<>();

  LatestRule(StandingValues values, Layout layout, Clock clock) {
    this.values = values;
    this.lookup = new ValueLookup(values, layout);
    this.layout = layout;
    this.clock = clock;
  }

  /**
   * The points to which a page was certainly settled at two times.
   *
   * @param waited a point that the page had reached at least a whole collection wait ago, so no
   *     reader works with an earlier point
   * @param next the point of the page at {@code since}
   * @param since nanoseconds of the monotonic clock
   */
  private record Passed(EventTime waited, EventTime next, long since) {}

  @Override
  public boolean decides(int window) {
    return window == StatedValue.RULE;
  }

  @Override
  public void passed(int page, EventTime until) {
    long now = clock.monotonicNanos();
    Passed known = passed.get(page);
    if (known == null) {
      passed.put(page, new Passed(EventTime.MIN, until, now));
    } else if (now - known.since >= layout.collectionWait().toNanos()) {
      passed.put(page, new Passed(known.next, until, now));
    }
  }

  private EventTime waited(int page) {
    Passed known = passed.get(page);
    return known == null ? EventTime.MIN : known.waited;
  }

  @Override
  public CompletionStage<Map<CounterName, Deduplicated>> resolve(
      int page,
      PageState state,
      Map<CounterName, List<IdRow>> rows,
      Map<CounterName, List<EventTime>> resets) {
    return lookup
        .find(page, state, rows, waited(page), (actor, fact) -> {})
        .thenApply(
            found -> {
              forgetLater(page, found);
              Map<CounterName, Deduplicated> resolved = new HashMap<>();
              rows.forEach(
                  (counter, some) -> {
                    List<EventTime> of = new ArrayList<>(resets.getOrDefault(counter, List.of()));
                    of.add(state.of(counter).reset());
                    resolved.put(counter, fold(counter, some, found, of));
                  });
              return resolved;
            });
  }

  /**
   * @param resets those since the last of the found values, or before
   */
  private static Deduplicated fold(
      CounterName counter,
      List<IdRow> rows,
      Map<CounterId, FoundValues> found,
      List<EventTime> resets) {
    rows.sort(IdRow.ORDER);
    Standing standing = new Standing(resets);
    Map<String, CountedId> facts = new LinkedHashMap<>();
    List<IdRow> counted = new ArrayList<>(rows.size());
    for (IdRow row : rows) {
      StatedValue stated = StatedValue.of(row);
      if (!standing.has(stated.actor())) {
        FoundValues of = found.get(new CounterId(counter, stated.actor()));
        CountedId last = of == null ? null : of.last();
        if (last != null) {
          standing.take(last);
        }
      }
      Long adds = standing.adds(row);
      if (adds != null) {
        // Removed first, because the map has to keep the facts in event order.
        facts.remove(stated.actor());
        facts.put(stated.actor(), stated.since(row.at()));
      }
      counted.add(row.adding(adds == null ? 0 : adds));
    }
    return new Deduplicated(counted, 0, 0, List.copyOf(facts.values()));
  }

  /** Leaves the deletions to the next export, because resolving must not write. */
  private void forgetLater(int page, Map<CounterId, FoundValues> found) {
    if (waited(page).equals(EventTime.MIN)) {
      return;
    }
    Map<CounterId, EventTime> later = new HashMap<>();
    found.forEach(
        (actor, some) -> {
          EventTime before = some.forgettable(FEW_VALUES);
          if (before != null && later.size() < MOST_FORGOTTEN) {
            later.put(actor, before);
          }
        });
    forgettable.put(page, later);
  }

  @Override
  public List<Supplier<CompletionStage<WriteOutcome>>> exports(
      int page, PageHeader header, List<Counted> facts) {
    Map<Part, List<Counted>> byPart = new TreeMap<>();
    for (Counted fact : facts) {
      CounterId actor = ValueLookup.actor(fact.counter(), fact.id().id());
      byPart.computeIfAbsent(lookup.part(page, actor), any -> new ArrayList<>()).add(fact);
    }
    List<Supplier<CompletionStage<WriteOutcome>>> writes = new ArrayList<>();
    byPart.forEach((part, some) -> writes.add(() -> values.write(part, some)));
    Map<CounterId, EventTime> old = forgettable.remove(page);
    if (old != null) {
      old.forEach(
          (actor, before) -> writes.add(() -> forget(lookup.part(page, actor), actor, before)));
    }
    return writes;
  }

  /** Deletes values. Ignores failures, because later lookups find values that are still there. */
  private CompletionStage<WriteOutcome> forget(Part part, CounterId actor, EventTime before) {
    return values.forget(part, actor, before).handle((outcome, failure) -> WriteOutcome.WRITTEN);
  }

  @Override
  public CompletionStage<Void> recount(
      int page, PageState state, CounterName counter, List<IdRow> rows, Recounted recounted) {
    if (recounted.retained().equals(EventTime.MIN)) {
      fold(counter, rows, Map.of(), recounted.resets()).counted().forEach(recounted.sink()::counts);
      return CompletableFuture.completedStage(null);
    }
    StatedReplay replay = new StatedReplay(recounted);
    return lookup
        .find(page, state, Map.of(counter, rows), EventTime.MIN, replay::take)
        .thenAccept(found -> replay.decide(counter, rows));
  }
}
