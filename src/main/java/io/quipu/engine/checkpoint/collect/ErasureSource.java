package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.kind.Eraser;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Layout;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.NamespaceStore;
import java.time.Duration;
import java.util.Map;

/**
 * The stores from which deleted namespaces and purged counters are deleted, of one process.
 *
 * @param erasers of the kinds, by their labels
 * @param pause the shortest time between two looks
 * @param slack the time for which settings are cached, reads take, and an event may wait to be
 *     recorded, with a margin
 */
public record ErasureSource(
    NamespaceStore namespaces,
    Erasure erasure,
    Map<String, Eraser> erasers,
    Duration pause,
    Duration slack) {
  /** The slack of processes that obey all bounds. */
  public static final Duration SLACK = Duration.ofSeconds(15);

  public ErasureSource(
      NamespaceStore namespaces, Erasure erasure, Map<String, Eraser> erasers, Duration pause) {
    this(namespaces, erasure, erasers, pause, SLACK);
  }

  /**
   * The point that a page must have passed before its data are deleted, exclusive.
   *
   * @param end of the rows in the part of the page, see {@link Sightings#end}
   */
  static EventTime passed(Layout layout, EventTime end) {
    return end.plusTicks(layout.collectionWait().toNanos() / 100);
  }
}
