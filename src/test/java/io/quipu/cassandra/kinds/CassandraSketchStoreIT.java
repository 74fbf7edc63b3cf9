package io.quipu.cassandra.kinds;

import io.quipu.cassandra.StoreSession;
import io.quipu.engine.kinds.sketch.SketchStore;
import io.quipu.engine.kinds.sketch.SketchStoreContract;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraSketchStoreIT extends SketchStoreContract {
  private final StoreSession stores;

  CassandraSketchStoreIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected SketchStore sketches() {
    return stores.owned(SketchStore.class, CassandraSketchStore::new);
  }

  @Override
  protected Executor owner() {
    return stores.context;
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }
}
