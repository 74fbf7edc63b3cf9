package io.quipu.testing.sim;

import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the clients of one run did and saw. */
final class History {
  private final Map<CounterName, List<Item>> items = new LinkedHashMap<>();
  private final Map<CounterName, List<Item>> lives = new LinkedHashMap<>();
  final List<Bulk> bulk = new ArrayList<>();
  private final Map<CounterName, List<Repetition>> repetitions = new LinkedHashMap<>();
  private final Map<CounterName, List<Sending>> resets = new LinkedHashMap<>();
  private final Map<CounterName, Statements> statements = new LinkedHashMap<>();
  final List<ObservedCount> reads = new ArrayList<>();
  final List<ObservedWindows> windows = new ArrayList<>();
  final List<ObservedRanking> rankings = new ArrayList<>();

  /** Events without ids, sent together, of which only the sum is known. */
  static final class Bulk extends Sending {
    final CounterName counter;
    final long sum;
    final int events;

    Bulk(CounterName counter, long sum, int events, long sent) {
      super(sent);
      this.counter = counter;
      this.sum = sum;
      this.events = events;
    }
  }

  /** One sending of an id that is soon forgotten. */
  static final class Repetition extends Sending {
    final String id;
    final int window;

    Repetition(String id, int window, long sent) {
      super(sent);
      this.id = id;
      this.window = window;
    }
  }

  /** Windows of one granularity, as one read saw them. */
  record ObservedWindows(
      CounterName counter, String by, long began, long ended, List<WindowCount> windows) {}

  /** A ranking of all counters, as one read saw it. */
  record ObservedRanking(String by, long began, long ended, Ranking ranking) {
    /** What a counter has in it. */
    Tally of(CounterName counter) {
      return ranking.first().stream()
          .filter(one -> one.counter().equals(counter.name()))
          .map(ListedCounter::tally)
          .findFirst()
          .orElse(Tally.ZERO);
    }

    /** The sums of all counters in its ranges. */
    List<WindowCount> ranges() {
      return ranking.ranges().stream()
          .map(one -> new WindowCount(one.window(), (Tally) one.value(), one.settled()))
          .toList();
    }
  }

  /** The series of which windows were read. */
  Set<CounterName> seriesWithWindows() {
    return windows.stream()
        .map(ObservedWindows::counter)
        .filter(CounterName::isSeries)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  Item item(CounterName counter, String id) {
    Item item = new Item(counter, id);
    items.computeIfAbsent(counter, any -> new ArrayList<>()).add(item);
    return item;
  }

  /** What of an item was sent in a life of its counter: the same sendings. */
  Item inLife(Item item, CounterName actual) {
    List<Item> of = lives.computeIfAbsent(actual, any -> new ArrayList<>());
    return item.inLife(actual, of::add);
  }

  /** The lives of a counter in which something was sent or read. */
  List<CounterName> lives(CounterName named) {
    return Stream.concat(lives.keySet().stream(), reads.stream().map(ObservedCount::counter))
        .filter(actual -> actual.named().equals(named))
        .distinct()
        .sorted()
        .toList();
  }

  /** The items of a life of a counter. */
  List<Item> itemsOf(CounterName actual) {
    return lives.getOrDefault(actual, List.of());
  }

  List<Item> items(CounterName counter) {
    return items.getOrDefault(counter, List.of());
  }

  Bulk bulk(CounterName counter, long sum, int events, long now) {
    Bulk sent = new Bulk(counter, sum, events, now);
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

  void reset(CounterName counter, Sending sent) {
    resets.computeIfAbsent(counter, any -> new ArrayList<>()).add(sent);
  }

  List<Sending> resets(CounterName counter) {
    return resets.getOrDefault(counter, List.of());
  }

  Statements statements(CounterName counter) {
    return statements.computeIfAbsent(counter, any -> new Statements());
  }

  /** The rows of a counter that a client was told of. */
  /** What is wrong with a count of what stands; see {@link Statements#wrong}. */
  String wrong(CounterName counter, Tally count, long began, long ended) {
    return statements(counter).wrong(count, began, ended, resets(counter));
  }

  Set<UUID> acknowledgedRows(CounterName counter) {
    Set<UUID> rows = new HashSet<>();
    Stream.of(
            items(counter).stream().flatMap(item -> item.attempts().stream()),
            bulk.stream().filter(sent -> sent.counter.equals(counter)),
            repetitions(counter).stream(),
            resets(counter).stream(),
            statements(counter).sendings())
        .flatMap(sent -> sent)
        .forEach(sent -> rows.addAll(sent.rows));
    return rows;
  }
}
