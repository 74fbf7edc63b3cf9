package io.quipu.service.verticles;

import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Layout;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.Topic;
import java.util.List;

/** The requests that ingest verticles take, and their announcements. */
public final class IngestAddresses {
  /** Records events of one counter; served by its {@link #lane}. */
  public static final Address<Recording, RecordOutcome> RECORD = Address.of("ingest.record");

  /** Records events of several counters that belong to the same instance. */
  public static final Address<List<Recording>, List<RecordOutcome>> RECORD_ALL =
      Address.of("ingest.record-all");

  /** Tells whether hints of changes are wanted from now on. Before the first they are not. */
  public static final Topic<Boolean> WATCHED = Topic.of("ingest.watched");

  /**
   * Hints that counters of this process changed: announced after the acknowledgement of events,
   * while they are wanted.
   */
  public static final Topic<Changed> CHANGED = Topic.of("ingest.changed");

  /**
   * Hints that counters may have changed of which no event was acknowledged: they were reset, or
   * the outcome of a write is unknown. They need not be counters that ever counted anything.
   */
  public static final Topic<Changed> TOUCHED = Topic.of("ingest.touched");

  /** The counters that changed in one turn; one may be there several times. */
  public record Changed(List<CounterName> counters) {}

  private IngestAddresses() {}

  /**
   * Which of some instances records for a counter: the same for all counters of a page. Where their
   * number divides that of the parts, no two of them write to one partition, unless for counters
   * with shards.
   */
  public static int lane(Layout layout, CounterName counter, int lanes) {
    return layout.page(counter) % lanes;
  }
}
