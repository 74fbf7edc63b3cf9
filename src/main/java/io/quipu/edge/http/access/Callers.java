package io.quipu.edge.http.access;

import io.quipu.edge.response.Rejection;
import io.quipu.engine.time.Clock;
import io.quipu.service.auth.Caller;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out who shows a key or a token. Confined to the context of one server instance. */
final class Callers {
  private static final String BEARER = "Bearer ";

  /** Most that a lookup may take: it is a part of how long a deleted key may live. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final Clock clock;
  private final CallerSource source;
  private final CallerCache cache;

  Callers(CallerSource source, Clock clock) {
    this.clock = clock;
    this.source = source;
    this.cache = new CallerCache(clock);
  }

  /**
   * How long to wait for a lookup.
   *
   * @param timeout of requests
   */
  static Duration patience(Duration timeout) {
    return timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST;
  }

  /** Whether a request shows anything. */
  static boolean isShown(MultiMap headers) {
    return headers.contains(HttpHeaders.AUTHORIZATION);
  }

  /**
   * What a request shows.
   *
   * @throws Rejection if it shows nothing, or nothing that can be a key or token
   */
  Shown shown(MultiMap headers) {
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
   * What a text is.
   *
   * @throws Rejection if it cannot be a key or token
   */
  Shown shown(String text) {
    return source.read(text);
  }

  /**
   * Who shows it, where that is known.
   *
   * @throws Rejection if it is known to be nobody
   */
  @Nullable Caller known(Shown shown) {
    CallerCache.Found known = cache.known(shown.credential());
    return known == null ? null : require(Optional.ofNullable(known.caller()));
  }

  /** Whether it was right not long ago. */
  boolean isTrusted(Shown shown) {
    return cache.isTrusted(shown.credential());
  }

  /** Looks up who shows it. Fails with a {@link Rejection} if it is nobody, or cannot be told. */
  Future<Caller> find(Shown shown) {
    return cache.find(shown.credential(), () -> source.find(shown)).map(this::require);
  }

  /** The same for somebody who was found before, and may be nobody by now. */
  Future<Caller> again(Caller caller) {
    CallerCache.Found known = cache.known(caller.credential());
    try {
      return known == null
          ? cache.find(caller.credential(), () -> source.again(caller)).map(this::require)
          : Future.succeededFuture(require(Optional.ofNullable(known.caller())));
    } catch (Rejection refusal) {
      return Future.failedFuture(refusal);
    }
  }

  private Caller require(Optional<Caller> found) {
    return found.filter(caller -> !caller.isOver(clock)).orElseThrow(Denial::wrongCredentials);
  }
}
