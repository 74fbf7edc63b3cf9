package io.quipu.cassandra.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.IdPartition;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.contract.SettledIdsContract;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraSettledIdsIT extends SettledIdsContract {
  private static final CounterName COUNTER = new CounterName("votes", "timed");
  private final StoreSession stores;

  CassandraSettledIdsIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected SettledIds ids() {
    return stores.owned(SettledIds.class, CassandraSettledIds::new);
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }

  @Test
  void rowsAreWrittenAtTheTimeOfTheirPeriod_andTheDeletionCoversNothingLater() {
    for (int window : List.of(DeduplicationWindow.FOREVER, 60, 86_400)) {
      IdPartition in = new IdPartition(page, 2, window, IdPartition.periodOf(window, START));
      CountedId id = new CountedId("a", START.timeuuid(0, 1), 7, 1, window);
      long micros = in.period() * 1_000_000;
      remember(in, List.of(new Counted(COUNTER, id)));
      assertThat(writtenAt(in)).containsExactly(micros);

      await(store.delete(in));
      write(in, id, micros + 1);
      assertThat(writtenAt(in)).isEmpty();

      write(in, id, micros + 2);
      assertThat(find(in, new CounterId(COUNTER, "a"))).containsExactly(new Counted(COUNTER, id));
    }
  }

  private List<Long> writtenAt(IdPartition in) {
    return stores
        .cql
        .execute(
            "SELECT writetime(delta) FROM %s.member WHERE page = ? AND part = ? AND remember = ? AND period = ?"
                .formatted(stores.keyspace),
            in.page(),
            in.part(),
            in.window(),
            Instant.ofEpochSecond(in.period()))
        .map(row -> row.getLong(0))
        .all();
  }

  private void write(IdPartition in, CountedId id, long timestamp) {
    stores.cql.execute(
        "INSERT INTO %s.member (page, part, remember, period, namespace, counter, id, at, delta) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) USING TIMESTAMP %d"
            .formatted(stores.keyspace, timestamp),
        in.page(),
        in.part(),
        in.window(),
        Instant.ofEpochSecond(in.period()),
        COUNTER.namespace(),
        COUNTER.name(),
        id.id(),
        id.at(),
        id.delta());
  }
}
