package io.quipu.engine.names;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The name of a state that is kept of a counter: of all of its events, of those of one {@link
 * Series}, or of those of either in a window. All but the first are <em>derived</em>. A derived
 * state is stored under a name that no caller can write, because its namespace contains a {@code
 * !}. So lists do not know it.
 *
 * <p>The stored namespace of a window begins with the window between two {@code !}, and ends with
 * the stored namespace of the counter or series. The stored name is that of the counter or series.
 *
 * @param counter the counter, or a series of a counter
 * @param window the window of the events; null for all events
 */
public record DerivedName(CounterName counter, @Nullable Window window)
    implements Comparable<DerivedName> {
  private static final char MARK = '!';

  /** Added to seconds of Unix time, so that they have no sign. */
  private static final long BEFORE_1970 = 100_000_000_000L;

  /** Names the state of all events of a counter or series. */
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
    if (namespace.isEmpty() || namespace.charAt(0) != MARK) {
      return whole(CounterName.ofStored(namespace, name));
    }
    int mark = namespace.indexOf(MARK, 1);
    if (mark < 0) {
      throw new IllegalArgumentException("no window ends in " + namespace);
    }
    return new DerivedName(
        CounterName.ofStored(namespace.substring(mark + 1), name),
        window(namespace.substring(1, mark)));
  }

  /**
   * The state with a {@link #derivation}.
   *
   * @param parent the {@link #parent} of the state
   * @throws IllegalArgumentException if {@link #derivation()} makes no such text
   */
  public static DerivedName of(CounterName parent, String derivation) {
    return !derivation.isEmpty() && derivation.charAt(0) == MARK
        ? whole(parent.with(derivation.substring(1)))
        : new DerivedName(parent, window(derivation));
  }

  private static Window window(String derivation) {
    return new Window(
        granularity(derivation.isEmpty() ? MARK : derivation.charAt(0)),
        Long.parseLong(derivation, 1, derivation.length(), 10) - BEFORE_1970);
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
    return window != null || counter.isSeries();
  }

  /**
   * The origin of a derived state: of a window its counter or series, and of a series its counter.
   */
  public CounterName parent() {
    return window == null ? counter.whole() : counter;
  }

  /**
   * The text that tells the derived states of one {@link #parent} apart; empty for the state of all
   * events of a counter. The texts of windows of one granularity have the order of time, and those
   * of series that of their keys.
   */
  public String derivation() {
    if (window == null) {
      return counter.isSeries() ? MARK + counter.series() : "";
    }
    return String.format(
        Locale.ROOT, "%c%012d", letter(window.granularity()), window.startSecond() + BEFORE_1970);
  }

  /** The derivations of the series of a breakdown. */
  public static NameRange ofBreakdown(int breakdown) {
    return new NameRange(MARK + Series.prefix(breakdown), MARK + Series.prefix(breakdown + 1));
  }

  /** The name of the namespace under which the state is stored. */
  public String stored() {
    return window == null ? counter.stored() : MARK + derivation() + MARK + counter.stored();
  }

  /** The name under which the state is stored, beside {@link #stored()}. */
  public String name() {
    return counter.key();
  }

  /**
   * Tells whether a stored namespace is that of states of counters of a namespace.
   *
   * @param namespace as {@link #stored()} makes it
   * @param ofCounter as {@link CounterName#stored()} makes it for a counter
   */
  public static boolean isOf(String namespace, String ofCounter) {
    return ends(namespace, ofCounter) || ends(namespace, CounterName.ofSeries(ofCounter));
  }

  private static boolean ends(String namespace, String last) {
    return namespace.endsWith(last)
        && (namespace.length() == last.length()
            || namespace.charAt(namespace.length() - last.length() - 1) == MARK);
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
