package io.quipu.service.auth;

import io.quipu.engine.time.Clock;
import io.quipu.engine.time.SafeStart;
import io.quipu.engine.time.Scheduler;
import io.quipu.service.auth.token.IssuerKeys;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the keys of the issuer periodically. So a new key is accepted, and a removed key refused,
 * after a bounded time. While no fetch succeeds, the last fetched keys stay valid for at most
 * {@link #LONGEST}. Confined to one context.
 */
final class IssuerKeyRefresh {
  /**
   * The shortest time between the begin of a fetch and a fetch for an unknown key, however many
   * tokens name unknown keys. Also the pause after a failed fetch, unless the period is shorter.
   */
  static final Duration PAUSE = Duration.ofSeconds(5);

  /**
   * The time that keys stay valid after the begin of their last successful fetch. An attacker who
   * blocks the fetches can keep a stolen key valid for this time.
   */
  static final Duration LONGEST = Duration.ofHours(1);

  private static final Logger log = LoggerFactory.getLogger(IssuerKeyRefresh.class);

  private final Supplier<? extends CompletionStage<IssuerKeys>> fetch;
  private final Scheduler scheduler;
  private final Clock clock;
  private final Duration period;
  private final String issuer;
  private final TokenMeters meters;
  private @Nullable IssuerKeys keys;
  private @Nullable CompletableFuture<Void> underWay;
  private Scheduler.Cancellable next = () -> {};
  private String told = "";
  private long fetched;
  private long begun;
  private boolean stopped;

  /**
   * @param fetch returns the same object while the published keys do not change; fails with a
   *     message for the operator
   * @param period the pause between the end of a fetch and the next fetch
   * @param issuer the name of the issuer, for logs
   */
  IssuerKeyRefresh(
      Supplier<? extends CompletionStage<IssuerKeys>> fetch,
      Scheduler scheduler,
      Clock clock,
      Duration period,
      String issuer,
      TokenMeters meters) {
    this.fetch = fetch;
    this.scheduler = scheduler;
    this.clock = clock;
    this.period = period;
    this.issuer = issuer;
    this.meters = meters;
  }

  /** Fetches the keys at once, and then periodically. */
  void start() {
    var unused = begin(); // never fails, and nothing waits for the end of the fetch
  }

  void stop() {
    stopped = true;
    next.cancel();
  }

  /** The valid keys; null if no fetch succeeded yet, or none within {@link #LONGEST}. */
  @Nullable IssuerKeys current() {
    return keys != null && since(fetched).compareTo(LONGEST) < 0 ? keys : null;
  }

  /**
   * Fetches the keys again, for a token that names an unknown key, unless a fetch is under way.
   * Completes after the fetch, or at once if the last fetch began less than {@link #PAUSE} ago and
   * has ended. Never fails.
   */
  CompletionStage<Void> lookForMore() {
    if (underWay != null) {
      return underWay;
    }
    return since(begun).compareTo(PAUSE) < 0 ? CompletableFuture.completedStage(null) : begin();
  }

  private CompletionStage<Void> begin() {
    CompletableFuture<Void> ends = new CompletableFuture<>();
    if (stopped) {
      ends.complete(null);
      return ends;
    }
    next.cancel();
    underWay = ends;
    begun = clock.monotonicNanos();
    SafeStart.of(fetch).whenComplete((found, failure) -> end(ends, found, failure));
    return ends;
  }

  private void end(
      CompletableFuture<Void> ends, @Nullable IssuerKeys found, @Nullable Throwable failure) {
    underWay = null;
    if (found != null) {
      note(found);
      meters.fetched();
    } else {
      meters.fetchFailed();
      tell(String.valueOf(failure == null ? null : failure.getMessage()));
    }
    if (!stopped) {
      Duration pause = found != null || period.compareTo(PAUSE) < 0 ? period : PAUSE;
      next = scheduler.after(pause, this::start);
    }
    ends.complete(null);
  }

  private void note(IssuerKeys found) {
    if (keys != found || !told.isEmpty()) {
      log.info("The issuer {} has {} keys that can be used", issuer, found.size());
    }
    told = "";
    keys = found;
    fetched = begun;
  }

  /** Logs a failure, unless the fetch before failed with the same message. */
  private void tell(String why) {
    if (!why.equals(told)) {
      told = why;
      log.warn(
          "The keys of the issuer {} cannot be fetched: {}. {}",
          issuer,
          why,
          current() == null
              ? "No token can be checked until they are"
              : "Those from before hold for an hour");
    }
  }

  private Duration since(long nanos) {
    return Duration.ofNanos(clock.monotonicNanos() - nanos);
  }
}
