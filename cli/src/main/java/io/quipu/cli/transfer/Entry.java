package io.quipu.cli.transfer;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry of an import: a line of a file, or a counter of a source.
 *
 * @param line the number of the line (in CSV, of the record), from 1; 0 for a counter of a source
 * @param namespace the namespace; null if the entry names none
 * @param counter the name of the counter
 * @param amount the amount to add, or that an actor states
 * @param events the number of events, at least 1
 * @param id the id of the event; null if the entry names none
 * @param time the time of the event; null if the entry names none
 * @param labels the values of labels of the event
 * @param stated who states the amount, in kind {@code latest}; null in others
 */
public record Entry(
    long line,
    @Nullable String namespace,
    String counter,
    BigInteger amount,
    long events,
    @Nullable String id,
    @Nullable Instant time,
    Map<String, String> labels,
    @Nullable Stated stated) {
  /** An entry without labels, which nobody states. */
  public Entry(
      long line,
      @Nullable String namespace,
      String counter,
      BigInteger amount,
      long events,
      @Nullable String id,
      @Nullable Instant time) {
    this(line, namespace, counter, amount, events, id, time, Map.of(), null);
  }

  /** Returns the number of the line, or the name of a counter of a source, for messages. */
  String place() {
    return line == 0 ? counter : "Line " + line;
  }
}
