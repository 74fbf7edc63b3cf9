package io.quipu.testing.sim.fault;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.CounterState;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.PageStore;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** A page store that does what another does, for those that spoil a part of it. */
public class ForwardingPages implements PageStore {
  final PageStore real;

  public ForwardingPages(PageStore real) {
    this.real = real;
  }

  @Override
  public CompletionStage<PageState> read(int page, Collection<CounterName> counters) {
    return real.read(page, counters);
  }

  @Override
  public CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters) {
    return real.readSerial(page, counters);
  }

  @Override
  public CompletionStage<LastStep> lastStep(int page) {
    return real.lastStep(page);
  }

  @Override
  public CompletionStage<CasOutcome> advance(
      int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
    return real.advance(page, expected, next, changed);
  }
}
