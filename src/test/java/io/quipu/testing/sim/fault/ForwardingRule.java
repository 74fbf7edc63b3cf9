package io.quipu.testing.sim.fault;

import io.quipu.engine.checkpoint.dedup.Deduplicated;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.WriteOutcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A rule of rows that does what another does, for those that spoil a part of it. */
class ForwardingRule implements RowRule {
  final RowRule real;

  ForwardingRule(RowRule real) {
    this.real = real;
  }

  @Override
  public boolean decides(int window) {
    return real.decides(window);
  }

  @Override
  public CompletionStage<Map<CounterName, Deduplicated>> resolve(
      int page, PageState state, Map<CounterName, List<IdRow>> rows) {
    return real.resolve(page, state, rows);
  }

  @Override
  public List<Supplier<CompletionStage<WriteOutcome>>> exports(int page, List<Counted> facts) {
    return real.exports(page, facts);
  }

  @Override
  public CompletionStage<Void> recount(
      int page, PageState state, CounterName counter, List<IdRow> rows, Recounted recounted) {
    return real.recount(page, state, counter, rows, recounted);
  }

  @Override
  public void passed(int page, EventTime until) {
    real.passed(page, until);
  }
}
