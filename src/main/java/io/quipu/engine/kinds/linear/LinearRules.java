package io.quipu.engine.kinds.linear;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.SafeStart;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rules of namespaces. A rule holds for a short time after its settings were asked for. Changed
 * settings are acknowledged only when this time is over in every process. So no step is sent by a
 * replaced rule after the acknowledgement. Confined to one context.
 */
public final class LinearRules {
  /** The age of a rule, from the asking, below which a step may be sent by the rule. */
  private static final Duration HOLDS = Duration.ofSeconds(2);

  /** The time until a change holds in every process, even where a clock runs at half the rate. */
  static final Duration CHANGES_HOLD = HOLDS.multipliedBy(2).plusSeconds(1);

  /** The age above which a rule in use is asked for again. No caller waits for the answer. */
  private static final Duration YOUNG = Duration.ofSeconds(1);

  private static final int MOST = 10_000;

  private final Function<String, CompletionStage<Optional<Namespace>>> find;
  private final Clock clock;
  private final Cache<String, LinearRule> known;
  private final Map<String, CompletableFuture<LinearRule>> asked = new HashMap<>();

  /**
   * @param find reads the stored settings of a namespace by a quorum read
   */
  public LinearRules(Function<String, CompletionStage<Optional<Namespace>>> find, Clock clock) {
    this.find = find;
    this.clock = clock;
    this.known = Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();
  }

  /** The rule by which a step of a counter may be made now; null if no known rule holds. */
  @Nullable LinearRule now(CounterName counter) {
    LinearRule rule = known.getIfPresent(counter.storedNamespace());
    if (rule == null || !holds(rule)) {
      return null;
    }
    if (age(rule) > YOUNG.toNanos()) {
      // No step waits for the answer, and a failure is no harm while the rule still holds.
      var unused = ask(counter);
    }
    return rule;
  }

  /** Tells whether a step that was made by a rule may be sent now. */
  boolean holds(LinearRule rule) {
    return age(rule) < HOLDS.toNanos();
  }

  private long age(LinearRule rule) {
    return clock.monotonicNanos() - rule.asked();
  }

  /**
   * Asks for the rule of the namespace of a counter. Concurrent calls for a namespace share a read.
   * Fails with the store unavailable, also if the read does not find this life of the namespace.
   */
  CompletionStage<LinearRule> ask(CounterName counter) {
    String namespace = counter.storedNamespace();
    CompletableFuture<LinearRule> pending = asked.get(namespace);
    if (pending != null) {
      return pending;
    }
    long now = clock.monotonicNanos();
    CompletableFuture<LinearRule> answer = new CompletableFuture<>();
    asked.put(namespace, answer);
    SafeStart.of(() -> find.apply(counter.namespace()))
        .thenApply(
            found ->
                found
                    .filter(one -> one.life() == counter.life() && one.deleted().isEmpty())
                    .orElseThrow(LinearRules::missing))
        .thenApply(one -> LinearRule.of(one, now))
        .whenComplete(
            (rule, failure) -> {
              asked.remove(namespace);
              if (failure == null) {
                known.put(namespace, rule);
                answer.complete(rule);
              } else {
                answer.completeExceptionally(failure);
              }
            });
    return answer;
  }

  private static StoreUnavailable missing() {
    return new StoreUnavailable("the namespace of a counter cannot be found", null);
  }
}
