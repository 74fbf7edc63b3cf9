package io.quipu.sim;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.WindowCount;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What the clients of one run did and saw. */
final class History {
  private final Map<CounterName, List<Item>> items = new LinkedHashMap<>();
  private final List<Bulk> bulk = new ArrayList<>();
  private final List<Seen> reads = new ArrayList<>();
  private final List<SeenWindows> windows = new ArrayList<>();

  /** Events without ids, sent together, of which only the sum is known. */
  static final class Bulk {
    final CounterName counter;
    final long sum;
    final int events;
    boolean refused;
    List<UUID> rows = List.of();

    Bulk(CounterName counter, long sum, int events) {
      this.counter = counter;
      this.sum = sum;
      this.events = events;
    }

    boolean acknowledged() {
      return !rows.isEmpty();
    }
  }

  /** Windows of one granularity, as one read saw them. */
  record SeenWindows(
      CounterName counter, String by, long began, long ended, List<WindowCount> windows) {}

  Item item(CounterName counter, String id) {
    Item item = new Item(counter, id);
    items.computeIfAbsent(counter, any -> new ArrayList<>()).add(item);
    return item;
  }

  List<Item> items(CounterName counter) {
    return items.getOrDefault(counter, List.of());
  }

  Bulk bulk(CounterName counter, long sum, int events) {
    Bulk sent = new Bulk(counter, sum, events);
    bulk.add(sent);
    return sent;
  }

  List<Bulk> bulk() {
    return bulk;
  }

  void add(Seen read) {
    reads.add(read);
  }

  List<Seen> reads() {
    return reads;
  }

  void add(SeenWindows read) {
    windows.add(read);
  }

  List<SeenWindows> windows() {
    return windows;
  }

  /** The last row of a counter that was acknowledged. */
  EventTime lastAcknowledged(CounterName counter) {
    EventTime last = EventTime.MIN;
    for (Item item : items(counter)) {
      for (Item.Attempt attempt : item.attempts()) {
        if (attempt.row != null) {
          last = EventTime.max(last, EventTime.of(attempt.row));
        }
      }
    }
    for (Bulk sent : bulk) {
      if (sent.counter.equals(counter)) {
        for (UUID row : sent.rows) {
          last = EventTime.max(last, EventTime.of(row));
        }
      }
    }
    return last;
  }
}
