package io.quipu.cassandra.namespaces;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.contract.NamespaceStoreContract;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraNamespaceStoreIT extends NamespaceStoreContract {
  private final StoreSession stores;

  CassandraNamespaceStoreIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected NamespaceStore namespaces() {
    return new CassandraNamespaceStore(stores.session, stores.context.context());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }

  /** As of replicas of which one is asked before it was made, the other has a change of it only. */
  @Test
  void aNamespaceIsUnavailable_whileItsKindIsMissing() {
    stores.cql.execute(
        "UPDATE "
            + stores.keyspace
            + ".namespace SET deduplicate = '1h', retain = '1d', shards = 1"
            + " WHERE namespace = 'torn'");
    assertThatThrownBy(() -> await(namespaces().find("torn"))).isInstanceOf(StoreUnavailable.class);
  }
}
