package io.quipu.ingest;

import io.quipu.bus.Address;
import io.quipu.bus.Topic;
import io.quipu.counter.CounterName;
import java.util.List;

/** What may be asked of the ingest verticles, and what they announce. */
public final class IngestAddresses {
  /** Records events of one counter; served by the instance of its key. */
  public static final Address<Append, AppendOutcome> APPEND = Address.of("ingest.append");

  /** Records events of several counters that belong to the same instance. */
  public static final Address<AppendAll, AppendAll.Outcomes> APPEND_ALL =
      Address.of("ingest.append-all");

  /** Whether hints of changes are wanted from now on. Before the first they are not. */
  public static final Topic<Boolean> WATCHED = Topic.of("ingest.watched");

  /**
   * Hints that counters of this process changed: announced after the acknowledgement, while they
   * are wanted.
   */
  public static final Topic<Changed> CHANGED = Topic.of("ingest.changed");

  /** What changed in one turn; a counter may be there several times. */
  public record Changed(List<CounterName> counters) {}

  private IngestAddresses() {}
}
