package io.quipu.engine.names;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.TimeSpan;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much older than now the {@code time} of an event may be, and up to when windows are final.
 *
 * <p>Invariant: a window that was said to be final never changes. Two rules keep it, also while the
 * setting changes and some processes use the old setting. An event that counts in another minute
 * than that of its recording is recorded at most {@link #DELAY_TICKS} after its time was checked.
 * And a change holds from {@link #since} on, which is {@link #DELAY_TICKS} after the change. Until
 * then, the smaller lateness holds for recording, and the larger one for what is final. From then
 * on, no event is recorded whose time lies before {@link #floor}.
 *
 * @param ticks the lateness, in ticks of event time
 * @param before the lateness before the last change
 * @param since the time from which on the last change holds; {@link EventTime#MIN} if the setting
 *     is as old as the namespace
 * @param floor no event of an earlier time is recorded, because its window may have been final
 * @param longest the longest lateness that the namespace ever had
 */
public record Lateness(long ticks, long before, EventTime since, EventTime floor, long longest) {
  /** The name of the setting. */
  public static final String SETTING = "lateness";

  /** The key of what is kept beside the setting about its last change. Callers cannot set it. */
  public static final String CHANGE = "lateness.change";

  /** The lateness of a namespace that never had another one than zero. */
  public static final Lateness NONE = new Lateness(0, 0, EventTime.MIN, EventTime.MIN, 0);

  /** The longest lateness, in days. */
  public static final int MOST_DAYS = 36_500;

  /** How much later than now a time may be: five minutes. */
  public static final long AHEAD_TICKS = 300 * EventTime.TICKS_PER_SECOND;

  /**
   * The longest time between the check of an event's time and its timeuuid, and between a change of
   * the setting and its effect: a minute. No process uses settings that are older.
   */
  public static final long DELAY_TICKS = 60 * EventTime.TICKS_PER_SECOND;

  private static final String SEPARATOR = "/";

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
      return ticks == 0 ? NONE : new Lateness(ticks, ticks, EventTime.MIN, EventTime.MIN, ticks);
    }
    String[] parts = change.split(SEPARATOR, -1);
    return new Lateness(
        ticks,
        Long.parseLong(parts[0]),
        new EventTime(Long.parseLong(parts[1])),
        new EventTime(Long.parseLong(parts[2])),
        Long.parseLong(parts[3]));
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
    if (next == ticks) {
      return null;
    }
    // a change within the delay of another: what holds now is the larger of both
    long holds = now.isBefore(since) ? Math.max(ticks, before) : ticks;
    EventTime from = now.plusTicks(DELAY_TICKS);
    EventTime least = EventTime.max(floor, minus(from, holds + delay(holds)));
    return String.join(
        SEPARATOR,
        Long.toString(holds),
        Long.toString(from.ticks()),
        Long.toString(least.ticks()),
        Long.toString(Math.max(longest, next)));
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
    long holds = now.isBefore(since) ? Math.min(ticks, before) : ticks;
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
    throw InvalidInput.late("time", tooOld(holds, earliest));
  }

  private String tooOld(long holds, EventTime earliest) {
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
   * until}.
   */
  public EventTime finalUpTo(EventTime until) {
    if (!isUsed()) {
      return until;
    }
    if (until.ticks() < since.ticks() + DELAY_TICKS && !since.equals(EventTime.MIN)) {
      long longest = Math.max(ticks, before);
      return minus(until, longest + delay(longest));
    }
    return EventTime.max(minus(until, ticks + delay(ticks)), EventTime.min(floor, until));
  }

  private static long delay(long lateness) {
    return lateness == 0 ? 0 : DELAY_TICKS;
  }

  private static EventTime minus(EventTime time, long ticks) {
    return new EventTime(Math.max(0, time.ticks() - ticks));
  }
}
