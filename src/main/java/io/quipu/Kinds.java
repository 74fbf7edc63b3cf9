package io.quipu;

import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.kinds.CassandraLinearStore;
import io.quipu.cassandra.kinds.CassandraSketchStore;
import io.quipu.cassandra.kinds.CassandraStandingValues;
import io.quipu.cassandra.namespaces.CassandraNamespaceStore;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kinds.latest.LatestKind;
import io.quipu.engine.kinds.linear.LinearKind;
import io.quipu.engine.kinds.linear.LinearMeters;
import io.quipu.engine.kinds.linear.LinearSettings;
import io.quipu.engine.kinds.sketch.SketchKind;
import io.quipu.engine.kinds.sketch.SketchMeters;
import io.quipu.engine.kinds.sketch.SketchSettings;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.time.Clock;
import java.util.List;
import java.util.stream.Stream;

/** The only list of the kinds of counters. */
public final class Kinds {
  /** The statements of the kinds with their own tables, prepared when the session is opened. */
  public static final List<Cql> STATEMENTS =
      Stream.of(
              CassandraLinearStore.STATEMENTS,
              CassandraStandingValues.STATEMENTS,
              CassandraSketchStore.STATEMENTS)
          .flatMap(List::stream)
          .toList();

  private Kinds() {}

  /**
   * All kinds, in the order in which users see the names of the kinds.
   *
   * @param session for the kinds with their own tables
   * @param queuedEvents the maximum number of events that wait or are being written in one
   *     recording context; linear and sketch each have this bound
   * @param heldBytes the maximum size of these events in bytes; linear and sketch each have this
   *     bound, but sketch uses one half for events and the other half for states
   */
  public static KnownKinds over(
      CassandraSession session,
      MeterRegistry meters,
      Clock clock,
      int queuedEvents,
      long heldBytes) {
    return new KnownKinds(
        List.of(
            TallyKind.EVENT, //
            TallyKind.UNIQUE,
            new LatestKind(() -> CassandraStandingValues.here(session)),
            new LinearKind(
                () -> CassandraLinearStore.here(session),
                () -> CassandraNamespaceStore.here(session),
                LinearSettings.of(queuedEvents, heldBytes),
                new LinearMeters(meters),
                clock),
            new SketchKind(
                () -> CassandraSketchStore.here(session),
                SketchSettings.of(queuedEvents, heldBytes),
                new SketchMeters(meters))));
  }
}
