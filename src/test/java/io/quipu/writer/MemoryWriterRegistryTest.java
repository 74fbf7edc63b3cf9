package io.quipu.writer;

import io.quipu.store.contract.WriterRegistryContract;
import java.util.concurrent.CompletionStage;

class MemoryWriterRegistryTest extends WriterRegistryContract {
  @Override
  protected WriterRegistry emptyRegistry() {
    return new MemoryWriterRegistry();
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
