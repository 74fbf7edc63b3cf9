package io.quipu.testing.sim.fault;

import io.quipu.engine.state.CountedId;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.SettledIds.Sink;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Settled ids, or standing values, as they were when they were last looked up. */
final class EarlierFacts {
  private final Function<CountedId, String> askedAs;
  private final Map<CounterId, List<CountedId>> earlier = new HashMap<>();

  /**
   * @param askedAs as what a fact is looked up
   */
  EarlierFacts(Function<CountedId, String> askedAs) {
    this.askedAs = askedAs;
  }

  /** Looks facts up, and tells those from before. */
  CompletionStage<Void> find(
      Collection<CounterId> asked, Sink sink, Function<Sink, CompletionStage<Void>> lookUp) {
    Map<CounterId, List<CountedId>> found = new HashMap<>();
    return lookUp
        .apply(
            (counter, fact) ->
                found
                    .computeIfAbsent(
                        new CounterId(counter, askedAs.apply(fact)), any -> new ArrayList<>())
                    .add(fact))
        .thenAccept(
            done -> {
              for (CounterId one : new LinkedHashSet<>(asked)) {
                List<CountedId> now = found.getOrDefault(one, List.of());
                List<CountedId> before = earlier.put(one, now);
                (before == null ? now : before).forEach(fact -> sink.counted(one.counter(), fact));
              }
            });
  }
}
