package io.quipu.http.access;

import io.quipu.auth.Caller;
import io.quipu.bus.Address;
import io.quipu.bus.BusFailure;
import io.quipu.web.Problem;
import io.quipu.web.ProblemType;
import io.quipu.web.Rejection;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.Optional;

/** Where it is found out whom something belongs to that callers show. */
interface CallerSource {
  /**
   * What a text is.
   *
   * @throws Rejection if it cannot be anything that opens something
   */
  Shown read(String text);

  /** Whom it belongs to; empty if it is nobody's. Fails where that cannot be told. */
  Future<Optional<Caller>> find(Shown shown);

  /** The same for somebody who was found before. */
  Future<Optional<Caller>> again(Caller caller);

  /** Asks for a caller over the bus. Fails with a {@link Rejection} where that cannot be told. */
  static <Q> Future<Optional<Caller>> ask(
      EventBus bus, Address<Q, Optional<Caller>> address, Q question, Duration patience) {
    return address
        .request(bus, question, patience)
        .recover(
            failure ->
                Future.failedFuture(
                    BusFailure.of(failure) == BusFailure.DEFECT
                        ? failure
                        : new Rejection(
                            Problem.of(
                                ProblemType.UNAVAILABLE,
                                "Keys and tokens cannot be checked at present."))));
  }
}
