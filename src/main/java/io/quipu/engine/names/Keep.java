package io.quipu.engine.names;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How long the windows of a namespace are kept, by granularity. A window ends when its last moment
 * lies further back than its {@code keep} and the {@link Lateness} together. An ended window is not
 * shown any more, and may be deleted.
 *
 * <p>Invariant: no reader takes a deleted window for an empty one. A reader and a process that
 * deletes may use different settings for a while. So a change holds for deletion from {@link
 * #since} on, which is {@link Lateness#DELAY_TICKS} after the change; until then, the longer length
 * holds. And windows that may have been deleted under an earlier setting are never shown again, see
 * {@link Span#floor}.
 *
 * @param spans one for each granularity
 * @param since the time from which on the last change holds for deletion; {@link EventTime#MIN} if
 *     the setting never changed
 */
public record Keep(Map<Granularity, Span> spans, EventTime since) {
  /** The name of the setting. */
  public static final String SETTING = "keep";

  /** The key of what is kept beside the setting about its last change. Callers cannot set it. */
  public static final String CHANGE = "keep.change";

  private static final long FOREVER = Long.MAX_VALUE;
  private static final String SEPARATOR = "/";

  public Keep {
    spans = Collections.unmodifiableMap(new EnumMap<>(spans));
  }

  /**
   * How long windows of one granularity are shown.
   *
   * @param ticks from the end of a window on; {@link Long#MAX_VALUE} for ever
   * @param before the longest of these lengths that some process may use until {@code since}
   * @param floor windows that end at or before this point may have been deleted already
   */
  public record Span(long ticks, long before, EventTime floor) {
    private EventTime end(EventTime now) {
      return EventTime.max(floor, end(ticks, now));
    }

    private static EventTime end(long ticks, EventTime now) {
      return new EventTime(now.ticks() - Math.min(ticks, now.ticks()));
    }
  }

  /** Keeps all windows for ever. */
  public static final Keep ALL = of(Map.of(), null);

  /** The setting that a namespace has now. */
  public static Keep of(Namespace namespace) {
    Map<String, String> settings = namespace.settings();
    String change = settings.isEmpty() ? null : settings.get(CHANGE);
    return change == null && (settings.isEmpty() || !settings.containsKey(SETTING))
        ? ALL
        : of(settings, change);
  }

  private static Keep of(Map<String, String> settings, @Nullable String change) {
    Map<Granularity, Span> spans = new EnumMap<>(Granularity.class);
    Map<Granularity, Long> lengths = ticks(settings);
    if (change == null) {
      lengths.forEach(
          (granularity, ticks) -> spans.put(granularity, new Span(ticks, ticks, EventTime.MIN)));
      return new Keep(spans, EventTime.MIN);
    }
    Iterator<Long> parts = Arrays.stream(change.split(SEPARATOR, -1)).map(Long::valueOf).iterator();
    EventTime since = new EventTime(parts.next());
    lengths.forEach(
        (granularity, ticks) ->
            spans.put(granularity, new Span(ticks, parts.next(), new EventTime(parts.next()))));
    return new Keep(spans, since);
  }

  /**
   * The lengths in a value of the setting; absent for a granularity that is kept for ever.
   *
   * @param label as {@link #label} makes it; null or empty if there are none
   */
  public static Map<Granularity, TimeSpan> lengths(@Nullable String label) {
    Map<Granularity, TimeSpan> lengths = new EnumMap<>(Granularity.class);
    if (label != null && !label.isEmpty()) {
      for (String part : label.split(SEPARATOR, -1)) {
        int equals = part.indexOf('=');
        lengths.put(
            Granularity.parse(part.substring(0, equals)), new TimeSpan(part.substring(equals + 1)));
      }
    }
    return lengths;
  }

  /** The text of some lengths, as it is stored; null if all windows are kept for ever. */
  public static @Nullable String label(Map<Granularity, TimeSpan> lengths) {
    List<String> parts = new ArrayList<>();
    for (Granularity granularity : Granularity.values()) {
      TimeSpan length = lengths.getOrDefault(granularity, TimeSpan.FOREVER);
      if (!length.isForever()) {
        parts.add(granularity.label() + "=" + length.label());
      }
    }
    return parts.isEmpty() ? null : String.join(SEPARATOR, parts);
  }

  /**
   * Parses how long windows of one granularity are kept.
   *
   * @param field the name of the field, for the error
   * @throws InvalidInput naming {@code field} if the label is no length from a minute to {@value
   *     Lateness#MOST_DAYS} days, and not {@code forever}
   */
  public static TimeSpan parse(String field, String label) {
    TimeSpan length = TimeSpan.parse(field, label);
    if (!length.isForever()
        && (length.length().toSeconds() < Granularity.MINUTE.seconds()
            || length.length().toDays() > Lateness.MOST_DAYS)) {
      throw new InvalidInput(
          field,
          field
              + " must be forever, or a length such as 30d or 2y: from 1m to "
              + Lateness.MOST_DAYS
              + "d");
    }
    return length;
  }

  /** The lengths from the end of a window on for which it is shown, in ticks. */
  private static Map<Granularity, Long> ticks(Map<String, String> settings) {
    Map<Granularity, TimeSpan> lengths = lengths(settings.get(SETTING));
    long lateness = Lateness.ticks(settings);
    Map<Granularity, Long> ticks = new EnumMap<>(Granularity.class);
    for (Granularity granularity : Granularity.values()) {
      TimeSpan length = lengths.get(granularity);
      ticks.put(granularity, length == null ? FOREVER : length.ticks() + lateness);
    }
    return ticks;
  }

  /**
   * Makes the text that is kept beside the settings once they have other values: those of {@code
   * keep} or of {@code lateness}.
   *
   * @param next the new settings, valid
   * @param now the group time
   * @return null if nothing changes for windows
   */
  public @Nullable String changedTo(Map<String, String> next, EventTime now) {
    EventTime from = now.plusTicks(Lateness.DELAY_TICKS);
    List<String> parts = new ArrayList<>(List.of(Long.toString(from.ticks())));
    boolean changed = false;
    for (Map.Entry<Granularity, Long> length : ticks(next).entrySet()) {
      Span span = span(length.getKey());
      changed |= span.ticks != length.getValue();
      // a change within the delay of another: what some process may use is the longer of both
      parts.add(
          Long.toString(now.isBefore(since) ? Math.max(span.ticks, span.before) : span.ticks));
      parts.add(Long.toString(span.end(from).ticks()));
    }
    return changed ? String.join(SEPARATOR, parts) : null;
  }

  private Span span(Granularity granularity) {
    return Objects.requireNonNull(spans.get(granularity));
  }

  /** Tells whether all windows are shown whenever they were. */
  public boolean isAll() {
    return equals(ALL);
  }

  /** Tells whether all windows of a granularity are shown. */
  public boolean isAll(Granularity granularity) {
    return shownFrom(granularity, EventTime.MAX).equals(EventTime.MIN);
  }

  /**
   * The start of the first window that is shown; {@link EventTime#MIN} if all are.
   *
   * @param now a point that the group time has reached
   */
  public EventTime shownFrom(Granularity granularity, EventTime now) {
    EventTime end = span(granularity).end(now);
    return end.equals(EventTime.MIN) ? end : granularity.windowOf(end).start();
  }

  /** {@link #shownFrom} in seconds of Unix time; {@link Long#MIN_VALUE} if all are shown. */
  long shownFromSecond(Granularity granularity, EventTime now) {
    EventTime first = shownFrom(granularity, now);
    return first.equals(EventTime.MIN) ? Long.MIN_VALUE : first.epochSecond();
  }

  /**
   * The point before which windows may be deleted: those that end at or before it.
   *
   * @param until the point up to which the page of the windows is settled
   */
  public EventTime deletable(Granularity granularity, EventTime until) {
    Span span = span(granularity);
    EventTime end = span.end(until);
    return until.isBefore(since) ? EventTime.min(end, Span.end(span.before, until)) : end;
  }

  /**
   * The settings of a namespace after some lengths were given: a granularity keeps its own else.
   */
  public static void put(Map<String, String> settings, String given) {
    Map<Granularity, TimeSpan> lengths = lengths(settings.get(SETTING));
    lengths.putAll(lengths(given));
    String label = label(lengths);
    if (label == null) {
      settings.remove(SETTING);
    } else {
      settings.put(SETTING, label);
    }
  }

  /** Some lengths by the names of granularities, checked, as a text that {@link #put} takes. */
  public static String given(Map<String, String> byName) {
    List<String> parts = new ArrayList<>();
    new TreeMap<>(byName)
        .forEach(
            (name, length) ->
                parts.add(
                    granularity(name).label() + "=" + parse(SETTING + "." + name, length).label()));
    return String.join(SEPARATOR, parts);
  }

  private static Granularity granularity(String name) {
    try {
      return Granularity.parse(name);
    } catch (InvalidInput e) {
      throw new InvalidInput(SETTING, SETTING + " must hold lengths of minute, hour and day only");
    }
  }
}
