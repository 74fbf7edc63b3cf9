package io.quipu.store;

import io.quipu.counter.CounterName;
import io.quipu.store.contract.DirtyCountersContract;
import java.util.concurrent.CompletionStage;

class MemoryDirtyCountersTest extends DirtyCountersContract {
  private final MemoryDirtyCounters dirty = new MemoryDirtyCounters();

  @Override
  protected void mark(long minute, CounterName counter) {
    dirty.mark(minute, counter);
  }

  @Override
  protected DirtyCounters dirtyCounters() {
    return dirty;
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
