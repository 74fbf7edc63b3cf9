package io.quipu.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestPatience;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * The one context that owns stores in a test, as that of a verticle does in production, on a Vert.x
 * of its own. Sessions that are opened on it close with it.
 */
public final class OwnerContext implements Executor, AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final String thread = join(CompletableFuture.supplyAsync(OwnerContext::here, this));

  private static String here() {
    return Thread.currentThread().getName();
  }

  @Override
  public void execute(Runnable task) {
    context.runOnContext(now -> task.run());
  }

  public Vertx vertx() {
    return vertx;
  }

  /** The context that a store is made with. */
  public Context context() {
    return context;
  }

  /** The name of its thread. */
  public String thread() {
    return thread;
  }

  /** The value of what is asked on this context, as the owner asks in production. */
  public <T> T call(Supplier<CompletionStage<T>> question) {
    return await(CompletableFuture.supplyAsync(question, this).thenCompose(stage -> stage));
  }

  /** A store that is called on this context, wherever it is called from. */
  public <S> S owned(Class<S> type, S store) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                CompletableFuture.supplyAsync(() -> ask(store, method, arguments), this)
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
  public <T> T await(CompletionStage<T> stage) {
    CompletableFuture<String> completedOn = new CompletableFuture<>();
    CompletableFuture<T> copy = new CompletableFuture<>();
    stage.whenComplete(
        (value, failure) -> {
          completedOn.complete(here());
          if (failure == null) {
            copy.complete(value);
          } else {
            copy.completeExceptionally(failure);
          }
        });
    T value = join(copy);
    // a stage that was complete before it was asked runs its callback on the asking thread
    assertThat(completedOn.join()).isIn(thread, here());
    return value;
  }

  private static <T> T join(CompletableFuture<T> future) {
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
    join(vertx.close().toCompletionStage().toCompletableFuture());
  }
}
