package io.quipu.engine.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The name of a state that is kept of a counter: of all events of the counter, or only of those in
 * a window. The latter is <em>derived</em>. A derived state is stored under a name that no caller
 * can write, because its namespace contains a {@code !}. So lists do not know it.
 *
 * <p>The stored namespace begins with what the state is derived by, and ends with the stored
 * namespace of the counter. The stored name is that of the counter. The last {@code !} separates
 * the parts of the namespace, so more may be put before it.
 *
 * @param window the window of the events; null for all events
 */
public record DerivedName(CounterName counter, @Nullable Window window)
    implements Comparable<DerivedName> {
  private static final char MARK = '!';

  /** Added to seconds of Unix time, so that they have no sign. */
  private static final long BEFORE_1970 = 100_000_000_000L;

  /** Names the state of all events of a counter. */
  public static DerivedName whole(CounterName counter) {
    return new DerivedName(counter, null);
  }

  /**
   * The name under which a state is stored.
   *
   * @param namespace as {@link #stored()}
   * @throws IllegalArgumentException if {@link #stored()} makes no such namespace
   * @throws InvalidInput naming {@code namespace} or {@code counter}, if that name is not valid
   */
  public static DerivedName ofStored(String namespace, String name) {
    int mark = namespace.lastIndexOf(MARK);
    return mark < 0
        ? whole(CounterName.ofStored(namespace, name))
        : of(
            CounterName.ofStored(namespace.substring(mark + 1), name),
            namespace.substring(1, mark));
  }

  /**
   * The state of a counter with a {@link #derivation}.
   *
   * @throws IllegalArgumentException if {@link #derivation()} makes no such text
   */
  public static DerivedName of(CounterName counter, String derivation) {
    return new DerivedName(
        counter,
        new Window(
            granularity(derivation.isEmpty() ? MARK : derivation.charAt(0)),
            Long.parseLong(derivation, 1, derivation.length(), 10) - BEFORE_1970));
  }

  private static Granularity granularity(char letter) {
    for (Granularity granularity : Granularity.values()) {
      if (letter(granularity) == letter) {
        return granularity;
      }
    }
    throw new IllegalArgumentException("no granularity begins with " + letter);
  }

  private static char letter(Granularity granularity) {
    return granularity.label().charAt(0);
  }

  /** Tells whether the state has only some events of the counter. */
  public boolean isDerived() {
    return window != null;
  }

  /**
   * The text that tells the derived states of one counter apart; empty for the state of all events.
   * The texts of windows of one granularity have the order of time.
   */
  public String derivation() {
    return window == null
        ? ""
        : String.format(
            Locale.ROOT,
            "%c%012d",
            letter(window.granularity()),
            window.startSecond() + BEFORE_1970);
  }

  /** The name of the namespace under which the state is stored. */
  public String stored() {
    return window == null ? counter.stored() : MARK + derivation() + MARK + counter.stored();
  }

  /** The name under which the state is stored, beside {@link #stored()}. */
  public String name() {
    return counter.name();
  }

  /**
   * Tells whether a stored namespace is that of states of counters of a namespace.
   *
   * @param namespace as {@link #stored()} makes it
   * @param ofCounter as {@link CounterName#stored()} makes it
   */
  public static boolean isOf(String namespace, String ofCounter) {
    return namespace.endsWith(ofCounter)
        && (namespace.length() == ofCounter.length()
            || namespace.charAt(namespace.length() - ofCounter.length() - 1) == MARK);
  }

  /** Does not use hashes of constants, which differ from process to process. */
  @Override
  public int hashCode() {
    return window == null
        ? counter.hashCode()
        : 31 * (31 * counter.hashCode() + Long.hashCode(window.startSecond()))
            + (int) window.granularity().seconds();
  }

  @Override
  public int compareTo(DerivedName other) {
    int order = counter.compareTo(other.counter);
    if (order != 0 || window == null || other.window == null) {
      return order != 0 ? order : Boolean.compare(window != null, other.window != null);
    }
    return window.compareTo(other.window);
  }
}
