package io.quipu.service.bus;

import io.quipu.engine.store.StoreUnavailable;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;

/** The reason why a request over the bus got no reply. */
public enum BusFailure {
  /** The store could not serve the request; nothing changed, and a repeat is safe. */
  STORE_UNAVAILABLE,
  /** This process has too much to do now, and nothing changed. The message is for the caller. */
  BUSY,
  /** No verticle in this process serves the address. */
  NO_HANDLER,
  /** There was no reply in time; the request may still take effect. */
  TIMEOUT,
  /** Any other failure: a defect. */
  DEFECT;

  private static final int CODE_BUSY = 429;
  private static final int CODE_UNAVAILABLE = 503;
  private static final int CODE_DEFECT = 500;

  /** Classifies the failure of a request that an {@link Address} sent, batched or not. */
  public static BusFailure of(Throwable failure) {
    if (!(failure instanceof ReplyException reply)) {
      return DEFECT;
    }
    if (reply.failureType() == ReplyFailure.TIMEOUT) {
      return TIMEOUT;
    }
    if (reply.failureType() == ReplyFailure.NO_HANDLERS) {
      return NO_HANDLER;
    }
    return switch (reply.failureCode()) {
      case CODE_UNAVAILABLE -> STORE_UNAVAILABLE;
      case CODE_BUSY -> BUSY;
      default -> DEFECT;
    };
  }

  static int codeOf(Throwable failure) {
    if (failure instanceof StoreUnavailable unavailable) {
      return unavailable.isBusy() ? CODE_BUSY : CODE_UNAVAILABLE;
    }
    return CODE_DEFECT;
  }
}
