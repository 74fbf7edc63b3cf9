package io.quipu.cassandra.pages;

import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.SeriesNotes;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Encodes the state of a counter, without the total, as one value in a row of a page. */
final class CounterStateBlob {
  /** The version in which each pending id is of one event. */
  private static final int VERSION = 1;

  /** The version in which the number of events of each pending id is written. */
  private static final int WITH_EVENTS = 2;

  /** The version in which the number of events of each id is written, and supplements follow. */
  private static final int WITH_SUPPLEMENTS = 3;

  /** The version in which the last reset, and the notes about series, are written, too. */
  private static final int WITH_RESETS = 4;

  /** The granularities. The index of each is its number in a value, so the order never changes. */
  static final List<Granularity> GRANULARITIES =
      List.of(Granularity.MINUTE, Granularity.HOUR, Granularity.DAY);

  private CounterStateBlob() {}

  static ByteBuffer encode(CounterState state) {
    PendingFacts pending = state.pending();
    int version = version(state);
    BlobWriter blob = new BlobWriter(version).time(state.until()).number(state.retentions());
    open(blob, state);
    if (version >= WITH_RESETS) {
      blob.time(state.reset());
    }
    if (version >= WITH_SUPPLEMENTS) {
      blob.number(supplemented(state));
      windows(blob, state.until(), state.supplements());
      windows(blob, state.until(), pending.supplements());
    }
    if (version >= WITH_RESETS) {
      blob.number(state.series().numbers().size());
      state.series().numbers().forEach(blob::number);
      blob.number(state.series().resets().size());
      state.series().resets().forEach(blob::time);
    }
    blob.number(pending.isNew() ? 1 : 0);
    windows(blob, state.until(), pending.closed());
    CountedIdsBlob.write(blob, state.until(), pending.ids(), version >= WITH_EVENTS);
    return blob.blob();
  }

  /**
   * Writes since when there are supplements, and in the lowest bit whether some were exported.
   * Earlier releases write 0 or 1, and read any other number as 1, so that they look for exported
   * supplements once more than they must.
   */
  private static long supplemented(CounterState state) {
    return state.hasSupplements()
        ? state.supplementedSince().ticks() << 1 | (state.supplemented() ? 1 : 0)
        : 0;
  }

  /** The first version that can hold a state, so that earlier releases read what they can. */
  private static int version(CounterState state) {
    if (state.series().hasSeries() || !state.reset().equals(EventTime.MIN)) {
      return WITH_RESETS;
    }
    if (state.hasSupplements() || !state.pending().supplements().isEmpty()) {
      return WITH_SUPPLEMENTS;
    }
    return state.pending().ids().stream().anyMatch(id -> id.events() != 1) ? WITH_EVENTS : VERSION;
  }

  /**
   * Decodes a value.
   *
   * @throws RuntimeException if the value cannot be read
   */
  static CounterState decode(Tally total, @Nullable ByteBuffer blob) {
    return decode(
        total,
        blob,
        (reader, until) -> CountedIdsBlob.read(reader, until, reader.version() >= WITH_EVENTS));
  }

  /** Decodes a value, but skips the pending ids, because they are most of the value. */
  static CounterState decodeWithoutIds(Tally total, @Nullable ByteBuffer blob) {
    return decode(
        total,
        blob,
        (reader, until) -> {
          reader.skip();
          return List.of();
        });
  }

  private static CounterState decode(
      Tally total,
      @Nullable ByteBuffer blob,
      BiFunction<BlobReader, EventTime, List<CountedId>> ids) {
    return BlobReader.read(
        blob,
        WITH_RESETS,
        reader -> {
          EventTime until = reader.time();
          int retentions = Math.toIntExact(reader.number());
          Map<Window, Tally> open = open(reader, until);
          EventTime reset = reader.version() >= WITH_RESETS ? reader.time() : EventTime.MIN;
          boolean has = reader.version() >= WITH_SUPPLEMENTS;
          long supplemented = has ? reader.number() : 0;
          Map<Window, Tally> supplements = has ? windows(reader, until) : Map.of();
          Map<Window, Tally> exported = has ? windows(reader, until) : Map.of();
          SeriesNotes series = reader.version() < WITH_RESETS ? SeriesNotes.NONE : series(reader);
          boolean isNew = reader.number() != 0;
          Map<Window, Tally> closed = windows(reader, until);
          return new CounterState(
              total,
              until,
              open,
              supplements,
              new PendingFacts(isNew, ids.apply(reader, until), closed, exported),
              (supplemented & 1) != 0,
              retentions,
              series,
              reset,
              supplemented == 0 && supplements.isEmpty()
                  ? EventTime.MAX
                  : new EventTime(supplemented >>> 1));
        });
  }

  private static SeriesNotes series(BlobReader reader) {
    List<Long> numbers = new ArrayList<>();
    for (int left = reader.count(); left > 0; left--) {
      numbers.add(reader.number());
    }
    List<EventTime> resets = new ArrayList<>();
    for (int left = reader.count(); left > 0; left--) {
      resets.add(reader.time());
    }
    return new SeriesNotes(numbers, resets);
  }

  /**
   * Writes the granularities and the tallies of the open windows. The starts are not written,
   * because the open window of a granularity is the window that contains {@code until}.
   */
  private static void open(BlobWriter blob, CounterState state) {
    int present = 0;
    for (Window window : state.open().keySet()) {
      present |= 1 << GRANULARITIES.indexOf(window.granularity());
    }
    blob.number(present);
    for (Granularity granularity : GRANULARITIES) {
      Tally tally = state.open().get(granularity.windowOf(state.until()));
      if (tally != null) {
        blob.tally(tally);
      }
    }
  }

  private static Map<Window, Tally> open(BlobReader reader, EventTime until) {
    Map<Window, Tally> open = new TreeMap<>();
    long present = reader.number();
    for (int i = 0; i < GRANULARITIES.size(); i++) {
      if ((present & 1L << i) != 0) {
        open.put(GRANULARITIES.get(i).windowOf(until), reader.tally());
      }
    }
    return open;
  }

  /** Writes each start as the distance, in windows, to the window that contains {@code until}. */
  private static void windows(BlobWriter blob, EventTime until, Map<Window, Tally> windows) {
    blob.number(windows.size());
    windows.forEach(
        (window, tally) -> {
          Granularity granularity = window.granularity();
          long last = granularity.windowOf(until).startSecond();
          blob.number(GRANULARITIES.indexOf(granularity))
              .signed((last - window.startSecond()) / granularity.seconds())
              .tally(tally);
        });
  }

  private static Map<Window, Tally> windows(BlobReader reader, EventTime until) {
    Map<Window, Tally> windows = new TreeMap<>();
    for (int left = reader.count(); left > 0; left--) {
      Granularity granularity = GRANULARITIES.get(Math.toIntExact(reader.number()));
      long before = reader.signed() * granularity.seconds();
      long start = granularity.windowOf(until).startSecond() - before;
      windows.put(new Window(granularity, start), reader.tally());
    }
    return windows;
  }
}
