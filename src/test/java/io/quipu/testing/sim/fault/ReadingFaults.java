package io.quipu.testing.sim.fault;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.Protocol;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Faults of what readers see, and of what they are told. */
final class ReadingFaults {
  private ReadingFaults() {}

  /** Takes windows for settled that the group's time has passed, but no page. */
  static final class SettledAtTheirEnd extends Protocol {
    @Override
    protected List<WindowCount> windows(List<WindowCount> windows, EventTime now) {
      return windows.stream()
          .map(
              found ->
                  new WindowCount(
                      found.window(),
                      found.tally(),
                      found.settled() || !found.window().end().isAfter(now)))
          .toList();
    }
  }

  record HeaderOfAnotherRead(PageStore real) {
    public CompletionStage<PageState> read(int page, Collection<CounterName> counters) {
      return real.read(page, List.of())
          .thenCompose(
              header ->
                  real.read(page, counters)
                      .thenApply(states -> new PageState(header.header(), states.counters())));
    }
  }

  /** Reads the tail from the latest header that an ordinary read has seen, and nothing before. */
  record GapNotRead(PageStore real, Map<Integer, PageHeader> latest) {
    public CompletionStage<PageState> read(int page, Collection<CounterName> counters) {
      return real.read(page, counters)
          .thenApply(
              found ->
                  new PageState(
                      latest.merge(page, found.header(), GapNotRead::later), found.counters()));
    }

    private static PageHeader later(PageHeader one, PageHeader other) {
      return one.step() >= other.step() ? one : other;
    }
  }

  private record Asked(CounterName counter, int page, Window first) {}

  /** Believes what it found the last time. */
  record WindowsBeforePage(ClosedWindows real, Map<Asked, Map<Window, Tally>> earlier) {
    public CompletionStage<Map<Window, Tally>> read(
        int page, CounterName counter, Window first, Window last) {
      return real.read(page, counter, first, last)
          .thenApply(
              found -> {
                Map<Window, Tally> known = earlier.put(new Asked(counter, page, first), found);
                return known == null ? found : known;
              });
    }
  }
}
