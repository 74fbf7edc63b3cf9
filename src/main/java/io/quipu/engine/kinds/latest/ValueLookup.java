package io.quipu.engine.kinds.latest;

import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.kinds.latest.StandingValues.Part;
import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.Subject;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/**
 * Looks up what stood before a page's {@code until}: in what the counters' last steps left pending,
 * and among the standing values.
 *
 * <p>The state is read first, standing values after it: those that are older than what is pending
 * were exported before the state was written. Those at or above {@code until} belong to steps that
 * whoever works as of this state has not seen, and are left out: he has their rows himself.
 */
final class ValueLookup {
  /** Parts of a page that are looked up at once. */
  private static final int AT_ONCE = 4;

  private final StandingValues values;
  private final Layout layout;

  ValueLookup(StandingValues values, Layout layout) {
    this.values = values;
    this.layout = layout;
  }

  /** Receives what is found of an actor, some of it twice. */
  interface Sink {
    void found(CounterId actor, CountedId fact);
  }

  /** The actor that the id of a row or fact is about. */
  static CounterId actor(CounterName counter, String id) {
    return new CounterId(counter, Subject.of(id, StatedValue.RULE));
  }

  /** The part where the values of an actor lie. */
  Part part(int page, CounterId actor) {
    return new Part(page, layout.idPart(actor.id()));
  }

  /**
   * Finds the values that stood for each actor of some rows.
   *
   * @param state of the page, read before this call, with the states of all these counters
   * @param waited nobody reads any more as of a point before
   */
  CompletionStage<Map<CounterId, FoundValues>> find(
      int page,
      PageState state,
      Map<CounterName, ? extends Collection<IdRow>> rows,
      EventTime waited,
      Sink sink) {
    EventTime until = state.header().until();
    Map<CounterId, FoundValues> found = new HashMap<>();
    Map<Part, Set<CounterId>> asked = new TreeMap<>();
    rows.forEach(
        (counter, some) -> {
          for (IdRow row : some) {
            CounterId actor = actor(counter, row.id());
            if (found.putIfAbsent(actor, new FoundValues(waited)) == null) {
              asked.computeIfAbsent(part(page, actor), any -> new HashSet<>()).add(actor);
            }
          }
          for (CountedId pending : state.of(counter).pending().ids()) {
            take(actor(counter, pending.id()), pending, until, found, sink);
          }
        });
    return BoundedConcurrency.forEach(
            AT_ONCE,
            asked.entrySet(),
            some ->
                values.find(
                    some.getKey(),
                    some.getValue(),
                    (counter, fact) -> take(actor(counter, fact.id()), fact, until, found, sink)))
        .thenApply(done -> found);
  }

  private static void take(
      CounterId actor,
      CountedId fact,
      EventTime until,
      Map<CounterId, FoundValues> found,
      Sink sink) {
    FoundValues of = found.get(actor);
    if (of != null && EventTime.of(fact.at()).isBefore(until)) {
      of.take(fact);
      sink.found(actor, fact);
    }
  }
}
