package io.quipu.service.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.engine.time.Clock;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.Credential;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whom credentials belong to, as was found some seconds ago. Entries go by the hash of the whole
 * key or token: a wrong secret is looked up as an unknown id is. Confined to the context of one
 * server instance.
 */
final class CallerCache {
  /** With two of them, and two lookups, a deleted key is at its end everywhere within 30 s. */
  static final Duration AGE = Duration.ofSeconds(8);

  /** Lookups of what never was right, at once: the others do not wait behind any number of them. */
  static final int MOST_STRANGERS = 32;

  private static final int MOST = 20_000;
  private static final int MOST_TRUSTED = 10_000;
  private static final Duration TRUST = Duration.ofMinutes(10);

  private final Cache<String, Found> found;

  /** Hashes of what was right not long ago. */
  private final Cache<String, Boolean> trusted;

  private final Map<String, Future<Optional<Caller>>> asked = new HashMap<>();
  private int strangers;

  CallerCache(Clock clock) {
    this.found = cache(clock, MOST, AGE);
    this.trusted = cache(clock, MOST_TRUSTED, TRUST);
  }

  private static <V> Cache<String, V> cache(Clock clock, int most, Duration age) {
    return Caffeine.newBuilder()
        .maximumSize(most)
        .expireAfterWrite(age)
        .ticker(clock::monotonicNanos)
        .executor(Runnable::run)
        .build();
  }

  /**
   * The result of a lookup.
   *
   * @param caller null if the credential is nobody's
   */
  record Found(@Nullable Caller caller) {}

  /** The result of a lookup a moment ago; null if there was none. */
  @Nullable Found known(Credential presented) {
    return found.getIfPresent(presented.hash());
  }

  /** Tells whether it was right not long ago. */
  boolean isTrusted(Credential presented) {
    return trusted.getIfPresent(presented.hash()) != null;
  }

  /**
   * Looks it up. Fails with a {@link ServiceFailure} where that cannot be done at present.
   *
   * @param source asked unless somebody else is asking; fails while that cannot be told
   */
  Future<Optional<Caller>> find(Credential presented, Supplier<Future<Optional<Caller>>> source) {
    Future<Optional<Caller>> pending = asked.get(presented.hash());
    if (pending != null) {
      return pending;
    }
    boolean stranger = !isTrusted(presented);
    if (stranger && strangers == MOST_STRANGERS) {
      return Future.failedFuture(tooManyStrangers());
    }
    strangers += stranger ? 1 : 0;
    Future<Optional<Caller>> read = source.get();
    asked.put(presented.hash(), read);
    return read.onComplete(
        result -> {
          strangers -= stranger ? 1 : 0;
          asked.remove(presented.hash(), read);
          if (result.succeeded()) {
            note(presented, result.result());
          }
        });
  }

  private void note(Credential presented, Optional<Caller> caller) {
    found.put(presented.hash(), new Found(caller.orElse(null)));
    if (caller.isPresent()) {
      trusted.put(presented.hash(), true);
    } else {
      trusted.invalidate(presented.hash());
    }
  }

  private static ServiceFailure tooManyStrangers() {
    return new ServiceFailure(
        Reason.UNAVAILABLE, "Too many unknown keys or tokens are looked up at present.");
  }
}
