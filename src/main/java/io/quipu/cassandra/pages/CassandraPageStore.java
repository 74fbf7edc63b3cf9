package io.quipu.cassandra.pages;

import io.quipu.cassandra.cql.CoalescedRequests;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.windows.EventTime;
import io.vertx.core.Context;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Pages in Cassandra, each in its own partition. */
public final class CassandraPageStore implements PageStore {
  public static final List<Cql> STATEMENTS =
      Stream.concat(ReadPages.STATEMENTS.stream(), AdvancePage.STATEMENTS.stream()).toList();

  private final Requests requests;
  private final ReadPages reads;
  private final CoalescedRequests<ReadPages.Ask, PageState> coalesced;
  private final AdvancePage advance;

  /**
   * @param context calls this store, and completes every stage that this store returns
   */
  public CassandraPageStore(CassandraSession session, Context context) {
    this.requests = session.requests(context);
    this.reads = new ReadPages(session, requests);
    this.coalesced = new CoalescedRequests<>(requests::afterThisTurn, reads, MOST_COUNTERS);
    this.advance = new AdvancePage(session);
  }

  @Override
  public CompletionStage<PageState> read(int page, Collection<CounterName> counters) {
    return coalesced.ask(new ReadPages.Ask(page, bounded(counters)));
  }

  @Override
  public CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters) {
    return reads.serially(page, bounded(counters));
  }

  @Override
  public CompletionStage<LastStep> lastStep(int page) {
    return reads.lastStep(page);
  }

  @Override
  public CompletionStage<CasOutcome> advance(
      int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
    bounded(changed.keySet());
    return requests.conditional(() -> advance.statement(page, expected, next, changed));
  }

  private static Collection<CounterName> bounded(Collection<CounterName> counters) {
    if (counters.size() > MOST_COUNTERS) {
      throw new IllegalArgumentException(counters.size() + " counters in one go");
    }
    return counters;
  }
}
