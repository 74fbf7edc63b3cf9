package io.quipu.service.verticles;

import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.Topic;
import java.util.List;

/** The addresses of requests to ingest verticles, and the topics of their hints. */
public final class IngestAddresses {
  /** Records events of one counter. Served by the {@link #lane} of the counter. */
  public static final Address<Recording, RecordOutcome> RECORD = Address.of("ingest.record");

  /** Records events or resets of counters of the same {@link #lane}. Served by this lane. */
  public static final Address<List<Recording>, List<RecordOutcome>> RECORD_ALL =
      Address.of("ingest.record-all");

  /** Tells whether hints of changes are wanted from now on. Before the first message, none are. */
  public static final Topic<Boolean> WATCHED = Topic.of("ingest.watched");

  /**
   * Hints that this process has acknowledged events of counters. Published only while hints are
   * wanted.
   */
  public static final Topic<Changed> CHANGED = Topic.of("ingest.changed");

  /**
   * Hints that counters may have changed without an acknowledgement: a counter was reset, or the
   * outcome of a write is unknown. Some of the counters may never have had an event. Published only
   * while hints are wanted.
   */
  public static final Topic<Changed> TOUCHED = Topic.of("ingest.touched");

  /** The counters of the hints of one turn of an event loop; a counter may occur several times. */
  public record Changed(List<CounterName> counters) {}

  private IngestAddresses() {}

  /**
   * The lane of a counter: the number of the instance that records the events of the counter. All
   * counters with the same first page have the same lane. If the number of lanes divides the number
   * of parts, two lanes of a process write to the same event partition only for counters with
   * several shards.
   */
  public static int lane(Layout layout, CounterName counter, int lanes) {
    return layout.page(counter) % lanes;
  }
}
