package io.quipu.cassandra.kinds;

import io.quipu.cassandra.facts.CassandraCounterNames;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.WriteOutcome;
import io.vertx.core.Context;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Enters the names of counters that are not on pages, each in the part that its page would have.
 */
final class CounterNaming {
  private final CounterNames names;
  private final Layout layout;

  CounterNaming(CassandraSession session, Context context) {
    this.names = new CassandraCounterNames(session, context);
    this.layout = session.layout();
  }

  /** Enters a counter; may be repeated. */
  CompletionStage<WriteOutcome> enter(CounterName counter) {
    return names.enter(layout.part(layout.page(counter)), List.of(counter));
  }
}
