package io.quipu.cassandra;

import io.quipu.service.auth.KeyStore;
import io.quipu.service.auth.KeyStoreContract;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraKeyStoreIT extends KeyStoreContract {
  private final StoreSession stores;

  CassandraKeyStoreIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected KeyStore keys() {
    return new CassandraKeyStore(stores.session, stores.context.context());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }
}
