package io.quipu.store;

import io.quipu.store.contract.CounterDirectoryContract;
import java.util.concurrent.CompletionStage;

class MemoryDirectoryTest extends CounterDirectoryContract {
  @Override
  protected CounterDirectory directory() {
    return new MemoryDirectory();
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
