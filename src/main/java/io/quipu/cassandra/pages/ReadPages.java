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
import io.quipu.engine.store.PageStore.LastStep;
import io.quipu.engine.store.PageStore.PageState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Reads page headers and states of counters. Quorum reads of the same page may share a query. */
record ReadPages(CassandraSession session, Requests requests)
    implements CoalescedRequests.Query<ReadPages.Ask, PageState> {
  private static final String COUNTERS =
      "SELECT " + PageRows.ALL + " FROM $ks.page WHERE page = ? AND (namespace, counter) IN ?";
  private static final Cql READ = Cql.read(COUNTERS);
  private static final Cql READ_SERIAL = Cql.serialRead(COUNTERS);
  private static final Cql LAST_STEP =
      Cql.serialRead(
          "SELECT " + PageRows.HEADER + ", changed FROM $ks.page WHERE page = ? LIMIT 1");

  static final List<Cql> STATEMENTS = List.of(READ, READ_SERIAL, LAST_STEP);

  /** A read of the header and of some counters of a page. */
  record Ask(int page, List<CounterName> counters) {
    Ask(int page, Collection<CounterName> counters) {
      this(page, List.copyOf(counters));
    }
  }

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

  CompletionStage<PageState> serially(int page, Collection<CounterName> counters) {
    return read(READ_SERIAL, page, counters);
  }

  CompletionStage<LastStep> lastStep(int page) {
    PageRows rows = new PageRows(page);
    return requests.read(() -> session.bind(LAST_STEP, page), found -> rows.lastStep(found.one()));
  }

  @Override
  public CompletionStage<List<PageState>> askSeveral(List<Ask> asks) {
    Set<CounterName> all = new LinkedHashSet<>();
    asks.forEach(ask -> all.addAll(ask.counters));
    return read(READ, asks.get(0).page, all)
        .thenApply(state -> asks.stream().map(ask -> part(ask, state)).toList());
  }

  private static PageState part(Ask ask, PageState all) {
    Map<CounterName, CounterState> found = new HashMap<>();
    for (CounterName counter : ask.counters) {
      CounterState state = all.counters().get(counter);
      if (state != null) {
        found.put(counter, state);
      }
    }
    return new PageState(all.header(), found);
  }

  private CompletionStage<PageState> read(Cql select, int page, Collection<CounterName> counters) {
    PageRows rows = new PageRows(page);
    return WholeAnswer.of(
        () -> requests.read(() -> statement(select, page, counters), rows::state));
  }

  private Statement<?> statement(Cql select, int page, Collection<CounterName> counters) {
    List<TupleValue> names = new ArrayList<>(counters.size() + 1);
    names.add(PageSteps.ROW);
    counters.forEach(counter -> names.add(Names.of(counter)));
    return session.bind(select, page, names).setPageSize(PageRows.ONE_GO);
  }
}
