package io.quipu.service.verticles;

import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Layout;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.Topic;
import java.util.List;

/** The addresses of requests to ingest verticles, and the topics of their hints. */
public final class IngestAddresses {
  /** Records events of one counter; served by the {@link #lane} of the counter. */
  public static final Address<Recording, RecordOutcome> RECORD = Address.of("ingest.record");

  /** Records events of several counters; served by the {@link #lane} that all of them have. */
  public static final Address<List<Recording>, List<RecordOutcome>> RECORD_ALL =
      Address.of("ingest.record-all");

  /** Tells whether hints of changes are wanted from now on. At the start, none are wanted. */
  public static final Topic<Boolean> WATCHED = Topic.of("ingest.watched");

  /**
   * Hints that counters changed: this process has acknowledged events of the counters. Published
   * while hints are wanted.
   */
  public static final Topic<Changed> CHANGED = Topic.of("ingest.changed");

  /**
   * Hints that counters may have changed without an acknowledgement: a counter was reset, or the
   * outcome of a write is unknown. Some of the counters may never have had an event.
   */
  public static final Topic<Changed> TOUCHED = Topic.of("ingest.touched");

  /** The counters that changed in one turn; a counter may be listed several times. */
  public record Changed(List<CounterName> counters) {}

  private IngestAddresses() {}

  /**
   * The lane of a counter: the instance that records its events. All counters of a page have the
   * same lane. If the number of lanes divides the number of parts, two lanes never write to the
   * same partition, except for counters with shards.
   */
  public static int lane(Layout layout, CounterName counter, int lanes) {
    return layout.page(counter) % lanes;
  }
}
