package io.quipu.engine.names;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.TimeSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much older than now the {@code time} of an event may be, and up to when windows are final.
 *
 * <p>Invariant: a window that was said to be final stays final, and never changes. Three rules keep
 * it, also while the setting changes and some processes use the old setting. An event that counts
 * in another minute than that of its recording is recorded at most {@link #DELAY_TICKS} after its
 * time was checked. A change holds from its {@link LatenessChange#since} on, which is {@link
 * #DELAY_TICKS} after it was made; until then, the smaller lateness holds for recording. And
 * whoever knows of a change records no event whose time lies before its {@link
 * LatenessChange#floor}, up to which windows may be final by the settings before.
 *
 * @param before the longest lateness that some process may use until the last change holds
 * @param longest the longest lateness that the namespace ever had
 * @param changes the lateness now, and the last ones before, the youngest first; never empty
 */
public record Lateness(long before, long longest, List<LatenessChange> changes) {
  /** The name of the setting. */
  public static final String SETTING = "lateness";

  /** The key of what is kept beside the setting about its last change. Callers cannot set it. */
  public static final String CHANGE = "lateness.change";

  /** The lateness of a namespace that never had another one than zero. */
  public static final Lateness NONE = unchanged(0);

  /** The longest lateness, in days. */
  public static final int MOST_DAYS = 36_500;

  /** How much later than now a time may be: five minutes. */
  public static final long AHEAD_TICKS = 300 * EventTime.TICKS_PER_SECOND;

  /**
   * The longest time between the check of an event's time and its timeuuid, and between a change of
   * the setting and its effect: a minute. No process uses settings that are older.
   */
  public static final long DELAY_TICKS = 60 * EventTime.TICKS_PER_SECOND;

  /**
   * The most changes that are known, which is at least so many minutes. A page that is farther
   * behind has fewer final windows.
   */
  private static final int MOST_CHANGES = 8;

  private static final String SEPARATOR = "/";

  public Lateness {
    changes = List.copyOf(changes);
  }

  private static Lateness unchanged(long ticks) {
    LatenessChange only = LatenessChange.of(ticks, 0, 0, EventTime.MAX.ticks());
    return new Lateness(ticks, ticks, List.of(only));
  }

  /** The lateness that a namespace has now. */
  public static Lateness of(Namespace namespace) {
    Map<String, String> settings = namespace.settings();
    String label = settings.isEmpty() ? null : settings.get(SETTING);
    if (label == null) {
      return NONE;
    }
    String change = settings.get(CHANGE);
    long ticks = ticks(label);
    if (change == null) {
      return ticks == 0 ? NONE : unchanged(ticks);
    }
    // before, since, floor and longest; then, unless an earlier build wrote it, the changes before
    long[] parts = Arrays.stream(change.split(SEPARATOR, -1)).mapToLong(Long::parseLong).toArray();
    List<LatenessChange> changes = new ArrayList<>();
    changes.add(LatenessChange.of(ticks, parts[1], parts[2], EventTime.MAX.ticks()));
    for (int i = 4; i < parts.length; i += 4) {
      changes.add(LatenessChange.of(parts[i], parts[i + 1], parts[i + 2], parts[i + 3]));
    }
    return new Lateness(parts[0], parts[3], changes);
  }

  /** How much older than now a time may be, in ticks of event time. */
  public long ticks() {
    return last().ticks();
  }

  private LatenessChange last() {
    return changes.get(0);
  }

  /** The lateness in some settings. */
  static long ticks(Map<String, String> settings) {
    String label = settings.get(SETTING);
    return label == null ? 0 : ticks(label);
  }

  private static long ticks(String label) {
    return new TimeSpan(label).ticks();
  }

  /**
   * Checks a value of the setting.
   *
   * @throws InvalidInput naming {@code lateness} if it is no length of at most {@value #MOST_DAYS}
   *     days
   */
  public static void check(String label) {
    TimeSpan span = TimeSpan.parse(SETTING, label);
    if (span.isForever() || span.length().toDays() > MOST_DAYS) {
      throw new InvalidInput(
          SETTING, "lateness must be a length such as 7d, of at most " + MOST_DAYS + " days");
    }
  }

  /**
   * Makes the text that is kept beside the setting once it has another value.
   *
   * @param label the new value, valid
   * @param now the group time
   * @return null if the setting does not change
   */
  public @Nullable String changedTo(String label, EventTime now) {
    long next = ticks(label);
    if (next == ticks()) {
      return null;
    }
    // a change within the delay of another: what holds now is the larger of both
    long holds = now.isBefore(last().since()) ? Math.max(ticks(), before) : ticks();
    EventTime from = now.plusTicks(DELAY_TICKS);
    // builds before this one go by the larger lateness of both, while a change is young
    EventTime told = EventTime.max(finalUpTo(from), minus(from, holds + delay(holds)));
    List<Long> parts = new ArrayList<>();
    parts.add(holds);
    parts.add(from.ticks());
    parts.add(EventTime.max(last().floor(), told).ticks());
    parts.add(Math.max(longest, next));
    earlier(from).limit(MOST_CHANGES - 1).forEach(change -> parts.addAll(change.parts()));
    return parts.stream().map(String::valueOf).collect(Collectors.joining(SEPARATOR));
  }

  /** The changes once another one is made; without what is replaced before it holds for all. */
  private Stream<LatenessChange> earlier(EventTime end) {
    LatenessChange last = last();
    return last.holdsAt(end)
        ? Stream.concat(Stream.of(last.until(end)), changes.stream().skip(1))
        : changes.stream().skip(1);
  }

  /** Tells whether rows of this namespace may count in another minute than their own. */
  public boolean isUsed() {
    return !equals(NONE);
  }

  /**
   * The minute in which an event of a certain time counts, see {@link EventMinute}. It is not yet
   * known in which minute the event will be recorded.
   *
   * @throws InvalidInput naming {@code time}, {@linkplain InvalidInput#isLate late} if the time is
   *     too old or too far ahead
   */
  public long minute(EventTime time, EventTime now) {
    if (time.ticks() > now.ticks() + AHEAD_TICKS) {
      throw InvalidInput.late("time", "time is more than 5 minutes ahead of now, which is " + now);
    }
    EventTime since = last().since();
    EventTime floor = last().floor();
    long holds = now.isBefore(since) ? Math.min(ticks(), before) : ticks();
    boolean asRecorded = time.ticks() >= now.ticks() - AHEAD_TICKS;
    if (holds == 0 && asRecorded) {
      return EventMinute.OWN;
    }
    EventTime earliest = EventTime.max(floor, minus(now, holds));
    if (!time.isBefore(earliest)) {
      return EventMinute.of(time);
    }
    boolean justRaised = before == 0 && now.ticks() < since.ticks() + AHEAD_TICKS;
    if (justRaised && asRecorded) {
      return EventMinute.OWN;
    }
    throw InvalidInput.late("time", tooOld(holds, earliest, floor));
  }

  private static String tooOld(long holds, EventTime earliest, EventTime floor) {
    if (holds == 0) {
      return "time is more than 5 minutes before now; the lateness of the namespace is 0s";
    }
    return "time must not be before "
        + earliest
        + (earliest.equals(floor)
            ? ": windows before were final when the lateness of the namespace was set"
            : ", by the lateness of the namespace");
  }

  /**
   * The point up to which windows are final, if all pages of a counter are settled up to {@code
   * until}. While a change is young, it is the point by the setting before it.
   */
  public EventTime finalUpTo(EventTime until) {
    for (LatenessChange change : changes) {
      if (change.holdsAt(until)) {
        return change.finalUpTo(until);
      }
    }
    return minus(until, longest + delay(longest));
  }

  /** The longest time for which events of a lateness wait to be recorded, in ticks. */
  static long delay(long lateness) {
    return lateness == 0 ? 0 : DELAY_TICKS;
  }

  static EventTime minus(EventTime time, long ticks) {
    return new EventTime(Math.max(0, time.ticks() - ticks));
  }
}
