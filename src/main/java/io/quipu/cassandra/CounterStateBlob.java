package io.quipu.cassandra;

import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.CounterState;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.PendingFacts;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.store.BlobReader;
import io.quipu.engine.store.BlobWriter;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Encodes the state of a counter, without the total, as one value in a row of a page. */
final class CounterStateBlob {
  private static final int VERSION = 1;

  /** The granularities. The index of each is its number in a value, so the order never changes. */
  static final List<Granularity> GRANULARITIES =
      List.of(Granularity.MINUTE, Granularity.HOUR, Granularity.DAY);

  private CounterStateBlob() {}

  static ByteBuffer encode(CounterState state) {
    BlobWriter blob = new BlobWriter(VERSION).time(state.until()).number(state.retentions());
    open(blob, state);
    PendingFacts pending = state.pending();
    blob.number(pending.isNew() ? 1 : 0);
    closed(blob, state.until(), pending.closed());
    CountedIdsBlob.write(blob, state.until(), pending.ids());
    return blob.blob();
  }

  /**
   * Decodes a value.
   *
   * @throws RuntimeException if the value cannot be read
   */
  static CounterState decode(Tally total, @Nullable ByteBuffer blob) {
    return decode(total, blob, CountedIdsBlob::read);
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
        VERSION,
        reader -> {
          EventTime until = reader.time();
          int retentions = Math.toIntExact(reader.number());
          Map<Window, Tally> open = open(reader, until);
          boolean isNew = reader.number() != 0;
          Map<Window, Tally> closed = closed(reader, until);
          return new CounterState(
              total,
              until,
              open,
              new PendingFacts(isNew, ids.apply(reader, until), closed),
              retentions);
        });
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
  private static void closed(BlobWriter blob, EventTime until, Map<Window, Tally> closed) {
    blob.number(closed.size());
    closed.forEach(
        (window, tally) -> {
          Granularity granularity = window.granularity();
          long last = granularity.windowOf(until).startSecond();
          blob.number(GRANULARITIES.indexOf(granularity))
              .signed((last - window.startSecond()) / granularity.seconds())
              .tally(tally);
        });
  }

  private static Map<Window, Tally> closed(BlobReader reader, EventTime until) {
    Map<Window, Tally> closed = new TreeMap<>();
    for (int left = reader.count(); left > 0; left--) {
      Granularity granularity = GRANULARITIES.get(Math.toIntExact(reader.number()));
      long before = reader.signed() * granularity.seconds();
      long start = granularity.windowOf(until).startSecond() - before;
      closed.put(new Window(granularity, start), reader.tally());
    }
    return closed;
  }
}
