package io.quipu.engine.checkpoint;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The states of counters on a page. A bounded number of states is remembered. The remembered states
 * are correct as long as all steps of the page are taken by the owner of this object. Confined to
 * one context.
 */
final class PageStates {
  private static final int STATES_IN_A_READ = 500;

  private final int page;
  private final PageStore pages;
  private final Map<CounterName, CounterState> known;

  /**
   * @param most the maximum number of states that are remembered
   */
  PageStates(int page, PageStore pages, int most) {
    this.page = page;
    this.pages = pages;
    this.known =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<CounterName, CounterState> eldest) {
            return size() > most;
          }
        };
  }

  @Nullable CounterState known(CounterName counter) {
    return known.get(counter);
  }

  void put(CounterName counter, CounterState state) {
    known.put(counter, state);
  }

  void forget() {
    known.clear();
  }

  /**
   * Finds the states of counters as of a header of the page. States that are not remembered are
   * read serially, together with the stored header. A counter that was never settled is absent.
   * Fails with the store unavailable.
   *
   * @return null if a read found that the page has moved since that header
   */
  CompletionStage<@Nullable Map<CounterName, CounterState>> asOf(
      PageHeader header, Collection<CounterName> counters) {
    Map<CounterName, CounterState> states = new HashMap<>();
    List<CounterName> missing = new ArrayList<>();
    for (CounterName counter : counters) {
      CounterState state = known.get(counter);
      if (state == null) {
        missing.add(counter);
      } else {
        states.put(counter, state);
      }
    }
    boolean[] moved = {false};
    return BoundedConcurrency.forEach(
            1,
            BoundedConcurrency.chunks(missing, STATES_IN_A_READ),
            some ->
                pages
                    .readSerial(page, some)
                    .thenAccept(
                        state -> {
                          moved[0] |= !state.header().until().equals(header.until());
                          states.putAll(state.counters());
                        }))
        .thenApply(read -> moved[0] ? null : states);
  }
}
