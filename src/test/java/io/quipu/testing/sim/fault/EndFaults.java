package io.quipu.testing.sim.fault;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Keep;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Faults of the deletion of windows. */
final class EndFaults {
  private EndFaults() {}

  /** Deletes by other settings than those that readers have. */
  static final class DeletesBy extends Protocol {
    private final Map<String, String> settings;

    private DeletesBy(Map<String, String> settings) {
      this.settings = settings;
    }

    /** Deletes while late events may still come. */
    static Protocol keepAlone() {
      return new DeletesBy(Map.of(Keep.SETTING, "minute=1m"));
    }

    /** Deletes before the page has passed the end of what is kept. */
    static Protocol shorterKeep() {
      return new DeletesBy(Map.of(Keep.SETTING, "minute=10s", Lateness.SETTING, "0s"));
    }

    @Override
    protected List<Created> ending(List<Created> namespaces) {
      return namespaces.stream()
          .map(one -> new Created(TestNamespaces.withSettings(one.namespace(), settings), one.at()))
          .toList();
    }
  }

  /** Deletes at once what may go. Every read takes a while, as it may. */
  static final class DeletesAtOnce extends Protocol {
    DeletesAtOnce() {
      with(Use.READING, ClosedWindows.class, SlowWindows::new);
    }

    @Override
    protected Layout layout(Use use, Layout layout) {
      return use == Use.SETTLING ? CollectionFaults.waiting(layout, Duration.ofNanos(1)) : layout;
    }
  }

  record SlowWindows(ClosedWindows real, Machine machine) {
    public CompletionStage<Map<Window, Tally>> read(
        int page, CounterName counter, Window first, Window last) {
      return Slowness.of(machine, 7 * SeededRandom.SECOND / 2)
          .thenCompose(now -> real.read(page, counter, first, last));
    }
  }
}
