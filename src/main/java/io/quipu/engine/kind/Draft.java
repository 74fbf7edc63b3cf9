package io.quipu.engine.kind;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An event as its caller wrote it, member by member, before its kind has accepted the event. The
 * code that parses the text does not know the kind. So a draft has room for the members of all
 * kinds, and only the JSON types of the members are checked. A draft changes only while the request
 * is parsed. Confined to the request.
 */
public final class Draft {
  /** A member that an event of some kind may have. */
  public enum Member {
    DELTA(1),
    ID(2),
    ACTOR(4),
    VERSION(8),
    VALUE(16),
    REPLACES(32),
    MIN(64),
    MAX(128),
    EVENTS(256),
    TIME(512),
    LABELS(1024);

    private static final Member[] ALL = values();

    private final String label = name().toLowerCase(Locale.ROOT);
    private final int bit;

    Member(int bit) {
      this.bit = bit;
    }

    private static @Nullable Member firstOf(int some) {
      for (Member member : ALL) {
        if ((some & member.bit) != 0) {
          return member;
        }
      }
      return null;
    }

    /** The name of the member in the contract. */
    public String label() {
      return label;
    }
  }

  private static final int ALONE = -1;

  private int given;
  private long delta;
  private long events = 1;
  private long version;
  private long replaces;
  private long min;
  private long max;
  private @Nullable String id;
  private @Nullable String actor;
  private @Nullable String value;
  private boolean valueIsText;
  private Map<String, String> labels = Map.of();
  private @Nullable EventTime time;
  private long minute = EventMinute.OWN;
  private @Nullable CounterName counter;
  private int index = ALONE;
  private int line;
  private boolean first;
  private boolean zero;

  /**
   * Sets a member that is an integer.
   *
   * @throws InvalidInput if the member was given before
   */
  public void integer(Member member, long integer) {
    give(member);
    switch (member) {
      case DELTA -> delta = integer;
      case EVENTS -> events = integer;
      case VERSION -> version = integer;
      case REPLACES -> replaces = integer;
      case MIN -> min = integer;
      case MAX -> max = integer;
      default -> throw new IllegalArgumentException(member + " is no integer");
    }
  }

  /**
   * Sets a member that is a text.
   *
   * @throws InvalidInput if the member was given before
   */
  public void text(Member member, String text) {
    give(member);
    switch (member) {
      case ID -> id = text;
      case ACTOR -> actor = text;
      default -> throw new IllegalArgumentException(member + " is no text");
    }
  }

  /**
   * Sets the value.
   *
   * @param isText whether the literal was a JSON string; if not, it is the text of a number
   * @throws InvalidInput if the value was given before
   */
  public void value(String literal, boolean isText) {
    give(Member.VALUE);
    value = literal;
    valueIsText = isText;
  }

  /**
   * Sets the values of labels.
   *
   * @throws InvalidInput if labels were given before
   */
  public void labels(Map<String, String> values) {
    give(Member.LABELS);
    labels = values;
  }

  /**
   * Sets the time at which the event happened.
   *
   * @throws InvalidInput if the time was given before
   */
  public void happened(EventTime at) {
    give(Member.TIME);
    time = at;
  }

  /**
   * Checks the time, and finds the minute in which the event counts.
   *
   * @param now the group time
   * @throws InvalidDraft if the lateness of the namespace does not allow the time
   */
  void check(Lateness lateness, EventTime now) {
    EventTime at = time;
    if (at != null) {
      try {
        minute = lateness.minute(at, now);
      } catch (InvalidInput late) {
        throw new InvalidDraft(this, late);
      }
    }
  }

  private void give(Member member) {
    if (has(member)) {
      throw new InvalidInput(member.label, member.label + " is given twice");
    }
    given |= member.bit;
  }

  /** Sets an id that the caller gave outside the text of the event. */
  public void named(String name) {
    given |= Member.ID.bit;
    id = name;
  }

  /**
   * Demands that the event is the first of its counter. Only kinds that know the count at once obey
   * this.
   */
  public void beFirst() {
    first = true;
  }

  /** Tells whether the event counts only if it is the first of its counter. */
  public boolean isFirst() {
    return first;
  }

  /**
   * Lets the delta be 0, as Redis clients may make a counter exist, or ask for its value, in the
   * order of its events. Only kinds that know the count at once obey this.
   */
  public void allowZero() {
    zero = true;
  }

  /** Tells whether the event has the delta 0, and may have it. */
  public boolean addsNothing() {
    return zero && delta() == 0;
  }

  /** Sets the counter, for an event whose text names a counter. */
  public void of(CounterName name) {
    counter = name;
  }

  /**
   * Sets the place of the event in the request.
   *
   * @param at index of the event in the list, from 0
   * @param ofLine number of the line of the event, from 1; 0 if the request does not have lines
   */
  public void at(int at, int ofLine) {
    index = at;
    line = ofLine;
  }

  public boolean has(Member member) {
    return (given & member.bit) != 0;
  }

  /** The given member that comes first in {@link Member}; null if no member was given. */
  public @Nullable Member first() {
    return Member.firstOf(given);
  }

  /** The set of members that {@link #refuseOthers} and {@link #hasOnly} allow. */
  public static int only(Member... members) {
    int some = 0;
    for (Member member : members) {
      some |= member.bit;
    }
    return some;
  }

  /**
   * Tells whether the draft has no member outside a set.
   *
   * @param some the set, from {@link #only}
   */
  public boolean hasOnly(int some) {
    return (given & ~some) == 0;
  }

  /**
   * Refuses members that a kind does not take. Every kind takes a time.
   *
   * @param taken the members that the kind takes, from {@link #only}
   * @throws InvalidInput naming the refused member that comes first in {@link Member}
   */
  public void refuseOthers(int taken, String kind) {
    int others = given & ~(taken | Member.TIME.bit);
    Member other = others == 0 ? null : Member.firstOf(others);
    if (other != null) {
      throw new InvalidInput(
          other.label,
          "an event of kind "
              + kind
              + " has no "
              + other.label
              + "; it has "
              + labels(taken | Member.TIME.bit));
    }
  }

  private static String labels(int members) {
    return Arrays.stream(Member.ALL)
        .filter(member -> (members & member.bit) != 0)
        .map(Member::label)
        .collect(Collectors.joining(", "));
  }

  /**
   * Accepts drafts one by one, and keeps their order.
   *
   * @param accept throws an {@link InvalidInput} if a draft is not acceptable
   * @throws InvalidDraft for the first draft that is not acceptable
   */
  public static <E> List<E> acceptEach(List<Draft> drafts, Function<Draft, E> accept) {
    if (drafts.size() == 1) {
      return List.of(drafts.get(0).acceptedBy(accept));
    }
    List<E> events = new ArrayList<>(drafts.size());
    for (Draft draft : drafts) {
      events.add(draft.acceptedBy(accept));
    }
    return events;
  }

  private <E> E acceptedBy(Function<Draft, E> accept) {
    try {
      return accept.apply(this);
    } catch (InvalidInput finding) {
      throw new InvalidDraft(this, finding);
    }
  }

  /** The delta; the number of happenings if none was given. */
  public long delta() {
    return has(Member.DELTA) ? delta : events;
  }

  /** The number of happenings; 1 if none was given. */
  public long events() {
    return events;
  }

  public @Nullable String id() {
    return id;
  }

  public @Nullable String actor() {
    return actor;
  }

  public long version() {
    return version;
  }

  public long replaces() {
    return replaces;
  }

  /** A text, or the text of a number; see {@link #valueIsText}. */
  public @Nullable String value() {
    return value;
  }

  public boolean valueIsText() {
    return valueIsText;
  }

  /** The value of each label that the event has. */
  public Map<String, String> labels() {
    return labels;
  }

  public long min() {
    return min;
  }

  public long max() {
    return max;
  }

  /**
   * The counter that the text of the event names.
   *
   * @throws NullPointerException if the text names no counter
   */
  public CounterName counter() {
    return Objects.requireNonNull(counter, "of the counter in the path");
  }

  /** The minute in which the event counts, see {@link EventMinute}. Known once it was checked. */
  public long minute() {
    return minute;
  }

  /** Tells whether the event is an element of a list. */
  public boolean isListed() {
    return index != ALONE;
  }

  public int index() {
    return index;
  }

  /** The number of the event's line, from 1; 0 if the request does not have lines. */
  public int line() {
    return line;
  }
}
