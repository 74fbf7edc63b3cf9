package io.quipu.edge.resp.counters;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The numbers by which clients go on with a {@code SCAN}: lists go on after a name, and clients of
 * Redis send numbers only. The latest {@value #MOST} are known. Shared by all instances of the
 * process, because a pool of connections may go on with any of them. Safe on any thread.
 */
public final class ScanCursors {
  /** The maximum number of cursors that are known; each takes about a KiB at most. */
  static final int MOST = 4_096;

  /** Clients read numbers up to this one exactly that have no integers of 64 bits. */
  private static final long LARGEST = 1L << 53;

  private final Map<Long, Place> places = new LinkedHashMap<>();

  /**
   * A place in a list: after a name.
   *
   * @param list the namespace of the keys; for fields also the key, which is after a space
   */
  record Place(String list, String after) {}

  /** Makes a cursor. It is no number of another process, where it would be another place. */
  synchronized long add(Place place) {
    long cursor = ThreadLocalRandom.current().nextLong(1, LARGEST);
    places.put(cursor, place);
    if (places.size() > MOST) {
      places.remove(places.keySet().iterator().next());
    }
    return cursor;
  }

  /** Finds the place of a cursor; null if it is not known, or not any more. */
  synchronized @Nullable Place find(long cursor) {
    return places.get(cursor);
  }
}
