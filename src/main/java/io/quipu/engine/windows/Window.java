package io.quipu.engine.windows;

/**
 * A minute, an hour or a day of event time.
 *
 * @param startSecond first second of the window in Unix time, a multiple of the seconds of the
 *     granularity
 */
public record Window(Granularity granularity, long startSecond) implements Comparable<Window> {
  public Window {
    if (Math.floorMod(startSecond, granularity.seconds()) != 0) {
      throw new IllegalArgumentException("not aligned to " + granularity + ": " + startSecond);
    }
  }

  /** Orders by start, then by granularity. */
  @Override
  public int compareTo(Window other) {
    int order = Long.compare(startSecond, other.startSecond);
    return order != 0 ? order : granularity.compareTo(other.granularity);
  }

  public EventTime start() {
    return EventTime.ofEpochSecond(startSecond);
  }

  /** The first point after the window. */
  public EventTime end() {
    return EventTime.ofEpochSecond(startSecond + granularity.seconds());
  }

  public Window next() {
    return new Window(granularity, startSecond + granularity.seconds());
  }
}
