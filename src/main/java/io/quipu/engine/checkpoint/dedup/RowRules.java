package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * All rules, each applied to the rows that have this rule. All rows of one counter have the same
 * rule, because a namespace never changes its kind. Confined to one context.
 */
public final class RowRules implements RowRule {
  private final Deduplication usual;
  private final List<RowRule> rules;

  /**
   * @param usual the rule of all kinds of counters that have no rule of their own
   * @param others the rules of the other kinds of counters
   */
  public RowRules(Deduplication usual, List<RowRule> others) {
    this.usual = usual;
    this.rules = new ArrayList<>(others);
    rules.add(0, usual);
  }

  @Override
  public boolean decides(int window) {
    return rules.stream().anyMatch(rule -> rule.decides(window));
  }

  private RowRule of(int window) {
    for (RowRule rule : rules) {
      if (rule.decides(window)) {
        return rule;
      }
    }
    throw new IllegalStateException(
        "rows with rule " + window + ", which this version does not have");
  }

  private RowRule of(List<IdRow> rows) {
    return of(rows.get(0).window());
  }

  /** Divides the rows by rule only if the rule of a counter is not the usual rule. */
  @Override
  public CompletionStage<Map<CounterName, Deduplicated>> resolve(
      int page,
      PageState state,
      Map<CounterName, List<IdRow>> rows,
      Map<CounterName, List<EventTime>> resets) {
    for (List<IdRow> some : rows.values()) {
      if (of(some) != usual) {
        return resolveEach(page, state, rows, resets);
      }
    }
    return usual.resolve(page, state, rows, resets);
  }

  private CompletionStage<Map<CounterName, Deduplicated>> resolveEach(
      int page,
      PageState state,
      Map<CounterName, List<IdRow>> rows,
      Map<CounterName, List<EventTime>> resets) {
    CompletionStage<Map<CounterName, Deduplicated>> all =
        CompletableFuture.completedStage(new HashMap<>());
    for (RowRule rule : rules) {
      Map<CounterName, List<IdRow>> some = new HashMap<>();
      rows.forEach(
          (counter, those) -> {
            if (of(those) == rule) {
              some.put(counter, those);
            }
          });
      all =
          some.isEmpty()
              ? all
              : all.thenCombine(rule.resolve(page, state, some, resets), RowRules::both);
    }
    return all;
  }

  private static Map<CounterName, Deduplicated> both(
      Map<CounterName, Deduplicated> known, Map<CounterName, Deduplicated> more) {
    known.putAll(more);
    return known;
  }

  @Override
  public List<Supplier<CompletionStage<WriteOutcome>>> exports(
      int page, PageHeader header, List<Counted> facts) {
    if (facts.stream().allMatch(fact -> usual.decides(fact.id().window()))) {
      return usual.exports(page, header, facts);
    }
    List<Supplier<CompletionStage<WriteOutcome>>> writes = new ArrayList<>();
    for (RowRule rule : rules) {
      List<Counted> some = facts.stream().filter(fact -> of(fact.id().window()) == rule).toList();
      writes.addAll(rule.exports(page, header, some));
    }
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
    rules.forEach(rule -> rule.passed(page, until));
  }
}
