package io.quipu.ingest;

import io.quipu.bus.Address;
import io.quipu.bus.Topic;
import io.quipu.counter.CounterName;

/** What may be asked of the ingest verticles, and what they announce. */
public final class Ingest {
  /** Records events of one counter; served by the instance of its key. */
  public static final Address<Append, AppendOutcome> APPEND = Address.of("ingest.append");

  /** Records events of several counters that belong to the same instance. */
  public static final Address<AppendAll, AppendAll.Outcomes> APPEND_ALL =
      Address.of("ingest.append-all");

  /** Hints that a counter of this process changed: announced after the acknowledgement. */
  public static final Topic<CounterName> CHANGED = Topic.of("ingest.changed");

  private Ingest() {}
}
