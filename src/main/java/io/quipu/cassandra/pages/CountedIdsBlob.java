package io.quipu.cassandra.pages;

import io.quipu.engine.state.CountedId;
import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Encodes counted ids. Most ids take seven bytes more than their text. A time is written as the
 * distance from the previous time. A writer (the low half of a timeuuid) is written as a number, in
 * the order of first occurrence. A window is written as 0 if it equals the previous window. The
 * number of events is written only where an id has several.
 */
final class CountedIdsBlob {
  private CountedIdsBlob() {}

  /**
   * @param about a time close to the times of the ids; {@link #read} needs an equal time
   * @param withEvents whether to write the numbers of events; needed if one is not 1
   */
  static void write(BlobWriter blob, EventTime about, List<CountedId> ids, boolean withEvents) {
    Map<Long, Integer> writers = new HashMap<>();
    long ticks = about.ticks();
    long window = -1;
    blob.number(ids.size());
    for (CountedId id : ids) {
      long next = id.at().timestamp();
      blob.text(id.id()).signed(next - ticks).signed(id.delta());
      ticks = next;
      writer(blob, id.at().getLeastSignificantBits(), writers);
      blob.number(id.window() == window ? 0 : id.window() + 1L);
      window = id.window();
      if (withEvents) {
        blob.number(id.events());
      }
    }
  }

  private static void writer(BlobWriter blob, long writer, Map<Long, Integer> known) {
    int number = known.getOrDefault(writer, known.size());
    blob.number(number);
    if (number == known.size()) {
      known.put(writer, number);
      blob.raw(writer);
    }
  }

  static List<CountedId> read(BlobReader reader, EventTime about, boolean withEvents) {
    List<Long> writers = new ArrayList<>();
    long ticks = about.ticks();
    int window = 0;
    int count = reader.count();
    List<CountedId> ids = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String id = reader.text();
      ticks += reader.signed();
      long delta = reader.signed();
      UUID at = new EventTime(ticks).timeuuid(writer(reader, writers));
      long changed = reader.number();
      window = changed == 0 ? window : Math.toIntExact(changed - 1);
      int events = withEvents ? Math.toIntExact(reader.number()) : 1;
      ids.add(new CountedId(id, at, delta, events, window));
    }
    return ids;
  }

  private static long writer(BlobReader reader, List<Long> known) {
    int number = Math.toIntExact(reader.number());
    if (number == known.size()) {
      known.add(reader.raw());
    }
    return known.get(number);
  }
}
