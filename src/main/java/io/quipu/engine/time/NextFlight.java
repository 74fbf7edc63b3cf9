package io.quipu.engine.time;

import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets concurrent requests for the same thing share one: whoever comes while one is under way waits
 * for the <em>next</em>. Joining the one under way would be wrong, as it may have begun before an
 * event was acknowledged that the newcomer must see. It is a part of the work of whoever boards it
 * first. Confined to one context.
 *
 * @param <K> what is asked for; comparable, as callers can choose keys of one hash
 * @param <V> the answer
 */
public final class NextFlight<K extends Comparable<? super K>, V> {
  private final Function<K, CompletionStage<V>> fly;
  private final Runnable shared;
  private final Map<K, Flight<V>> flights = new HashMap<>();

  /**
   * @param shared told whenever a request shares the flight of another
   */
  public NextFlight(Function<K, CompletionStage<V>> fly, Runnable shared) {
    this.fly = fly;
    this.shared = shared;
  }

  /** An answer that was asked for after this call. */
  public CompletionStage<V> board(K key) {
    Flight<V> current = flights.get(key);
    if (current == null) {
      Flight<V> flight = new Flight<>();
      flights.put(key, flight);
      CompletableFuture<V> answer = new CompletableFuture<>();
      takeOff(key, flight, answer);
      return answer;
    }
    CompletableFuture<V> next = current.next;
    if (next == null) {
      next = new CompletableFuture<>();
      current.next = next;
      current.work = CurrentSpan.get();
    } else {
      shared.run();
    }
    return CurrentSpan.keeping(next);
  }

  private void takeOff(K key, Flight<V> flight, CompletableFuture<V> answer) {
    fly.apply(key)
        .whenComplete(
            (value, failure) -> {
              land(key, flight);
              if (failure == null) {
                answer.complete(value);
              } else {
                answer.completeExceptionally(failure);
              }
            });
  }

  private void land(K key, Flight<V> flight) {
    CompletableFuture<V> next = flight.next;
    flight.next = null;
    if (next == null) {
      flights.remove(key);
    } else if (CurrentSpan.isUsed()) {
      CurrentSpan.run(flight.work, () -> takeOff(key, flight, next));
    } else {
      takeOff(key, flight, next);
    }
  }

  private static final class Flight<V> {
    private @Nullable CompletableFuture<V> next;

    /** That of the first who waits for the next one. */
    private Span work = Span.NONE;
  }
}
