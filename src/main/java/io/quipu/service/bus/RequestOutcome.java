package io.quipu.service.bus;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of a request: a reply, or a failure. */
record RequestOutcome<Q, R>(
    PendingRequest<Q, R> request, @Nullable R reply, @Nullable Throwable failure) {

  /** The outcomes of one turn of the event loop, on their way back as one message. */
  record Batch<Q, R>(List<RequestOutcome<Q, R>> outcomes) {}
}
