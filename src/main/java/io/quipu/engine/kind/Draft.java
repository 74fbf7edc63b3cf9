package io.quipu.engine.kind;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.InvalidInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An event as its caller wrote it, member by member, before its kind has accepted it. It is read
 * without knowing the kind, so it has room for the members of all of them, and nothing in it is
 * more than of the right JSON type. Written while its text is read, and only then; confined to the
 * request.
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
    MAX(128);

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

    /** As the contract spells it. */
    public String label() {
      return label;
    }
  }

  private static final int ALONE = -1;

  private int given;
  private long delta = 1;
  private long version;
  private long replaces;
  private long min;
  private long max;
  private @Nullable String id;
  private @Nullable String actor;
  private @Nullable String value;
  private boolean valueIsText;
  private @Nullable CounterName counter;
  private int index = ALONE;
  private int line;

  /**
   * Sets an integer.
   *
   * @throws InvalidInput if it was given before
   */
  public void integer(Member member, long integer) {
    give(member);
    switch (member) {
      case DELTA -> delta = integer;
      case VERSION -> version = integer;
      case REPLACES -> replaces = integer;
      case MIN -> min = integer;
      case MAX -> max = integer;
      default -> throw new IllegalArgumentException(member + " is no integer");
    }
  }

  /**
   * Sets a text.
   *
   * @throws InvalidInput if it was given before
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
   * @param isText whether it was a JSON string; otherwise it is a number as it was written
   * @throws InvalidInput if it was given before
   */
  public void value(String literal, boolean isText) {
    give(Member.VALUE);
    value = literal;
    valueIsText = isText;
  }

  private void give(Member member) {
    if (has(member)) {
      throw new InvalidInput(member.label, member.label + " is given twice");
    }
    given |= member.bit;
  }

  /** Names it, where something else than its text does. */
  public void named(String name) {
    given |= Member.ID.bit;
    id = name;
  }

  /** Says which counter it is for, where its text does. */
  public void of(CounterName name) {
    counter = name;
  }

  /**
   * Says where it was found.
   *
   * @param at index in its list, from 0
   * @param ofLine from 1, or 0 where it did not come in lines
   */
  public void at(int at, int ofLine) {
    index = at;
    line = ofLine;
  }

  public boolean has(Member member) {
    return (given & member.bit) != 0;
  }

  /** The first of those that it has; null if it has none. */
  public @Nullable Member first() {
    return Member.firstOf(given);
  }

  /** The members that {@link #refuseOthers} and {@link #hasOnly} let pass. */
  public static int only(Member... members) {
    int some = 0;
    for (Member member : members) {
      some |= member.bit;
    }
    return some;
  }

  /**
   * Tells whether it has no member besides some.
   *
   * @param some from {@link #only}
   */
  public boolean hasOnly(int some) {
    return (given & ~some) == 0;
  }

  /**
   * Refuses members that a kind does not take.
   *
   * @param taken from {@link #only}
   * @throws InvalidInput naming the first of the others
   */
  public void refuseOthers(int taken, String kind) {
    int others = given & ~taken;
    Member other = others == 0 ? null : Member.firstOf(others);
    if (other != null) {
      throw new InvalidInput(
          other.label, "unknown field " + other.label + " of an event of kind " + kind);
    }
  }

  /**
   * Accepts drafts one by one, and keeps their order.
   *
   * @param accept throws an {@link InvalidInput} if a draft is not acceptable
   * @throws InvalidDraft for the first that is not
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

  /** 1 where it has none. */
  public long delta() {
    return delta;
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

  /** A text, or a number as it was written; see {@link #valueIsText}. */
  public @Nullable String value() {
    return value;
  }

  public boolean valueIsText() {
    return valueIsText;
  }

  public long min() {
    return min;
  }

  public long max() {
    return max;
  }

  /**
   * The counter that it names.
   *
   * @throws NullPointerException if it names none
   */
  public CounterName counter() {
    return Objects.requireNonNull(counter, "of the counter in the path");
  }

  /** Tells whether it is an element of a list. */
  public boolean isListed() {
    return index != ALONE;
  }

  public int index() {
    return index;
  }

  /** The line that it was found in, from 1; 0 where there are no lines. */
  public int line() {
    return line;
  }
}
