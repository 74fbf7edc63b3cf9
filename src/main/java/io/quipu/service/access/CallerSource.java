package io.quipu.service.access;

import io.quipu.service.auth.Caller;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.Optional;

/** Where it is found out whom something belongs to that callers show. */
interface CallerSource {
  /**
   * Reads a text as a credential.
   *
   * @throws ServiceFailure if it cannot be anything that opens something
   */
  PresentedCredential read(String text);

  /** Whom it belongs to; empty if it is nobody's. Fails where that cannot be told. */
  Future<Optional<Caller>> find(PresentedCredential presented);

  /** Finds a caller again. */
  Future<Optional<Caller>> again(Caller caller);

  /**
   * Asks for a caller over the bus. Fails with a {@link ServiceFailure} where that cannot be told.
   */
  static <Q> Future<Optional<Caller>> ask(
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
