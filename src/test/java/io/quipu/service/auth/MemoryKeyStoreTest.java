package io.quipu.service.auth;

import io.quipu.engine.keys.KeyStore;
import io.quipu.engine.keys.KeyStoreContract;
import java.util.concurrent.CompletionStage;

class MemoryKeyStoreTest extends KeyStoreContract {
  private final MemoryKeyStore store = new MemoryKeyStore();

  @Override
  protected KeyStore keys() {
    return store;
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
