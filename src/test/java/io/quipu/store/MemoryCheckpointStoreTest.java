package io.quipu.store;

import io.quipu.store.contract.CheckpointStoreContract;
import java.util.concurrent.CompletionStage;

class MemoryCheckpointStoreTest extends CheckpointStoreContract {
  @Override
  protected CheckpointStore checkpoints() {
    return new MemoryCheckpointStore();
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
