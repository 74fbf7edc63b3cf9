package io.quipu.cassandra.events;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.contract.EventDirectoryContract;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraEventDirectoryIT extends EventDirectoryContract {
  private final StoreSession stores;

  CassandraEventDirectoryIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected EventDirectory directory() {
    return stores.owned(EventDirectory.class, CassandraEventDirectory::new);
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }
}
