package io.quipu.service;

import io.quipu.service.bus.BusFailure;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;

/** Turns the failures of requests over the bus into failures for callers. */
final class BusFailures {
  private BusFailures() {}

  /** Makes the failure of a read, or of a change that certainly did not happen. */
  static <T> Future<T> unreadable(Throwable failure) {
    return switch (BusFailure.of(failure)) {
      case STORE_UNAVAILABLE ->
          Future.failedFuture(
              new ServiceFailure(Reason.UNAVAILABLE, "Cassandra is short of a quorum.", failure));
      case BUSY -> unavailable(String.valueOf(failure.getMessage()));
      case NO_HANDLER -> unavailable("This instance does not serve this at present.");
      case TIMEOUT -> unavailable("There was no answer in time.");
      case DEFECT -> Future.failedFuture(failure);
    };
  }

  static <T> Future<T> unavailable(String detail) {
    return Future.failedFuture(new ServiceFailure(Reason.UNAVAILABLE, detail));
  }
}
