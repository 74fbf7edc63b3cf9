package io.quipu.engine.names;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The settings that a group of counters shares.
 *
 * @param kind the name of the kind in the contract
 * @param deduplicate the time for which an event id is remembered: a length, {@code forever} or
 *     {@code off}
 * @param retain the minimum time for which settled rows are kept: a length or {@code forever}
 * @param shards the number of shards of a counter, 1 to {@value #MAX_SHARDS}
 * @param windows the granularities of windows that a caller may read
 * @param settings the settings that only some kinds take, as texts, by the name of the setting
 * @param deduplicationWindow the window of {@code deduplicate}, computed once; see {@link
 *     DeduplicationWindow}
 * @param lives how often counters were purged, as far as it was looked up
 */
public record Namespace(
    String name,
    String kind,
    TimeSpan deduplicate,
    TimeSpan retain,
    int shards,
    Set<Granularity> windows,
    Map<String, String> settings,
    int deduplicationWindow,
    CounterLives lives) {
  /** The maximum number of shards of a counter. */
  public static final int MAX_SHARDS = 64;

  /**
   * The key in {@code settings} for kinds that forget an id after a number of later ids. Its value
   * is this number. The component {@code deduplicate} then has its default.
   */
  public static final String DEDUPLICATE = "deduplicate";

  /** The key in {@code settings} for how often the namespace was deleted; absent for never. */
  public static final String LIFE = "life";

  /**
   * The key in {@code settings} for when the namespace was deleted, in ticks of event time. Such a
   * namespace exists for nobody but those who delete what it held.
   */
  public static final String DELETED = "deleted";

  /** The key in {@code settings} which tells that nothing is left of a deleted namespace. */
  public static final String GONE = "gone";

  /** The key in {@code settings} for the number of purges of counters; absent for none. */
  public static final String PURGES = "purges";

  /** The key in {@code settings} for how often the counter was purged that was so most often. */
  public static final String LIVES = "lives";

  private static final Set<String> OF_LIVES = Set.of(LIFE, DELETED, GONE, PURGES, LIVES);

  /** The kind of a namespace that names no kind. */
  public static final String DEFAULT_KIND = "event";

  /** The namespace that always exists. */
  public static final Namespace DEFAULT = of("default", DEFAULT_KIND);

  /**
   * @throws InvalidInput naming {@code namespace} or {@code shards}
   */
  public Namespace {
    CounterName.checkNamespace(name);
    checkShards(shards);
    windows = Set.copyOf(windows);
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    if (deduplicationWindow != DeduplicationWindow.of(deduplicate)) {
      throw new IllegalArgumentException(deduplicationWindow + " is not " + deduplicate.label());
    }
  }

  /**
   * @throws InvalidInput naming {@code namespace} or {@code shards}
   */
  public Namespace(
      String name,
      String kind,
      TimeSpan deduplicate,
      TimeSpan retain,
      int shards,
      Set<Granularity> windows,
      Map<String, String> settings) {
    this(
        name,
        kind,
        deduplicate,
        retain,
        shards,
        windows,
        settings,
        DeduplicationWindow.of(deduplicate),
        CounterLives.NONE);
  }

  /**
   * Checks a number of shards.
   *
   * @throws InvalidInput naming {@code shards}
   */
  public static void checkShards(int shards) {
    if (shards < 1 || shards > MAX_SHARDS) {
      throw new InvalidInput("shards", "shards must be a number from 1 to " + MAX_SHARDS);
    }
  }

  /** Tells whether a key in {@code settings} is about deletions and purges, and not a setting. */
  public static boolean isOfLives(String key) {
    return OF_LIVES.contains(key);
  }

  /** How often the namespace was deleted before, see {@link CounterName#life}. */
  public int life() {
    return number(LIFE);
  }

  /** The number of purges of counters in this life of the namespace. */
  public int purges() {
    return number(PURGES);
  }

  private int number(String key) {
    String text = settings.isEmpty() ? null : settings.get(key);
    return text == null ? 0 : Integer.parseInt(text);
  }

  /** The name under which this life of the namespace is stored. */
  public String stored() {
    return CounterName.storedName(name, life(), 0);
  }

  /** The names under which counters of this life of the namespace are stored. */
  public List<String> storedNames() {
    return IntStream.rangeClosed(0, number(LIVES))
        .mapToObj(purged -> CounterName.storedName(name, life(), purged))
        .toList();
  }

  /** The names under which counters of this life of the namespace, and series, are stored. */
  public List<String> storedNamesWithSeries() {
    List<String> names = new ArrayList<>(storedNames());
    if (settings.containsKey(Breakdowns.LABELS)) {
      storedNames().forEach(stored -> names.add(CounterName.ofSeries(stored)));
    }
    return names;
  }

  /**
   * How often counters were purged.
   *
   * @throws IllegalStateException if the purges were not all looked up
   */
  public CounterLives knownLives() {
    if (purges() != lives.number()) {
      throw new IllegalStateException(lives + " are known of " + purges() + " in " + name);
    }
    return lives;
  }

  /** This namespace with the lives of its counters, as they were looked up. */
  public Namespace knowing(CounterLives looked) {
    return new Namespace(
        name, kind, deduplicate, retain, shards, windows, settings, deduplicationWindow, looked);
  }

  /** The namespace after one more purge of a counter. */
  public Namespace purged(CounterLives.Purge purge) {
    int most = Math.max(number(LIVES), purge.life());
    return withSetting(PURGES, Integer.toString(purge.number()))
        .withSetting(LIVES, Integer.toString(most));
  }

  /** When the namespace was deleted; empty if it exists. */
  public Optional<EventTime> deleted() {
    return Optional.ofNullable(settings.get(DELETED))
        .map(ticks -> new EventTime(Long.parseLong(ticks)));
  }

  /** Tells whether the namespace was deleted, and nothing is left of it. */
  public boolean isGone() {
    return settings.containsKey(GONE);
  }

  /** The namespace as it is from a deletion on. */
  public Namespace deleted(EventTime at) {
    return withSetting(DELETED, Long.toString(at.ticks()));
  }

  /** The deleted namespace, when nothing is left of it. */
  public Namespace gone() {
    return withSetting(GONE, "true");
  }

  /** The namespace in the life after the one of a namespace that is gone. */
  public Namespace after(Namespace gone) {
    return withSetting(LIFE, Integer.toString(gone.life() + 1));
  }

  private Namespace withSetting(String key, String value) {
    Map<String, String> all = new TreeMap<>(settings);
    all.put(key, value);
    return new Namespace(name, kind, deduplicate, retain, shards, windows, all);
  }

  /** The settings as one word, without the name. Words are equal exactly if the settings are. */
  public String version() {
    String granularities =
        windows.stream().sorted().map(Granularity::label).collect(Collectors.joining("+"));
    String common =
        String.join(
            "-",
            kind,
            deduplicate.label(),
            retain.label(),
            Integer.toString(shards),
            granularities);
    return settings.isEmpty() ? common : common + "-" + hex(settings);
  }

  /** Encodes settings, because a text may have characters that an HTTP header cannot have. */
  private static String hex(Map<String, String> settings) {
    StringBuilder text = new StringBuilder();
    settings.forEach((name, value) -> text.append(name).append('\0').append(value).append('\0'));
    return HexFormat.of().formatHex(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Makes a namespace with the default settings. */
  public static Namespace of(String name, String kind) {
    return of(name, kind, new TimeSpan("24h"));
  }

  /** Makes a namespace with the default settings, except {@code deduplicate}. */
  public static Namespace of(String name, String kind, TimeSpan deduplicate) {
    return new Namespace(
        name, kind, deduplicate, new TimeSpan("1d"), 1, EnumSet.allOf(Granularity.class), Map.of());
  }
}
