package io.quipu.store;

import io.quipu.store.contract.DueBucketsContract;
import java.util.concurrent.CompletionStage;

class MemoryDueBucketsTest extends DueBucketsContract {
  @Override
  protected DueBuckets dueBuckets() {
    return new MemoryDueBuckets();
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
