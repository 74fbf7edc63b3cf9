package io.quipu.lab.strategies.service;

import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.Strategy;
import io.quipu.lab.strategies.strategy.Writer;
import io.vertx.core.http.HttpMethod;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A kind of counter of Quipu, in its own namespace. Writer n uses instance n of the service. */
public final class QuipuKind implements Strategy {
  private static final Pattern COUNT = Pattern.compile("\"(?:count|estimate)\":(-?[0-9]+)");
  private static final Pattern TAIL = Pattern.compile("\"tail\":\\{\"count\":(?!0,)");
  private static final int EVENTS_PER_REQUEST = 1_000;
  private static final long PATIENCE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final long LOOK_MILLIS = 50;

  private final QuipuInstances instances;
  private final String path;
  private final Supplier<IncrementBody> bodies;

  /**
   * @param settings the settings of the namespace, as JSON
   * @param bodies makes an {@link IncrementBody} for each writer and for each seeded counter
   */
  public QuipuKind(QuipuInstances instances, String settings, Supplier<IncrementBody> bodies) {
    String namespace = "strategy-" + UUID.randomUUID();
    this.instances = instances;
    this.path = "/v1/counters/" + namespace + "/";
    this.bodies = bodies;
    first()
        .send(HttpMethod.PUT, "/v1/namespaces/" + namespace, settings)
        .toCompletableFuture()
        .join();
  }

  private QuipuInstance first() {
    return instances.get(0, Clock.systemUTC());
  }

  @Override
  public Writer writer(int number, Clock clock, Line line) {
    QuipuInstance instance = instances.get(number, clock);
    IncrementBody bodyOf = bodies.get();
    return (counter, id) -> {
      String body = bodyOf.of(counter, id);
      return () -> line.answer(post(instance, counter, body));
    };
  }

  private CompletionStage<String> post(QuipuInstance instance, String counter, String body) {
    return instance.send(HttpMethod.POST, path + counter + "/events", body);
  }

  /** Fills the counter. Then waits until all events are settled, but at most one minute. */
  @Override
  public void seed(String counter, int events) {
    IncrementBody bodyOf = bodies.get();
    for (int first = 0; first < events; first += EVENTS_PER_REQUEST) {
      String body =
          IntStream.range(first, Math.min(events, first + EVENTS_PER_REQUEST))
              .mapToObj(i -> bodyOf.of(counter, "seed-" + i))
              .collect(Collectors.joining(",", "[", "]"));
      untilTaken(counter, body);
    }
    long start = System.nanoTime();
    while (!isSettled(counter) && System.nanoTime() - start < PATIENCE_NANOS) {
      pause();
    }
  }

  /** Tells whether the tail is empty. False if the read fails, which a long tail can cause. */
  private boolean isSettled(String counter) {
    try {
      return !TAIL.matcher(answer(counter)).find();
    } catch (CompletionException e) {
      return false;
    }
  }

  /** Sends a body until the service accepts it. Throws a failure after one minute. */
  private void untilTaken(String counter, String body) {
    long start = System.nanoTime();
    while (true) {
      try {
        post(first(), counter, body).toCompletableFuture().join();
        return;
      } catch (CompletionException e) {
        if (System.nanoTime() - start > PATIENCE_NANOS) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public long read(String counter) {
    String answer = answer(counter);
    Matcher count = COUNT.matcher(answer);
    if (!count.find()) {
      throw new IllegalStateException("an answer without a count: " + answer);
    }
    return Long.parseLong(count.group(1));
  }

  private String answer(String counter) {
    return first().send(HttpMethod.GET, path + counter, "").toCompletableFuture().join();
  }
}
