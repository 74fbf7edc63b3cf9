package io.quipu.cassandra.facts;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.contract.CounterNamesContract;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraCounterNamesIT extends CounterNamesContract {
  private final StoreSession stores;

  CassandraCounterNamesIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected CounterNames names() {
    return stores.owned(CounterNames.class, CassandraCounterNames::new);
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }
}
