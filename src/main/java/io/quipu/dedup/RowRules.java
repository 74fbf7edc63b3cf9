package io.quipu.dedup;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.store.PageStore.PageState;
import io.quipu.store.SettledIds.Counted;
import io.quipu.store.WriteOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * All rules, each for its own rows. Those of one counter have one rule, as a namespace never
 * changes its kind. Confined to one context.
 */
public final class RowRules implements RowRule {
  private final Deduplication usual;
  private final List<RowRule> others;

  /**
   * @param others of kinds that have rules of their own
   */
  public RowRules(Deduplication usual, List<RowRule> others) {
    this.usual = usual;
    this.others = List.copyOf(others);
  }

  @Override
  public boolean decides(int window) {
    return usual.decides(window) || others.stream().anyMatch(rule -> rule.decides(window));
  }

  private RowRule of(int window) {
    if (usual.decides(window)) {
      return usual;
    }
    for (RowRule other : others) {
      if (other.decides(window)) {
        return other;
      }
    }
    throw new IllegalStateException(
        "rows with rule " + window + ", which this version does not have");
  }

  private RowRule of(List<IdRow> rows) {
    return of(rows.get(0).window());
  }

  /** Mostly all counters of a page have the usual rule, and nothing has to be divided. */
  @Override
  public CompletionStage<Map<CounterName, Deduplicated>> resolve(
      int page, PageState state, Map<CounterName, List<IdRow>> rows) {
    for (List<IdRow> some : rows.values()) {
      if (of(some) != usual) {
        return resolveEach(page, state, rows);
      }
    }
    return usual.resolve(page, state, rows);
  }

  private CompletionStage<Map<CounterName, Deduplicated>> resolveEach(
      int page, PageState state, Map<CounterName, List<IdRow>> rows) {
    Map<RowRule, Map<CounterName, List<IdRow>>> byRule = new LinkedHashMap<>();
    rows.forEach(
        (counter, some) ->
            byRule.computeIfAbsent(of(some), any -> new HashMap<>()).put(counter, some));
    CompletionStage<Map<CounterName, Deduplicated>> all =
        CompletableFuture.completedStage(new HashMap<>());
    for (Map.Entry<RowRule, Map<CounterName, List<IdRow>>> some : byRule.entrySet()) {
      all =
          all.thenCombine(
              some.getKey().resolve(page, state, some.getValue()),
              (known, more) -> {
                known.putAll(more);
                return known;
              });
    }
    return all;
  }

  @Override
  public List<Supplier<CompletionStage<WriteOutcome>>> exports(int page, List<Counted> facts) {
    if (facts.stream().allMatch(fact -> usual.decides(fact.id().window()))) {
      return usual.exports(page, facts);
    }
    Map<RowRule, List<Counted>> byRule = new LinkedHashMap<>();
    for (Counted fact : facts) {
      byRule.computeIfAbsent(of(fact.id().window()), any -> new ArrayList<>()).add(fact);
    }
    List<Supplier<CompletionStage<WriteOutcome>>> writes = new ArrayList<>();
    byRule.forEach((rule, some) -> writes.addAll(rule.exports(page, some)));
    return writes;
  }

  @Override
  public CompletionStage<Void> recount(
      int page, PageState state, CounterName counter, List<IdRow> rows, Recounted recounted) {
    return rows.isEmpty()
        ? CompletableFuture.completedStage(null)
        : of(rows).recount(page, state, counter, rows, recounted);
  }

  @Override
  public void passed(int page, EventTime until) {
    others.forEach(rule -> rule.passed(page, until));
  }
}
