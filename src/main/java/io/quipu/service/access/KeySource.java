package io.quipu.service.access;

import io.quipu.service.auth.ApiKey;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.KeyVerticle;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.Optional;

/** Callers show keys of the service's own. */
final class KeySource implements CallerSource {
  private final EventBus bus;
  private final Duration patience;

  KeySource(EventBus bus, Duration patience) {
    this.bus = bus;
    this.patience = patience;
  }

  @Override
  public PresentedCredential read(String text) {
    return ApiKey.parse(text)
        .map(key -> new PresentedCredential(key.credential(), text))
        .orElseThrow(Denial::wrongCredentials);
  }

  @Override
  public Future<Optional<Caller>> find(PresentedCredential presented) {
    return CallerSource.ask(bus, KeyVerticle.FIND, presented.credential(), patience);
  }

  @Override
  public Future<Optional<Caller>> again(Caller caller) {
    return CallerSource.ask(bus, KeyVerticle.FIND, caller.credential(), patience);
  }
}
