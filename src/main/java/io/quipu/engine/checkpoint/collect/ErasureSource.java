package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.kind.Eraser;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.NamespaceStore;
import java.time.Duration;
import java.util.Map;

/**
 * The stores from which deleted namespaces and purged counters are deleted, of one process.
 *
 * @param erasers of the kinds, by their labels
 * @param pause the time between two looks
 * @param slack the time for which settings are cached (5 s), an accepted event may wait for its
 *     timeuuid (10 s), and its write may take (8 s), with a margin; reads take less
 * @param steps see {@link Sightings#isPast}
 */
public record ErasureSource(
    NamespaceStore namespaces,
    Erasure erasure,
    Map<String, Eraser> erasers,
    Duration pause,
    Duration slack,
    int steps) {
  /** The slack of processes that obey all bounds. */
  public static final Duration SLACK = Duration.ofSeconds(25);

  /** The steps after which a page settles no rows that were deleted before. */
  public static final int STEPS = 2;

  public ErasureSource(
      NamespaceStore namespaces, Erasure erasure, Map<String, Eraser> erasers, Duration pause) {
    this(namespaces, erasure, erasers, pause, SLACK, STEPS);
  }
}
