package io.quipu.cassandra.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.contract.SettledIdsContract;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraSettledIdsIT extends SettledIdsContract {
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
  void rowsAreWrittenAtTheTimeOfTheirPeriod() {
    for (int window : List.of(0, 60, 86_400)) {
      RunPlace in = new RunPlace(place.page(), RunPeriod.of(window, START), 4, 2);
      long micros = in.period().start() * 1_000_000;
      write(in, 0, Map.of(-1, row(1, 8), 70, row(2, 100)));
      write(in, 3, Map.of(70, row(3, 90)));
      assertThat(writtenAt(in)).containsExactly(micros, micros + 3);
    }
  }

  private List<Long> writtenAt(RunPlace in) {
    return stores
        .cql
        .execute(
            "SELECT writetime(data) FROM %s.id_run WHERE page = ? AND remember = ? AND period = ? AND run = ? AND piece = ?"
                .formatted(stores.keyspace),
            in.page(),
            in.period().window(),
            Instant.ofEpochSecond(in.period().start()),
            in.run(),
            in.piece())
        .map(row -> row.getLong(0))
        .all();
  }
}
