package io.quipu.http.access;

import io.quipu.auth.ApiKey;
import io.quipu.auth.Caller;
import io.quipu.auth.Credential;
import io.quipu.auth.KeyVerticle;
import io.quipu.bus.BusFailure;
import io.quipu.time.Clock;
import io.quipu.web.Problem;
import io.quipu.web.ProblemType;
import io.quipu.web.Rejection;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out who shows a key. Confined to the context of one server instance. */
final class Callers {
  private static final String BEARER = "Bearer ";

  /** Most that a lookup may take: it is a part of how long a deleted key may live. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final Clock clock;
  private final CallerCache cache;

  Callers(EventBus bus, Clock clock, Duration timeout) {
    this.clock = clock;
    Duration patience = timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST;
    this.cache = new CallerCache(clock, shown -> look(bus, shown, patience));
  }

  private static Future<Optional<Caller>> look(EventBus bus, Credential shown, Duration patience) {
    return KeyVerticle.FIND
        .request(bus, shown, patience)
        .recover(
            failure ->
                Future.failedFuture(
                    BusFailure.of(failure) == BusFailure.DEFECT
                        ? failure
                        : new Rejection(
                            Problem.of(
                                ProblemType.UNAVAILABLE, "Keys cannot be looked up at present."))));
  }

  /** Whether a request shows anything. */
  static boolean isShown(MultiMap headers) {
    return headers.contains(HttpHeaders.AUTHORIZATION);
  }

  /**
   * What a request shows.
   *
   * @throws Rejection if it shows nothing, or nothing that can be a key
   */
  static Credential shown(MultiMap headers) {
    List<String> given = headers.getAll(HttpHeaders.AUTHORIZATION);
    if (given.isEmpty()) {
      throw Denial.nothingShown();
    }
    String value = given.get(0);
    if (given.size() > 1 || !value.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      throw Denial.wrongCredentials();
    }
    return shown(value.substring(BEARER.length()).strip());
  }

  /**
   * What a token is.
   *
   * @throws Rejection if it cannot be a key
   */
  static Credential shown(String token) {
    return ApiKey.parse(token).map(ApiKey::credential).orElseThrow(Denial::wrongCredentials);
  }

  /**
   * Who shows it, where that is known.
   *
   * @throws Rejection if it is known to be nobody
   */
  @Nullable Caller known(Credential shown) {
    CallerCache.Found known = cache.known(shown);
    return known == null ? null : require(Optional.ofNullable(known.caller()));
  }

  /** Looks up who shows it. Fails with a {@link Rejection} if it is nobody, or cannot be told. */
  Future<Caller> find(Credential shown) {
    return cache.find(shown).map(this::require);
  }

  private Caller require(Optional<Caller> found) {
    return found.filter(caller -> !caller.isOver(clock)).orElseThrow(Denial::wrongCredentials);
  }
}
