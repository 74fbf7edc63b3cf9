package io.quipu.ingest;

import io.quipu.bus.Address;

/** What may be asked of the ingest verticles. Served by the instance of the counter's key. */
public final class Ingest {
  public static final Address<Append, AppendOutcome> APPEND = Address.of("ingest.append");

  /** Appends to several counters that belong to the same instance. */
  public static final Address<AppendAll, AppendAll.Outcomes> APPEND_ALL =
      Address.of("ingest.append-all");

  private Ingest() {}
}
