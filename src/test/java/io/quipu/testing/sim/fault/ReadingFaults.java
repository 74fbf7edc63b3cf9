package io.quipu.testing.sim.fault;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.model.WindowCount;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.PageStore;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.cassandra.Driver;
import io.quipu.testing.sim.core.Machine;
import java.util.Collection;
import java.util.HashMap;
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

  /** Combines the header of one read with the states of another. */
  static final class HeaderOfAnotherRead extends Protocol {
    @Override
    protected PageStore pages(Use use, Machine machine, PageStore pages, Driver driver) {
      return use == Use.READING
          ? new ForwardingPages(pages) {
            @Override
            public CompletionStage<PageState> read(int page, Collection<CounterName> counters) {
              return real.read(page, List.of())
                  .thenCompose(
                      header ->
                          real.read(page, counters)
                              .thenApply(
                                  states -> new PageState(header.header(), states.counters())));
            }
          }
          : pages;
    }
  }

  /** Reads the tail from the latest header that an ordinary read has seen, and nothing before. */
  static final class GapNotRead extends Protocol {
    private final Map<Integer, PageHeader> latest = new HashMap<>();

    @Override
    protected PageStore pages(Use use, Machine machine, PageStore pages, Driver driver) {
      return use == Use.READING
          ? new ForwardingPages(pages) {
            @Override
            public CompletionStage<PageState> read(int page, Collection<CounterName> counters) {
              return real.read(page, counters)
                  .thenApply(
                      found ->
                          new PageState(
                              latest.merge(page, found.header(), GapNotRead::later),
                              found.counters()));
            }
          }
          : pages;
    }

    private static PageHeader later(PageHeader one, PageHeader other) {
      return one.step() >= other.step() ? one : other;
    }
  }

  /** Answers from what the directory said before the question. */
  static final class DirectoryBeforeQuestion extends Protocol {
    @Override
    protected EventDirectory directory(Use use, Machine machine, EventDirectory directory) {
      return use == Use.READING ? new SettlingFaults.EarlierDirectory(directory) : directory;
    }
  }

  /** Reads closed windows before the page: believes what it found the last time. */
  static final class WindowsBeforePage extends Protocol {
    private final Map<CounterName, Map<Integer, Map<Window, Map<Window, Tally>>>> earlier =
        new HashMap<>();

    @Override
    protected ClosedWindows windows(Use use, Machine machine, ClosedWindows windows) {
      return use == Use.READING
          ? new ForwardingWindows(windows) {
            @Override
            public CompletionStage<Map<Window, Tally>> read(
                int page, CounterName counter, Window first, Window last) {
              return real.read(page, counter, first, last)
                  .thenApply(
                      found -> {
                        Map<Window, Tally> known =
                            earlier
                                .computeIfAbsent(counter, any -> new HashMap<>())
                                .computeIfAbsent(page, any -> new HashMap<>())
                                .put(first, found);
                        return known == null ? found : known;
                      });
            }
          }
          : windows;
    }
  }
}
