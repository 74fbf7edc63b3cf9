package io.quipu.service.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.engine.keys.Credential;
import io.quipu.engine.time.Clock;
import io.quipu.service.auth.Caller;
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
 * The results of lookups of callers in the last 8 s. The hash of the whole key or token selects a
 * result, so that a key with a wrong secret never selects the result of the right key. Confined to
 * the context of one server instance.
 */
final class CallerCache {
  /**
   * The age of a result. All instances refuse a deleted key within 30 s: a lookup of up to 5 s that
   * still finds the key, this age, the pause of 8 s between two checks of a connection, and a
   * lookup of up to 5 s that finds no key.
   */
  static final Duration AGE = Duration.ofSeconds(8);

  /** The maximum of concurrent lookups of untrusted credentials; others are always possible. */
  static final int MOST_STRANGERS = 32;

  private static final int MOST = 20_000;
  private static final int MOST_TRUSTED = 10_000;
  private static final Duration TRUST = Duration.ofMinutes(10);

  private final Cache<String, Found> found;

  /** Hashes of credentials that were right in the last 10 minutes. */
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
   * @param caller null if the credential was wrong or expired
   */
  record Found(@Nullable Caller caller) {}

  /** The result of a lookup in the last 8 s; null if none is cached. */
  @Nullable Found known(Credential presented) {
    return found.getIfPresent(presented.hash());
  }

  /** Tells whether a lookup in the last 10 minutes found the caller of a credential. */
  boolean isTrusted(Credential presented) {
    return trusted.getIfPresent(presented.hash()) != null;
  }

  /**
   * Looks up a credential; empty if the credential is wrong or expired. Fails with a {@link
   * ServiceFailure} if the lookup is not possible now, or if the credential is untrusted and {@link
   * #MOST_STRANGERS} untrusted credentials are being looked up.
   *
   * @param source starts a lookup; not called if a lookup of this credential is under way
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
