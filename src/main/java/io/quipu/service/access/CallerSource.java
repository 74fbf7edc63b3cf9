package io.quipu.service.access;

import io.quipu.service.auth.ApiKey;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.KeyVerticle;
import io.quipu.service.auth.PresentedCredential;
import io.quipu.service.auth.TokenVerticle;
import io.quipu.service.auth.token.TokenVerifier;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The source of the callers to whom keys or tokens belong. The futures fail if a lookup is not
 * possible now.
 *
 * @param read parses a key or token; throws a {@link ServiceFailure} if the text has another form
 * @param find finds the caller of a credential; empty if the credential is not valid or has expired
 * @param again checks again a caller who was found before; empty as for {@code find}
 */
record CallerSource(
    Function<String, PresentedCredential> read,
    Function<PresentedCredential, Future<Optional<Caller>>> find,
    Function<Caller, Future<Optional<Caller>>> again) {
  /** The source for callers with keys of this service. */
  static CallerSource ofKeys(EventBus bus, Duration patience) {
    return new CallerSource(
        text ->
            ApiKey.parse(text)
                .map(key -> new PresentedCredential(key.credential(), text))
                .orElseThrow(Denial::wrongCredentials),
        presented -> ask(bus, KeyVerticle.FIND, presented.credential(), patience),
        caller -> ask(bus, KeyVerticle.FIND, caller.credential(), patience));
  }

  /** The source for callers with tokens of an issuer. */
  static CallerSource ofTokens(EventBus bus, Duration patience) {
    return new CallerSource(
        text -> {
          if (text.isEmpty() || text.length() > TokenVerifier.LONGEST) {
            throw Denial.wrongCredentials();
          }
          return PresentedCredential.ofToken(text);
        },
        presented -> ask(bus, TokenVerticle.FIND, presented, patience),
        caller -> ask(bus, TokenVerticle.AGAIN, caller, patience));
  }

  private static <Q> Future<Optional<Caller>> ask(
      EventBus bus, Address<Q, Optional<Caller>> address, Q question, Duration patience) {
    return address
        .request(bus, question, patience)
        .recover(
            failure ->
                Future.failedFuture(
                    BusFailure.of(failure) == BusFailure.DEFECT
                        ? failure
                        : new ServiceFailure(
                            Reason.UNAVAILABLE, "Keys and tokens cannot be checked at present.")));
  }
}
