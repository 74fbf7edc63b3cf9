package io.quipu.store;

import io.quipu.store.contract.NamespaceStoreContract;
import java.util.concurrent.CompletionStage;

class MemoryNamespaceStoreTest extends NamespaceStoreContract {
  @Override
  protected NamespaceStore namespaces() {
    return new MemoryNamespaceStore();
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
