package io.quipu.engine.store.rows;

import io.quipu.engine.input.Utf8;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Events with ids of one counter in one row of the event table. The events were minted one after
 * the other: event i has the tick of the row plus i, and the rest of its timeuuid. An event with an
 * id that stands for several happenings lies in such a row even alone, and so do events of another
 * minute or of series, with an id or without.
 *
 * @param at the timeuuid of the first event
 * @param size the number of the events, 1 to {@link #MOST_EVENTS}; stored as its negative
 * @param window the window of all ids, see {@link EventRow#window}
 * @param ids the id and delta of each event; the number of its happenings if one event is of
 *     several; the distance of its minute if one event is of another minute; and its series if one
 *     event is of series
 */
public record PackedRow(UUID at, int size, int window, ByteBuffer ids) implements LogRow {
  /** The maximum number of events: a few more in a row would save hardly anything. */
  public static final int MOST_EVENTS = 16;

  /**
   * The maximum size of {@code ids} in bytes, unless one event alone is larger: 16 ids of 36 bytes.
   * So a row in memory takes about what is reckoned for a row.
   */
  private static final int MOST_BYTES = 640;

  /** The form in which each event is one happening; it is the first byte, as versions are. */
  private static final int VERSION = 1;

  /** The form in which the number of happenings follows each delta. */
  private static final int WITH_HAPPENINGS = 2;

  /**
   * The form in which the minute follows each number of happenings: as its distance to the minute
   * of the event's timeuuid, in minutes. An empty id means none.
   */
  private static final int WITH_MINUTES = 3;

  /** The form in which the number of series and their keys follow each minute. */
  private static final int WITH_SERIES = 4;

  private static final long MINUTE = Granularity.MINUTE.seconds();

  /** The bytes of an event without its id, if its delta is small. */
  private static final int EVENT_BYTES = 2;

  /**
   * Packs the rows of one counter in one write.
   *
   * @param rows in the order in which they were minted
   */
  public static List<? extends LogRow> pack(List<EventRow> rows) {
    if (rows.size() == 1 && !needsPacking(rows.get(0))) {
      return rows;
    }
    List<LogRow> packed = new ArrayList<>();
    for (int first = 0; first < rows.size(); ) {
      int end = endOfRun(rows, first);
      boolean alone = end == first + 1 && !needsPacking(rows.get(first));
      packed.add(alone ? rows.get(first) : of(rows.subList(first, end)));
      first = end;
    }
    return packed;
  }

  private static boolean needsPacking(EventRow row) {
    return isOfSeveral(row) || isOfAnotherMinute(row) || isOfSeries(row);
  }

  private static boolean isOfSeveral(EventRow row) {
    return row.id() != null && row.events() != 1;
  }

  private static boolean isOfAnotherMinute(EventRow row) {
    return row.minute() != EventMinute.OWN;
  }

  private static boolean isOfSeries(EventRow row) {
    return !row.series().isEmpty();
  }

  /** The index after the last of the rows that share a packed row with the row at an index. */
  private static int endOfRun(List<EventRow> rows, int first) {
    int end = first + 1;
    int bytes = bytes(rows.get(first));
    while (end < rows.size()
        && end - first < MOST_EVENTS
        && follows(rows.get(end), rows.get(end - 1))) {
      bytes += bytes(rows.get(end));
      if (bytes > MOST_BYTES) {
        return end;
      }
      end++;
    }
    return end;
  }

  private static int bytes(EventRow row) {
    int bytes = row.id() == null ? 0 : Utf8.length(row.id()) + EVENT_BYTES;
    for (String key : row.series()) {
      bytes += Utf8.length(key) + 1;
    }
    return bytes;
  }

  private static boolean follows(EventRow row, EventRow before) {
    return row.id() != null
        && before.id() != null
        && row.window() == before.window()
        && row.at().timestamp() == before.at().timestamp() + 1
        && row.at().getLeastSignificantBits() == before.at().getLeastSignificantBits();
  }

  private static PackedRow of(List<EventRow> run) {
    EventRow first = run.get(0);
    int version = version(run);
    BlobWriter ids = new BlobWriter(version);
    for (EventRow row : run) {
      String id = row.id();
      if (id == null && !needsPacking(row)) {
        throw new IllegalArgumentException("no id at " + row.at());
      }
      ids.text(id == null ? "" : id).signed(row.delta());
      if (version >= WITH_HAPPENINGS) {
        ids.number(row.events());
      }
      if (version >= WITH_MINUTES) {
        ids.signed(isOfAnotherMinute(row) ? (row.minute() - ownMinute(row.at())) / MINUTE : 0);
      }
      if (version >= WITH_SERIES) {
        ids.number(row.series().size());
        row.series().forEach(ids::text);
      }
    }
    return new PackedRow(first.at(), run.size(), first.window(), ids.blob());
  }

  private static int version(List<EventRow> run) {
    if (run.stream().anyMatch(PackedRow::isOfSeries)) {
      return WITH_SERIES;
    }
    if (run.stream().anyMatch(PackedRow::isOfAnotherMinute)) {
      return WITH_MINUTES;
    }
    return run.stream().anyMatch(PackedRow::isOfSeveral) ? WITH_HAPPENINGS : VERSION;
  }

  private static long ownMinute(UUID at) {
    return EventMinute.of(EventTime.of(at));
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if only a later version can have written the row
   */
  @Override
  public List<EventRow> each() {
    return BlobReader.read(
        ids,
        WITH_SERIES,
        reader -> {
          List<EventRow> events = new ArrayList<>(size);
          EventTime first = EventTime.of(at);
          long writer = at.getLeastSignificantBits();
          for (int i = 0; i < size; i++) {
            String id = reader.text();
            long delta = reader.signed();
            int happenings = reader.version() == VERSION ? 1 : Math.toIntExact(reader.number());
            UUID minted = i == 0 ? at : first.plusTicks(i).timeuuid(writer);
            long minute =
                reader.version() < WITH_MINUTES
                    ? EventMinute.OWN
                    : ownMinute(minted) + reader.signed() * MINUTE;
            List<String> series = reader.version() < WITH_SERIES ? List.of() : series(reader);
            String own = id.isEmpty() ? null : id;
            events.add(new EventRow(minted, delta, happenings, own, window, minute, series));
          }
          return events;
        });
  }

  private static List<String> series(BlobReader reader) {
    List<String> keys = new ArrayList<>();
    for (int left = reader.count(); left > 0; left--) {
      keys.add(reader.text());
    }
    return List.copyOf(keys);
  }
}
