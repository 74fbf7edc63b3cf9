package io.quipu.store;

import io.quipu.store.contract.EventStoreContract;
import java.util.concurrent.CompletionStage;

class MemoryEventStoreTest extends EventStoreContract {
  @Override
  protected EventStore events() {
    return new MemoryEventStore();
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
