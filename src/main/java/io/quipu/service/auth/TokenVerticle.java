package io.quipu.service.auth;

import io.quipu.engine.time.Clock;
import io.quipu.service.auth.token.Issuer;
import io.quipu.service.auth.token.IssuerClient;
import io.quipu.service.auth.token.IssuerKeys;
import io.quipu.service.auth.token.TokenOutcome;
import io.quipu.service.auth.token.TokenVerifier;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.ContextScheduler;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Checks the tokens of callers; to be deployed once per process. A separate thread verifies all
 * signatures, so that tokens of strangers keep at most one processor busy, and no event loop waits.
 */
public final class TokenVerticle extends VerticleBase {
  /** Finds the caller of a token, see {@link Tokens#find}. */
  public static final Address<PresentedCredential, Optional<Caller>> FIND =
      Address.of("token.find");

  /** Checks again a caller who presented a token before, see {@link Tokens#again}. */
  public static final Address<Caller, Optional<Caller>> AGAIN = Address.of("token.again");

  /** Tells whether valid keys of the issuer are known; the text of the request is ignored. */
  public static final Address<String, Boolean> HAVE_KEYS = Address.of("token.keys");

  private static final String THREADS = "quipu-token";

  private final Issuer issuer;
  private final Duration period;
  private final Clock clock;
  private final TokenMeters meters;
  private @Nullable IssuerClient client;
  private @Nullable IssuerKeyRefresh refresh;
  private @Nullable WorkerExecutor worker;

  /**
   * @param period the pause between two fetches of the keys of the issuer
   */
  public TokenVerticle(Issuer issuer, Duration period, Clock clock, TokenMeters meters) {
    this.issuer = issuer;
    this.period = period;
    this.clock = clock;
    this.meters = meters;
  }

  @Override
  public Future<?> start() {
    IssuerClient fetching = new IssuerClient(vertx, issuer);
    IssuerKeyRefresh refreshing =
        new IssuerKeyRefresh(
            () -> fetching.fetch().toCompletionStage(),
            new ContextScheduler(context),
            clock,
            period,
            issuer.name(),
            meters);
    WorkerExecutor thread = vertx.createSharedWorkerExecutor(THREADS, 1);
    Tokens tokens =
        new Tokens(refreshing, (text, keys) -> verify(thread, text, keys), clock, meters);
    client = fetching;
    refresh = refreshing;
    worker = thread;
    refreshing.start();
    return Future.all(
        FIND.serve(vertx.eventBus(), tokens::find),
        AGAIN.serve(vertx.eventBus(), tokens::again),
        HAVE_KEYS.serve(
            vertx.eventBus(), what -> CompletableFuture.completedStage(tokens.haveKeys())));
  }

  private static CompletionStage<TokenOutcome> verify(
      WorkerExecutor thread, String text, IssuerKeys keys) {
    return thread
        .executeBlocking(() -> TokenVerifier.verify(text, keys), false)
        .toCompletionStage();
  }

  @Override
  public Future<?> stop() {
    if (refresh != null) {
      refresh.stop();
    }
    Future<Void> closed = client == null ? Future.succeededFuture() : client.close();
    return worker == null ? closed : Future.join(closed, worker.close());
  }
}
