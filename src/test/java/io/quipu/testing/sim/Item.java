package io.quipu.testing.sim;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * One thing that clients want counted once, however often they send it: an event without an id that
 * is sent once, or all that is sent under one id. Its deltas are powers of four of its own, so that
 * every count tells which items are in it, and whether one of them is in it twice.
 */
final class Item {
  /** Deltas may be up to 10^15: 4^24 is the last. */
  static final int DIGITS = 25;

  static final List<Integer> ALL_DIGITS = IntStream.range(0, DIGITS).boxed().toList();

  private final CounterName counter;
  private final String id;
  private final List<Attempt> attempts = new ArrayList<>();
  private final Map<CounterName, Item> lives = new HashMap<>();

  /**
   * @param id null for an event that must not be sent twice
   */
  Item(CounterName counter, String id) {
    this.counter = counter;
    this.id = id;
  }

  /**
   * The item in a life of its counter, for which attempts are noted that are of this one, too.
   *
   * @param fresh takes it if it is new
   */
  Item inLife(CounterName actual, Consumer<Item> fresh) {
    Item known = lives.get(actual);
    if (known != null) {
      return known;
    }
    Item item = new Item(actual, id);
    lives.put(actual, item);
    fresh.accept(item);
    return item;
  }

  CounterName counter() {
    return counter;
  }

  String id() {
    return id;
  }

  List<Attempt> attempts() {
    return attempts;
  }

  static long delta(int digit) {
    return 1L << (2 * digit);
  }

  /** How many happenings an event of a digit stands for: one, two or three. */
  static int events(int digit) {
    return 1 + digit % 3;
  }

  static Event event(int digit, String id) {
    return new Event(delta(digit), events(digit), id);
  }

  /** One sending of it. */
  static final class Attempt extends Sending {
    final int digit;

    /** The minute in which it is to count. */
    long minute = EventMinute.OWN;

    Attempt(int digit, long sent) {
      super(sent);
      this.digit = digit;
    }
  }

  Attempt attempt(int digit, long now) {
    Attempt attempt = new Attempt(digit, now);
    attempts.add(attempt);
    return attempt;
  }

  /** When it was first acknowledged; never if it was not. */
  long acknowledgedAt() {
    long first = Long.MAX_VALUE;
    for (Attempt attempt : attempts) {
      first = Math.min(first, attempt.acknowledgedAt);
    }
    return first;
  }

  /** Whether an event of it is acknowledged that lies before a point in event order. */
  boolean isAcknowledgedBefore(EventTime point) {
    return attempts.stream()
        .flatMap(attempt -> attempt.rows.stream())
        .anyMatch(row -> EventTime.of(row).isBefore(point));
  }

  boolean isAcknowledged() {
    return attempts.stream().anyMatch(Sending::isAcknowledged);
  }

  /** Whether a count that was answered at {@code time} may contain it under {@code digit}. */
  boolean mayCount(int digit, long time) {
    return attempts.stream()
        .anyMatch(attempt -> attempt.digit == digit && attempt.sent < time && !attempt.refused);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(id == null ? "event without id" : "id " + id);
    for (Attempt attempt : attempts) {
      text.append(", digit ")
          .append(attempt.digit)
          .append(" sent ")
          .append((double) attempt.sent / 1e9);
      text.append(
          attempt.refused ? " refused" : attempt.isAcknowledged() ? " row " + attempt.row() : "");
    }
    return text
        + (isAcknowledged()
            ? ", acknowledged " + (double) acknowledgedAt() / 1e9
            : ", never acknowledged");
  }
}
