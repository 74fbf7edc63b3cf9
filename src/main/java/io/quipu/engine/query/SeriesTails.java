package io.quipu.engine.query;

import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.RunningTally;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The counts of the series of a page: of the rows of its tail, and of states that are read later.
 * The states may have settled some of the rows meanwhile: those before the end of the last step of
 * the series. Confined to one context.
 */
final class SeriesTails implements PageReads.Sink {
  private static final int AT_ONCE = 500;

  private final SeriesRange asked;
  private final int page;
  private final TailRows.Room held;
  private final Map<String, List<Row>> rows = new HashMap<>();
  private final List<EventTime> resets = new ArrayList<>();
  private final Map<String, Tally> sums = new HashMap<>();
  private int room;

  private record Row(EventTime at, long delta, int events) {}

  /**
   * @param held the room from which the rows are taken
   */
  SeriesTails(SeriesRange asked, int page, TailRows.Room held) {
    this.asked = asked;
    this.page = page;
    this.held = held;
  }

  @Override
  public boolean wants(CounterName any, String key) {
    return asked.has(key);
  }

  @Override
  public void counts(CounterName one, EventTime at, long minute, long delta, int moreEvents) {
    if (!one.isSeries()) {
      return;
    }
    if (room == 0) {
      room = held.grow(AT_ONCE);
      if (room == 0) {
        throw held.exhausted(page, one.whole(), at);
      }
    }
    room--;
    rows.computeIfAbsent(one.series(), any -> new ArrayList<>())
        .add(new Row(at, delta, moreEvents));
  }

  @Override
  public void takesAway(CounterName one, EventTime at, Tally away) {
    if (!one.isSeries()) {
      resets.add(at);
    }
  }

  /**
   * Takes the state of a series; returns the number of series that are asked for so far.
   *
   * @param state as the settled resets leave it, read after the tail
   */
  int add(String key, CounterState state) {
    if (asked.has(key)) {
      sums.put(key, total(key, state));
    }
    return sums.size();
  }

  /** The count of a series: of its state, and of the rows that the state has not settled. */
  private Tally total(String key, CounterState state) {
    EventTime from = state.until();
    Tally settled = state.total();
    for (EventTime reset : resets) {
      if (!reset.isBefore(from)) {
        from = reset;
        settled = Tally.ZERO;
      }
    }
    RunningTally more = new RunningTally();
    for (Row row : rows.getOrDefault(key, List.of())) {
      if (!row.at.isBefore(from)) {
        more.add(row.delta, row.events);
      }
    }
    return settled.plus(more.tally());
  }

  /** The counts of all series, also of those without a state. */
  Map<String, Tally> sums() {
    rows.keySet().forEach(key -> sums.computeIfAbsent(key, any -> total(key, CounterState.NONE)));
    return sums;
  }
}
