package io.quipu.kinds.tally;

import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.Event;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Namespace;
import io.quipu.ingest.Append;
import io.quipu.ingest.Levels;
import io.quipu.kind.Draft;
import io.quipu.kind.Recording;
import io.quipu.kind.Setting;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names of counters as paths: an event of {@code a/b/c} also counts into {@code a/b} and {@code a},
 * as in Twitter's Rainbird.
 *
 * @param separator of the levels, one character
 */
record Hierarchy(String separator) {
  /** Most levels of a name. */
  static final int MOST_LEVELS = 16;

  /** Counters that were counted before would lack levels. */
  static final Setting SETTING = new Setting("hierarchy", false, true);

  private static final int RADIX = 36;

  /** That of a namespace; null if its names are no paths. */
  static @Nullable Hierarchy of(Namespace namespace) {
    String separator =
        namespace.settings().isEmpty() ? null : namespace.settings().get(SETTING.name());
    return separator == null ? null : new Hierarchy(separator);
  }

  /**
   * Checks the setting.
   *
   * @throws InvalidInput naming {@code hierarchy}
   */
  void check() {
    boolean one = separator.codePointCount(0, separator.length()) == 1;
    if (!one || (separator.length() == 1 && Character.isSurrogate(separator.charAt(0)))) {
      throw new InvalidInput("hierarchy", "hierarchy must be one character, such as /");
    }
  }

  /** The same events for a counter and all levels above it. */
  Recording on(Append named, List<Draft> drafts) {
    List<CounterName> above =
        Draft.acceptEach(drafts.subList(0, 1), draft -> above(named.counter())).get(0);
    if (above.isEmpty() && named.events().stream().allMatch(event -> event.id() == null)) {
      return named;
    }
    List<Append> levels = new ArrayList<>(above.size() + 1);
    levels.add(at(named.counter(), named, named.rowsWanted()));
    above.forEach(counter -> levels.add(at(counter, named, false)));
    return new Levels(levels);
  }

  /**
   * The counters above one, the longest name first.
   *
   * @throws InvalidInput naming {@code counter} if it is no path
   */
  private List<CounterName> above(CounterName counter) {
    String name = counter.name();
    List<CounterName> above = new ArrayList<>();
    int end = name.length();
    for (int at = name.lastIndexOf(separator); at >= 0; at = name.lastIndexOf(separator, at - 1)) {
      checkSegment(at + separator.length() < end);
      end = at;
      if (at > 0) {
        above.add(new CounterName(counter.namespace(), name.substring(0, at)));
      }
    }
    checkSegment(end > 0);
    if (above.size() >= MOST_LEVELS) {
      throw new InvalidInput(
          "counter", "counter has " + (above.size() + 1) + " levels; at most " + MOST_LEVELS);
    }
    return above;
  }

  private void checkSegment(boolean hasText) {
    if (!hasText) {
      throw new InvalidInput(
          "counter", "counter must not begin or end with " + separator + ", nor have two in a row");
    }
  }

  /**
   * Events as a level counts them. An id is one of the counter that was named: the same id of
   * another counter below is another event, or levels would be less than what is below them.
   */
  private Append at(CounterName level, Append named, boolean rowsWanted) {
    String below = named.counter().name().substring(level.name().length());
    List<Event> events = named.events();
    if (named.window() != DeduplicationWindow.OFF
        && named.events().stream().anyMatch(event -> event.id() != null)) {
      String prefix = Integer.toString(below.length(), RADIX) + ':' + below;
      events =
          events.stream()
              .map(
                  event ->
                      event.id() == null ? event : new Event(event.delta(), prefix + event.id()))
              .toList();
    }
    return new Append(level, named.shards(), named.retention(), named.window(), rowsWanted, events);
  }
}
