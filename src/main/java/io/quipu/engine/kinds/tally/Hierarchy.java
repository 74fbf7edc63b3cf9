package io.quipu.engine.kinds.tally;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.ingest.Levels;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.Setting;
import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterLives.NameDigest;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Namespace;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which names of counters are paths. An event of {@code a/b/c} counts also for {@code
 * a/b} and {@code a}, like in Twitter's Rainbird.
 *
 * @param separator the separator of levels; {@link #check} makes sure that it is one character
 */
record Hierarchy(String separator) {
  /** The maximum number of levels of a name. */
  static final int MOST_LEVELS = 16;

  /** The setting. Fixed, because events before a change would be missing in the levels above. */
  static final Setting SETTING = new Setting("hierarchy", Setting.Shape.TEXT, true);

  /** The hierarchy of a namespace; null if its names are no paths. */
  static @Nullable Hierarchy of(Namespace namespace) {
    String separator =
        namespace.settings().isEmpty() ? null : namespace.settings().get(SETTING.name());
    return separator == null ? null : new Hierarchy(separator);
  }

  /**
   * Checks the setting.
   *
   * @throws InvalidInput naming {@code hierarchy} if the separator is not one character
   */
  void check() {
    boolean one = separator.codePointCount(0, separator.length()) == 1;
    if (!one || (separator.length() == 1 && Character.isSurrogate(separator.charAt(0)))) {
      throw new InvalidInput("hierarchy", "hierarchy must be one character, such as /");
    }
  }

  /** Makes the recording of events for a counter and all levels above. Refuses invalid names. */
  Recording on(Append named, List<Draft> drafts, CounterLives lives) {
    CounterName counter = named.counter();
    // within acceptEach, so that a refusal of the name has the place of the first event
    int levels = Draft.acceptEach(drafts.subList(0, 1), draft -> levels(counter)).get(0);
    boolean remembersNone =
        named.window() == DeduplicationWindow.OFF
            || named.events().stream().allMatch(event -> event.id() == null);
    Append append = remembersNone ? named : named.withIdPrefix(idPrefix(counter));
    return levels == 1 ? append : new Levels(append, separator, lives);
  }

  /**
   * The number of levels of a name.
   *
   * @throws InvalidInput naming {@code counter} if a level is empty or there are too many levels
   */
  private int levels(CounterName counter) {
    String name = counter.name();
    int levels = 1;
    int end = name.length();
    for (int at = name.lastIndexOf(separator); at >= 0; at = name.lastIndexOf(separator, at - 1)) {
      checkSegment(at + separator.length() < end);
      end = at;
      levels++;
    }
    checkSegment(end > 0);
    if (levels > MOST_LEVELS) {
      throw new InvalidInput(
          "counter", "counter has " + levels + " levels; at most " + MOST_LEVELS);
    }
    return levels;
  }

  private void checkSegment(boolean hasText) {
    if (!hasText) {
      throw new InvalidInput(
          "counter", "counter must not begin or end with " + separator + ", nor have two in a row");
    }
  }

  /**
   * The prefix of ids on all levels, derived from the counter that the caller named. So two events
   * of two counters both count on the levels above, even with one id. Otherwise a level would count
   * less than the sum of the levels directly below it. All prefixes have one length, so that two
   * different pairs of prefix and id never give one stored id. A prefix is short even for a long
   * name.
   */
  private static String idPrefix(CounterName counter) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(NameDigest.of(counter.name()).bytes());
  }
}
