package io.quipu.client;

import java.util.concurrent.CompletableFuture;

/** One who waits for the end of an event. */
interface Waiter {
  /**
   * @param value that of the answer; null of kinds without one
   */
  void acknowledged(@Nullable Incremented value);

  void failed(QuipuException why);

  /** One who wants to know that it is recorded. */
  static Waiter of(CompletableFuture<Void> future) {
    return new Waiter() {
      @Override
      public void acknowledged(@Nullable Incremented value) {
        future.complete(null);
      }

      @Override
      public void failed(QuipuException why) {
        future.completeExceptionally(why);
      }
    };
  }

  /** One who wants to know the value after it. */
  static Waiter ofValue(Increment increment, CompletableFuture<Incremented> future) {
    return new Waiter() {
      @Override
      public void acknowledged(@Nullable Incremented value) {
        if (value == null) {
          failed(
              new QuipuException(
                  "The event %s of %s is recorded, but has no value after it: namespace %s is not of"
                          .formatted(increment.id(), increment.counter(), increment.namespace())
                      + " kind linear",
                  null));
        } else {
          future.complete(value);
        }
      }

      @Override
      public void failed(QuipuException why) {
        future.completeExceptionally(why);
      }
    };
  }
}
