package io.quipu.testing.sim;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.WindowCount;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What the clients of one run did and saw. */
final class History {
  private final Map<CounterName, List<Item>> items = new LinkedHashMap<>();
  private final List<Bulk> bulk = new ArrayList<>();
  private final Map<CounterName, List<Repetition>> repetitions = new LinkedHashMap<>();
  private final Map<CounterName, List<Resetting>> resets = new LinkedHashMap<>();
  private final Map<CounterName, Statements> statements = new LinkedHashMap<>();
  private final List<ObservedCount> reads = new ArrayList<>();
  private final List<ObservedWindows> windows = new ArrayList<>();

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

  /** One sending of an id that is soon forgotten. */
  static final class Repetition {
    final String id;
    final int window;
    final long sent;
    boolean refused;
    UUID row;
    long acknowledgedAt = Long.MAX_VALUE;

    Repetition(String id, int window, long sent) {
      this.id = id;
      this.window = window;
      this.sent = sent;
    }

    void acknowledged(UUID as, long now) {
      row = as;
      acknowledgedAt = now;
    }
  }

  /** One sending of a reset. */
  static final class Resetting {
    final long sent;
    UUID at;
    long acknowledgedAt = Long.MAX_VALUE;

    Resetting(long sent) {
      this.sent = sent;
    }

    void acknowledged(UUID as, long now) {
      at = as;
      acknowledgedAt = now;
    }
  }

  /** Windows of one granularity, as one read saw them. */
  record ObservedWindows(
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

  Repetition repetition(Settings with, String id, long now) {
    Repetition sent = new Repetition(id, with.window(), now);
    repetitions.computeIfAbsent(with.counter(), any -> new ArrayList<>()).add(sent);
    return sent;
  }

  List<Repetition> repetitions(CounterName counter) {
    return repetitions.getOrDefault(counter, List.of());
  }

  Resetting reset(CounterName counter, long now) {
    Resetting sent = new Resetting(now);
    resets.computeIfAbsent(counter, any -> new ArrayList<>()).add(sent);
    return sent;
  }

  List<Resetting> resets(CounterName counter) {
    return resets.getOrDefault(counter, List.of());
  }

  Statements statements(CounterName counter) {
    return statements.computeIfAbsent(counter, any -> new Statements());
  }

  List<Bulk> bulk() {
    return bulk;
  }

  void add(ObservedCount read) {
    reads.add(read);
  }

  List<ObservedCount> reads() {
    return reads;
  }

  void add(ObservedWindows read) {
    windows.add(read);
  }

  List<ObservedWindows> windows() {
    return windows;
  }

  /** The rows of a counter that a client was told of. */
  Set<UUID> acknowledgedRows(CounterName counter) {
    Set<UUID> rows = new HashSet<>();
    for (Item item : items(counter)) {
      item.attempts().forEach(attempt -> rows.add(attempt.row));
    }
    bulk.stream()
        .filter(sent -> sent.counter.equals(counter))
        .forEach(sent -> rows.addAll(sent.rows));
    repetitions(counter).forEach(sent -> rows.add(sent.row));
    resets(counter).forEach(sent -> rows.add(sent.at));
    rows.addAll(statements(counter).acknowledgedRows());
    rows.remove(null);
    return rows;
  }
}
