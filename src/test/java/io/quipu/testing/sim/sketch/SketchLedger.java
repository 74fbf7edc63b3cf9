package io.quipu.testing.sim.sketch;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Series;
import io.quipu.engine.windows.Granularity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What was asked of one counter, or of one series of it, and what was answered: value number i is
 * 2^i, so that every answer says which values it contains, and one that is in it twice shows.
 */
final class SketchLedger {
  /** Larger powers of two are no values. */
  static final int VALUES = 48;

  private static final Pattern READ = Pattern.compile(".*\"events\":(\\d+),\"estimate\":(\\d+),.*");

  private final CounterName counter;
  private final @Nullable SketchLedger whole;

  /** The values that belong here. */
  private final long own;

  private final List<String> violations = new ArrayList<>();
  private final WindowLedger hours = new WindowLedger(this, Granularity.HOUR);
  private final WindowLedger days = new WindowLedger(this, Granularity.DAY);
  private long attempted;
  private long acknowledged;
  private long refused;
  private int next;

  SketchLedger(CounterName counter) {
    this(counter, null, -1);
  }

  private SketchLedger(CounterName counter, @Nullable SketchLedger whole, long own) {
    this.counter = counter;
    this.whole = whole;
    this.own = own;
  }

  /**
   * The ledger of a series of this counter.
   *
   * @param own the values with its labels
   */
  SketchLedger series(String key, long own) {
    return new SketchLedger(counter.with(key), this, own);
  }

  CounterName counter() {
    return counter;
  }

  WindowLedger hours() {
    return hours;
  }

  WindowLedger days() {
    return days;
  }

  boolean isFull() {
    return next == VALUES;
  }

  /** One more value, as the number of it. */
  int attempt() {
    attempted |= 1L << next;
    return next++;
  }

  void acknowledge(long values) {
    acknowledged |= values;
  }

  void refuse(long values) {
    refused |= values;
  }

  private long attempted() {
    return whole == null ? attempted : whole.attempted & own;
  }

  long acknowledged() {
    return whole == null ? acknowledged : whole.acknowledged & own;
  }

  private long refused() {
    return whole == null ? refused : whole.refused & own;
  }

  int acknowledgedValues() {
    return Long.bitCount(acknowledged());
  }

  int unknownValues() {
    return Long.bitCount(attempted() & ~acknowledged() & ~refused());
  }

  List<String> violations() {
    return violations;
  }

  /**
   * Checks an answer.
   *
   * @param before which values were acknowledged when it was asked for
   */
  void check(Answer answer, long before) {
    var unused = found(answer::write, before);
  }

  /** The values in a result, checked as far as one result can be. */
  long found(Consumer<JsonText> result, long before) {
    JsonText json = new JsonText().beginObject();
    result.accept(json);
    Matcher read = READ.matcher(json.endObject().toString());
    if (!read.matches()) {
      violations.add(name() + ": not an answer: " + json);
      return 0;
    }
    long events = Long.parseLong(read.group(1));
    long found = Long.parseLong(read.group(2));
    complain("lost", before & ~found);
    complain("counted though nobody asked", found & ~attempted());
    complain("counted though refused", found & refused());
    if (events != Long.bitCount(found)) {
      violations.add(name() + ": " + events + " events of " + Long.toBinaryString(found));
    }
    return found;
  }

  /** The name for readers of violations. */
  String name() {
    return counter.isSeries()
        ? counter.name() + Series.of(counter.series()).values()
        : counter.name();
  }

  void complain(String what, long values) {
    if (values != 0) {
      violations.add(name() + ": " + what + ": " + Long.toBinaryString(values));
    }
  }
}
