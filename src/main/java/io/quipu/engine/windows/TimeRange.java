package io.quipu.engine.windows;

/**
 * A part of event time.
 *
 * @param startSecond the first second in Unix time
 * @param endSecond the first second after the range, in Unix time
 */
public record TimeRange(long startSecond, long endSecond) {
  public TimeRange {
    if (endSecond <= startSecond) {
      throw new IllegalArgumentException("no range: " + startSecond + " to " + endSecond);
    }
  }

  public EventTime start() {
    return EventTime.ofEpochSecond(startSecond);
  }

  /** The first point after the range. */
  public EventTime end() {
    return EventTime.ofEpochSecond(endSecond);
  }
}
