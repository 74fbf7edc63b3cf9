package io.quipu.testing.sim.sketch;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was asked of one counter, and what was answered: request number i adds 2^i to the sum, so
 * that every answer says which requests it contains, and one that is in it twice shows.
 */
final class SketchLedger {
  /** Larger powers of two are no values. */
  static final int REQUESTS = 48;

  private static final Pattern READ = Pattern.compile(".*\"events\":(\\d+),\"estimate\":(\\d+),.*");

  private final CounterName counter;
  private final List<String> violations = new ArrayList<>();
  private final WindowLedger hours = new WindowLedger(this, Granularity.HOUR);
  private final WindowLedger days = new WindowLedger(this, Granularity.DAY);
  private long attempted;
  private long acknowledged;
  private long refused;
  private int next;

  SketchLedger(CounterName counter) {
    this.counter = counter;
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
    return next == REQUESTS;
  }

  /** The number of one more request. */
  int attempt() {
    attempted |= 1L << next;
    return next++;
  }

  void acknowledge(int request) {
    acknowledged |= 1L << request;
  }

  void refuse(int request) {
    refused |= 1L << request;
  }

  long acknowledged() {
    return acknowledged;
  }

  int acknowledgedRequests() {
    return Long.bitCount(acknowledged);
  }

  int unknownRequests() {
    return Long.bitCount(attempted & ~acknowledged & ~refused);
  }

  List<String> violations() {
    return violations;
  }

  /**
   * Checks an answer.
   *
   * @param before which requests were acknowledged when it was asked for
   */
  void check(Answer answer, long before) {
    var unused = found(answer::write, before);
  }

  /** The requests in a result, checked as far as one result can be. */
  long found(Consumer<JsonText> result, long before) {
    JsonText json = new JsonText().beginObject();
    result.accept(json);
    Matcher read = READ.matcher(json.endObject().toString());
    if (!read.matches()) {
      violations.add(counter.name() + ": not an answer: " + json);
      return 0;
    }
    long events = Long.parseLong(read.group(1));
    long found = Long.parseLong(read.group(2));
    complain("lost", before & ~found);
    complain("counted though nobody asked", found & ~attempted);
    complain("counted though refused", found & refused);
    if (events != Long.bitCount(found)) {
      violations.add(counter.name() + ": " + events + " events of " + Long.toBinaryString(found));
    }
    return found;
  }

  void complain(String what, long requests) {
    if (requests != 0) {
      violations.add(counter.name() + ": " + what + ": " + Long.toBinaryString(requests));
    }
  }
}
