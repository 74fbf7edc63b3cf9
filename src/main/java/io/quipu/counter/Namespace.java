package io.quipu.counter;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings that a group of counters shares.
 *
 * @param deduplicate how long an event id is remembered: a length, {@code forever} or {@code off}
 * @param retain how long rows are kept at least after they were settled: a length or {@code
 *     forever}
 * @param shards over how many pages a counter is spread, 1 to {@value #MAX_SHARDS}
 * @param windows the granularities that may be asked for
 * @param deduplicationWindow what {@code kind} and {@code deduplicate} come to, computed once; see
 *     {@link DeduplicationWindow}
 */
public record Namespace(
    String name,
    Kind kind,
    Span deduplicate,
    Span retain,
    int shards,
    Set<Granularity> windows,
    int deduplicationWindow) {
  /** Most shards of a counter. */
  public static final int MAX_SHARDS = 64;

  /** The namespace that always exists. */
  public static final Namespace DEFAULT = of("default", Kind.EVENT);

  /**
   * @throws InvalidInput naming {@code namespace} or {@code shards}
   */
  public Namespace {
    CounterName.checkNamespace(name);
    checkShards(shards);
    windows = Set.copyOf(windows);
    if (deduplicationWindow != DeduplicationWindow.of(kind, deduplicate)) {
      throw new IllegalArgumentException(deduplicationWindow + " is not " + deduplicate.label());
    }
  }

  /**
   * @throws InvalidInput naming {@code namespace} or {@code shards}
   */
  public Namespace(
      String name, Kind kind, Span deduplicate, Span retain, int shards, Set<Granularity> windows) {
    this(
        name,
        kind,
        deduplicate,
        retain,
        shards,
        windows,
        DeduplicationWindow.of(kind, deduplicate));
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

  /** The settings as one word: equal where they are, and different where they are not. */
  public String version() {
    String granularities =
        windows.stream().sorted().map(Granularity::label).collect(Collectors.joining("+"));
    return String.join(
        "-",
        kind.label(),
        deduplicate.label(),
        retain.label(),
        Integer.toString(shards),
        granularities);
  }

  /** A namespace with the default settings. */
  public static Namespace of(String name, Kind kind) {
    Span deduplicate = kind == Kind.UNIQUE ? Span.FOREVER : new Span("24h");
    return new Namespace(
        name, kind, deduplicate, new Span("1d"), 1, EnumSet.allOf(Granularity.class));
  }
}
