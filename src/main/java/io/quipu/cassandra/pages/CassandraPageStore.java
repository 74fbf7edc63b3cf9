package io.quipu.cassandra.pages;

import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.data.TupleValue;
import io.quipu.cassandra.cql.CoalescedRequests;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Names;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.cql.WholeAnswer;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.windows.EventTime;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * Pages in Cassandra, each in its own partition. Quorum reads of the same page may share a query.
 */
public final class CassandraPageStore implements PageStore {
  private static final String COUNTERS =
      "SELECT " + PageRows.ALL + " FROM $ks.page WHERE page = ? AND (namespace, counter) IN ?";
  private static final Cql READ = Cql.read(COUNTERS);
  private static final Cql READ_SERIAL = Cql.serialRead(COUNTERS);
  private static final Cql LAST_STEP =
      Cql.serialRead(
          "SELECT " + PageRows.HEADER + ", changed FROM $ks.page WHERE page = ? LIMIT 1");

  public static final List<Cql> STATEMENTS =
      Stream.concat(Stream.of(READ, READ_SERIAL, LAST_STEP), AdvancePage.STATEMENTS.stream())
          .toList();

  private final CassandraSession session;
  private final Requests requests;
  private final CoalescedRequests<Ask, PageState> reads;
  private final AdvancePage advance;
  private final DecodedRuns runs = new DecodedRuns();

  /**
   * @param context calls this store, and completes every stage that this store returns
   */
  public CassandraPageStore(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
    this.reads = new CoalescedRequests<>(requests::afterThisTurn, new Reads(), MOST_COUNTERS);
    this.advance = new AdvancePage(session);
  }

  @Override
  public CompletionStage<PageState> read(int page, Collection<CounterName> counters) {
    return reads.ask(new Ask(page, List.copyOf(bounded(counters))));
  }

  @Override
  public CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters) {
    return read(READ_SERIAL, page, bounded(counters));
  }

  @Override
  public CompletionStage<LastStep> lastStep(int page) {
    PageRows rows = new PageRows(page, runs);
    return requests.read(() -> session.bind(LAST_STEP, page), found -> rows.lastStep(found.one()));
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

  private CompletionStage<PageState> read(Cql select, int page, Collection<CounterName> counters) {
    PageRows rows = new PageRows(page, runs);
    return WholeAnswer.of(
        () -> requests.read(() -> statement(select, page, counters), rows::state));
  }

  private Statement<?> statement(Cql select, int page, Collection<CounterName> counters) {
    List<TupleValue> names = new ArrayList<>(counters.size() + 1);
    names.add(PageSteps.ROW);
    counters.forEach(counter -> names.add(Names.of(counter)));
    return session.bind(select, page, names).setPageSize(PageRows.ONE_GO);
  }

  /** A quorum read of the header and of some counters of a page. */
  private record Ask(int page, List<CounterName> counters) {
    PageState part(PageState all) {
      Map<CounterName, CounterState> found = new HashMap<>();
      for (CounterName counter : counters) {
        CounterState state = all.counters().get(counter);
        if (state != null) {
          found.put(counter, state);
        }
      }
      return new PageState(all.header(), found);
    }
  }

  private final class Reads implements CoalescedRequests.Query<Ask, PageState> {
    @Override
    public Object group(Ask ask) {
      return ask.page;
    }

    @Override
    public int size(Ask ask) {
      return ask.counters.size();
    }

    @Override
    public CompletionStage<PageState> askOne(Ask ask) {
      return read(READ, ask.page, ask.counters);
    }

    @Override
    public CompletionStage<List<PageState>> askSeveral(List<Ask> asks) {
      Set<CounterName> all = new LinkedHashSet<>();
      asks.forEach(ask -> all.addAll(ask.counters));
      return read(READ, asks.get(0).page, all)
          .thenApply(state -> asks.stream().map(ask -> ask.part(state)).toList());
    }
  }
}
