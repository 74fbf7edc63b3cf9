package io.quipu.kinds;

import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.cassandra.CassandraSession;
import io.quipu.kind.KnownKinds;
import io.quipu.kinds.latest.CassandraStandingValues;
import io.quipu.kinds.latest.LatestKind;
import io.quipu.kinds.linear.CassandraLinearStore;
import io.quipu.kinds.linear.LinearKind;
import io.quipu.kinds.linear.LinearMeters;
import io.quipu.kinds.linear.LinearSettings;
import io.quipu.kinds.tally.TallyKind;
import java.util.List;

/** The only list of kinds. */
public final class Kinds {
  private Kinds() {}

  /**
   * All of them, in the order in which they are named to users.
   *
   * @param session for those that have tables of their own
   * @param queuedEvents most events that wait in each context that records
   * @param heldBytes most bytes that they may take
   */
  public static KnownKinds over(
      CassandraSession session, MeterRegistry meters, int queuedEvents, long heldBytes) {
    session.prepare(CassandraLinearStore.STATEMENTS);
    session.prepare(CassandraStandingValues.STATEMENTS);
    return new KnownKinds(
        List.of(
            TallyKind.EVENT, //
            TallyKind.UNIQUE,
            new LatestKind(() -> CassandraStandingValues.here(session)),
            new LinearKind(
                () -> CassandraLinearStore.here(session),
                LinearSettings.of(queuedEvents, heldBytes),
                new LinearMeters(meters))));
  }
}
