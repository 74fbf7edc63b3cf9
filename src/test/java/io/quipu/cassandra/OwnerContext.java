package io.quipu.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.dev.TestPatience;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** The one thread that owns a store in a test, as an event loop does in production. */
final class OwnerContext implements Executor, AutoCloseable {
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "owner"));

  @Override
  public void execute(Runnable task) {
    thread.execute(task);
  }

  /** The value of what is asked on this context, as the owner asks in production. */
  <T> T call(Supplier<CompletionStage<T>> question) {
    return await(CompletableFuture.supplyAsync(question, thread).thenCompose(stage -> stage));
  }

  /** A store that is called on this context, wherever it is called from. */
  <S> S owned(Class<S> type, S store) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                CompletableFuture.supplyAsync(() -> ask(store, method, arguments), thread)
                    .thenCompose(stage -> stage)));
  }

  private static CompletionStage<Object> ask(Object store, Method method, Object[] arguments) {
    try {
      @SuppressWarnings("unchecked")
      CompletionStage<Object> stage = (CompletionStage<Object>) method.invoke(store, arguments);
      return stage;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** The value of a stage, which must be completed on this context. */
  <T> T await(CompletionStage<T> stage) {
    CompletableFuture<String> completedOn = new CompletableFuture<>();
    CompletableFuture<T> copy = new CompletableFuture<>();
    stage.whenComplete(
        (value, failure) -> {
          completedOn.complete(Thread.currentThread().getName());
          if (failure == null) {
            copy.complete(value);
          } else {
            copy.completeExceptionally(failure);
          }
        });
    T value = get(copy);
    // a stage that was complete before it was asked runs its callback on the asking thread
    assertThat(completedOn.join()).isIn("owner", Thread.currentThread().getName());
    return value;
  }

  private static <T> T get(CompletableFuture<T> future) {
    try {
      return future.get(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause =
          e.getCause() instanceof CompletionException wrapped ? wrapped.getCause() : e.getCause();
      if (cause instanceof RuntimeException failure) {
        throw failure;
      }
      throw new AssertionError(cause);
    } catch (TimeoutException e) {
      throw new AssertionError("not completed within " + TestPatience.LIMIT, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
