package io.quipu.engine.names;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.input.Utf8;
import java.util.List;

/**
 * The full name of a counter: a namespace, {@code [a-z][a-z0-9_-]{0,47}}, and a name of 1 to
 * {@value Limits#NAME_BYTES} bytes of UTF-8 in which every character is allowed.
 *
 * <p>The order of names serves hash tables only. Callers can choose many names with one hash, and a
 * hash table finds a key among them quickly only if keys can be compared. Lists of counters are in
 * another order: the order of the UTF-8 bytes.
 *
 * <p>A namespace that is created again after its deletion has another <em>life</em>, and so has a
 * counter that is recorded again after it was purged. Counters of different lives have nothing in
 * common but their names.
 *
 * <p>A counter may have {@link Series}: what of it counts for some labels. A series has a state and
 * windows of its own, but no rows: those of its counter count for it, too.
 *
 * @param life the number of times that the namespace was deleted before; 0 until the namespace has
 *     been looked up
 * @param purged the number of times that the counter was purged before; 0 until the namespace has
 *     been looked up
 * @param series the {@link Series#key} of a series of the counter; empty for the counter itself
 */
public record CounterName(String namespace, int life, int purged, String name, String series)
    implements Comparable<CounterName> {
  /** The maximum number of characters of a namespace; each is one byte of UTF-8. */
  public static final int NAMESPACE_LENGTH = 48;

  /** Separates namespace and life. It comes before all characters of a namespace. */
  private static final char LIFE = '+';

  /** Separates the life of the namespace and that of the counter. It comes before the other. */
  private static final char PURGED = '#';

  /** Ends the name under which series are stored. It comes before the others. */
  private static final char SERIES = '!';

  /**
   * Makes the name of a counter as a caller says it, before its namespace is looked up.
   *
   * @throws InvalidInput naming {@code namespace} or {@code counter}, if that name is not valid
   */
  public CounterName(String namespace, String name) {
    this(namespace, 0, 0, name);
  }

  /**
   * Makes the name of a counter, not of a series.
   *
   * @throws InvalidInput naming {@code namespace} or {@code counter}, if that name is not valid
   */
  public CounterName(String namespace, int life, int purged, String name) {
    this(namespace, life, purged, name, "");
  }

  /**
   * @throws InvalidInput naming {@code namespace} or {@code counter}, if that name is not valid
   */
  public CounterName {
    checkNamespace(namespace);
    int bytes = Utf8.length(name);
    if (bytes < 0) {
      throw new InvalidInput("counter", "counter is not valid UTF-8");
    }
    if (bytes == 0 || bytes > Limits.NAME_BYTES) {
      throw new InvalidInput(
          "counter",
          "counter is " + bytes + " bytes long; 1 to " + Limits.NAME_BYTES + " bytes are allowed");
    }
  }

  /**
   * Makes the name of a counter or series that is stored.
   *
   * @param namespace as {@link #stored()}
   * @param key as {@link #key()}
   * @throws InvalidInput naming {@code namespace} or {@code counter}, if that name is not valid
   */
  public static CounterName ofStored(String namespace, String key) {
    int length = namespace.length();
    boolean isSeries = length > 0 && namespace.charAt(length - 1) == SERIES;
    int last = isSeries ? length - 1 : length;
    int purged = namespace.indexOf(PURGED);
    int life = namespace.indexOf(LIFE);
    int end = purged < 0 ? last : purged;
    return new CounterName(
        namespace.substring(0, life < 0 ? end : life),
        life < 0 ? 0 : Integer.parseInt(namespace, life + 1, end, 10),
        purged < 0 ? 0 : Integer.parseInt(namespace, purged + 1, last, 10),
        isSeries ? Series.counterIn(key) : key,
        isSeries ? Series.keyIn(key) : "");
  }

  /** The name under which the counters of a life of a namespace are stored that had this life. */
  public static String storedName(String namespace, int life, int purged) {
    String stored = life == 0 ? namespace : namespace + LIFE + life;
    return purged == 0 ? stored : stored + PURGED + purged;
  }

  /** The name under which the series of those counters are stored that are stored under a name. */
  public static String ofSeries(String stored) {
    return stored + SERIES;
  }

  /** The name of the namespace under which this counter or series is stored. */
  public String stored() {
    String stored = storedName(namespace, life, purged);
    return series.isEmpty() ? stored : ofSeries(stored);
  }

  /** The name of the counter, or the longer one of a series, under which it is stored. */
  public String key() {
    return series.isEmpty() ? name : Series.stored(name, series);
  }

  /** Tells whether this is a series of a counter. */
  public boolean isSeries() {
    return !series.isEmpty();
  }

  /** A series of this counter. */
  public CounterName with(String key) {
    return new CounterName(namespace, life, purged, name, key);
  }

  /** The counter of a series; itself if it is no series. */
  public CounterName whole() {
    return series.isEmpty() ? this : new CounterName(namespace, life, purged, name);
  }

  /** The name under which those counters of the namespace are stored that were never purged. */
  public String storedNamespace() {
    return storedName(namespace, life, 0);
  }

  /** The names of which the states on a page tell the state of this counter or series. */
  public List<CounterName> parts() {
    return series.isEmpty() ? List.of(this) : List.of(this, whole());
  }

  /** Returns the counter in its present life of the present life of its namespace. */
  public CounterName in(Namespace known) {
    int now = known.life();
    int times = known.knownLives().of(name);
    return now == life && times == purged
        ? this
        : new CounterName(namespace, now, times, name, series);
  }

  /** Returns the counter as a caller says it. */
  public CounterName named() {
    return life == 0 && purged == 0 ? this : new CounterName(namespace, 0, 0, name, series);
  }

  /** Returns the counter with another name in the same life of the same namespace. */
  public CounterName sibling(String other, CounterLives lives) {
    return new CounterName(namespace, life, lives.of(other), other);
  }

  /** Returns the counter as it is after one more purge. */
  public CounterName afterPurge() {
    return new CounterName(namespace, life, purged + 1, name);
  }

  /** Hashes the names only, as hardly anything has a second life. */
  @Override
  public int hashCode() {
    return 31 * (31 * series.hashCode() + namespace.hashCode()) + name.hashCode();
  }

  @Override
  public String toString() {
    return "CounterName[namespace=" + stored() + ", name=" + key() + "]";
  }

  @Override
  public int compareTo(CounterName other) {
    int order = namespace.compareTo(other.namespace);
    order = order != 0 ? order : Integer.compare(life, other.life);
    order = order != 0 ? order : Integer.compare(purged, other.purged);
    order = order != 0 ? order : name.compareTo(other.name);
    return order != 0 ? order : series.compareTo(other.series);
  }

  /**
   * Checks the name of a namespace.
   *
   * @throws InvalidInput naming {@code namespace} if the name is not valid
   */
  public static void checkNamespace(String namespace) {
    if (!isNamespace(namespace)) {
      throw new InvalidInput(
          "namespace",
          "namespace must be a lower-case letter followed by at most 47 of a-z, 0-9, _ and -");
    }
  }

  /**
   * Checks without a pattern. The check runs for every event, and a matcher would be a tenth of the
   * memory that is allocated for an event.
   */
  private static boolean isNamespace(String text) {
    if (text.isEmpty() || text.length() > NAMESPACE_LENGTH || !isLetter(text.charAt(0))) {
      return false;
    }
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isLetter(c) && (c < '0' || c > '9') && c != '_' && c != '-') {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z';
  }
}
