package io.quipu.store;

import io.quipu.store.contract.MemberStoreContract;
import java.util.concurrent.CompletionStage;

class MemoryMemberStoreTest extends MemberStoreContract {
  @Override
  protected MemberStore members() {
    return new MemoryMemberStore();
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
