package io.quipu.engine.kinds.latest;

import io.quipu.engine.checkpoint.dedup.IdLookup;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.kinds.latest.StandingValues.Part;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Subject;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/**
 * Looks up the facts about values that stood before a page's {@code until}. The facts are pending
 * in the states of the counters since the last steps, or are among the {@link StandingValues}.
 *
 * <p>The state is read before the standing values, for the same reason as in {@link IdLookup}.
 */
final class ValueLookup {
  private final StandingValues values;
  private final Layout layout;

  ValueLookup(StandingValues values, Layout layout) {
    this.values = values;
    this.layout = layout;
  }

  /** The actor in the id of a row or fact. */
  static CounterId actor(CounterName counter, String id) {
    return new CounterId(counter, Subject.of(id, StatedValue.RULE));
  }

  /** The part where the values of an actor lie. */
  Part part(int page, CounterId actor) {
    return new Part(page, layout.idPart(actor.id()));
  }

  /**
   * Finds the facts about each actor of some rows.
   *
   * @param state of the page, read before this call, with the states of all these counters
   * @param waited the point up to which every reader has seen the page settled
   * @param sink receives the facts of each actor in any order, some facts twice
   */
  CompletionStage<Map<CounterId, FoundValues>> find(
      int page,
      PageState state,
      Map<CounterName, ? extends Collection<IdRow>> rows,
      EventTime waited,
      BiConsumer<CounterId, CountedId> sink) {
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
        });
    return IdLookup.find(
            state,
            rows.keySet(),
            asked,
            values::find,
            (counter, fact) -> {
              CounterId actor = actor(counter, fact.id());
              FoundValues of = found.get(actor);
              if (of != null) {
                of.take(fact);
                sink.accept(actor, fact);
              }
            })
        .thenApply(done -> found);
  }
}
