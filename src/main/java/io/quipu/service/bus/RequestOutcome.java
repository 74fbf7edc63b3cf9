package io.quipu.service.bus;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of a request: a reply, or a failure. */
record RequestOutcome<Q, R>(
    PendingRequest<Q, R> request, @Nullable R reply, @Nullable Throwable failure) {

  /** The message with the outcomes of one turn of the event loop, for the sender. */
  record Batch<Q, R>(List<RequestOutcome<Q, R>> outcomes) {}
}
