package io.quipu.service.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.keys.Credential;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import io.quipu.service.auth.token.IssuerKeys;
import io.quipu.service.auth.token.TokenOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the callers of tokens. Keeps at most 20,000 callers of verified tokens, for 10 minutes
 * after the last use. The token of a kept caller is not verified again, and is valid while the
 * issuer has the key and the token has not expired. Confined to one context.
 */
final class Tokens {
  private static final int MOST = 20_000;
  private static final Duration AGE = Duration.ofMinutes(10);

  /**
   * The maximum number of lookups that wait for a fetch of keys. A further token with an unknown
   * key is refused at once, so that strangers cannot make many lookups wait while the issuer is
   * slow.
   */
  static final int MOST_WAITING = 8;

  private static final Logger log = LoggerFactory.getLogger(Tokens.class);

  private final IssuerKeyRefresh refresh;
  private final BiFunction<String, IssuerKeys, CompletionStage<TokenOutcome>> verifier;
  private final Clock clock;
  private final TokenMeters meters;

  /** The kept callers of verified tokens, by the hash of the whole token. */
  private final Cache<String, Caller> verified;

  private int waiting;

  /**
   * @param verifier verifies a token on another thread; its stage completes on this context
   */
  Tokens(
      IssuerKeyRefresh refresh,
      BiFunction<String, IssuerKeys, CompletionStage<TokenOutcome>> verifier,
      Clock clock,
      TokenMeters meters) {
    this.refresh = refresh;
    this.verifier = verifier;
    this.clock = clock;
    this.meters = meters;
    this.verified =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterAccess(AGE)
            .ticker(clock::monotonicNanos)
            .executor(Runnable::run)
            .build();
  }

  /** Tells whether valid keys of the issuer are known. */
  boolean haveKeys() {
    return refresh.current() != null;
  }

  /**
   * Finds the caller of a token; empty if the token is not valid. Fails with {@link
   * StoreUnavailable} while no valid keys of the issuer are known.
   */
  CompletionStage<Optional<Caller>> find(PresentedCredential shown) {
    Caller known = verified.getIfPresent(shown.credential().hash());
    if (known != null) {
      return again(known);
    }
    return check(shown)
        .thenCompose(
            outcome ->
                outcome instanceof TokenOutcome.UnknownKey && waiting < MOST_WAITING
                    ? checkAgain(shown)
                    : CompletableFuture.completedStage(outcome))
        .thenApply(outcome -> note(shown, outcome));
  }

  /**
   * Checks again a caller who presented a verified token; empty if the token has expired or the
   * issuer no longer has the key. Fails as {@link #find} does.
   */
  CompletionStage<Optional<Caller>> again(Caller caller) {
    IssuerKeys keys = refresh.current();
    if (keys == null) {
      return noKeys();
    }
    boolean holds = keys.include(caller.signedBy()) && !caller.isOver(clock);
    if (!holds) {
      verified.invalidate(caller.credential().hash());
    }
    return CompletableFuture.completedStage(holds ? Optional.of(caller) : Optional.empty());
  }

  private CompletionStage<TokenOutcome> check(PresentedCredential shown) {
    IssuerKeys keys = refresh.current();
    return keys == null ? noKeys() : verifier.apply(shown.text(), keys);
  }

  private CompletionStage<TokenOutcome> checkAgain(PresentedCredential shown) {
    waiting++;
    return refresh
        .lookForMore()
        .thenCompose(
            looked -> {
              waiting--;
              return check(shown);
            });
  }

  private static <T> CompletionStage<T> noKeys() {
    return CompletableFuture.failedStage(
        new StoreUnavailable("the keys of the issuer are not known", null));
  }

  private Optional<Caller> note(PresentedCredential shown, TokenOutcome outcome) {
    if (outcome instanceof TokenOutcome.Valid valid) {
      return caller(shown, valid);
    }
    return refused(
        outcome instanceof TokenOutcome.Invalid invalid
            ? invalid.why()
            : "it names a key that the issuer does not have");
  }

  private Optional<Caller> caller(PresentedCredential shown, TokenOutcome.Valid valid) {
    Credential credential = new Credential(valid.claims().subject(), shown.credential().hash());
    Caller caller;
    try {
      caller = new Caller(credential, TokenGrants.of(valid.claims()), valid.key());
    } catch (InvalidInput tooMuch) {
      return refused(tooMuch.detail());
    }
    if (caller.isOver(clock)) {
      return refused("it has expired");
    }
    verified.put(credential.hash(), caller);
    return Optional.of(caller);
  }

  private Optional<Caller> refused(String why) {
    meters.refused();
    log.debug("A token is refused: {}", why);
    return Optional.empty();
  }
}
