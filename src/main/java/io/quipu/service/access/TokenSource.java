package io.quipu.service.access;

import io.quipu.service.auth.Caller;
import io.quipu.service.auth.ShownToken;
import io.quipu.service.auth.TokenVerticle;
import io.quipu.service.auth.token.TokenVerifier;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.Optional;

/** Callers show tokens of an issuer. */
final class TokenSource implements CallerSource {
  private final EventBus bus;
  private final Duration patience;

  TokenSource(EventBus bus, Duration patience) {
    this.bus = bus;
    this.patience = patience;
  }

  @Override
  public PresentedCredential read(String text) {
    if (text.isEmpty() || text.length() > TokenVerifier.LONGEST) {
      throw Denial.wrongCredentials();
    }
    return new PresentedCredential(ShownToken.of(text).credential(), text);
  }

  @Override
  public Future<Optional<Caller>> find(PresentedCredential presented) {
    return CallerSource.ask(
        bus,
        TokenVerticle.FIND,
        new ShownToken(presented.credential(), presented.text()),
        patience);
  }

  @Override
  public Future<Optional<Caller>> again(Caller caller) {
    return CallerSource.ask(bus, TokenVerticle.AGAIN, caller, patience);
  }
}
