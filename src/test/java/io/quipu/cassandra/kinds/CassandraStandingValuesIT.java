package io.quipu.cassandra.kinds;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.kinds.latest.StandingValues;
import io.quipu.engine.kinds.latest.StandingValuesContract;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraStandingValuesIT extends StandingValuesContract {
  private final StoreSession stores;

  CassandraStandingValuesIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected StandingValues values() {
    return stores.owned(StandingValues.class, CassandraStandingValues::new);
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }
}
