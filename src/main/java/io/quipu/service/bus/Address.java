package io.quipu.service.bus;

import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An address on the bus that answers a {@code Q} with an {@code R}. Request and reply are immutable
 * and travel by reference.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
public final class Address<Q, R> {
  private static final Logger log = LoggerFactory.getLogger(Address.class);

  private final String name;

  private Address(String name) {
    this.name = name;
  }

  public static <Q, R> Address<Q, R> of(String name) {
    return new Address<>(name);
  }

  /** The address of one of the instances that share the work of this address. */
  public Address<Q, R> instance(int index) {
    return new Address<>(name + "." + index);
  }

  /** A request, and the span that the answer is a part of. */
  private record Traced<Q>(Q request, Span span) {}

  /** The addresses of all instances, for senders that send often. */
  public Instances<Q, R> instances(int count) {
    return new Instances<>(this, count);
  }

  /**
   * Sends a request. The future fails with what {@link BusFailure#of} reads.
   *
   * @param patience how long to wait for the reply; a timeout does not withdraw the request
   */
  public Future<R> request(EventBus bus, Q request, Duration patience) {
    return send(bus, request, patience);
  }

  /**
   * Sends a request in the span of its caller.
   *
   * @param span the span that the answer is a part of
   */
  public Future<R> request(EventBus bus, Q request, Duration patience, Span span) {
    return send(bus, span.isRecorded() ? new Traced<>(request, span) : request, patience);
  }

  private Future<R> send(EventBus bus, Object request, Duration patience) {
    DeliveryOptions options =
        new DeliveryOptions()
            .setCodecName(LocalCodec.NAME)
            .setLocalOnly(true)
            .setSendTimeout(patience.toMillis());
    return bus.<R>request(name, request, options).map(Message::body);
  }

  /**
   * Returns requests from {@code context}; all requests of one turn travel in one message. To be
   * called on {@code context}.
   *
   * @param patience how long to wait for each reply
   */
  public BatchedRequests<Q, R> batched(Context context, Duration patience) {
    return new BatchedRequests<>(context, name, patience);
  }

  /** Answers requests, batched or not, on the calling context while its verticle is deployed. */
  public Future<Void> serve(EventBus bus, Function<Q, CompletionStage<R>> handler) {
    BatchedReplies<Q, R> batched = new BatchedReplies<>(bus, handler, this::failure);
    return bus.<Object>localConsumer(name, message -> answer(message, handler, batched))
        .completion();
  }

  @SuppressWarnings("unchecked") // only these three are ever sent here
  private void answer(
      Message<Object> message,
      Function<Q, CompletionStage<R>> handler,
      BatchedReplies<Q, R> batched) {
    if (message.body() instanceof PendingRequest.Batch<?, ?> requests) {
      batched.serve((PendingRequest.Batch<Q, R>) requests);
    } else if (message.body() instanceof Traced<?> traced) {
      Q request = (Q) traced.request();
      CurrentSpan.run(traced.span(), () -> answer(message, request, handler));
    } else {
      answer(message, (Q) message.body(), handler);
    }
  }

  private void answer(Message<?> message, Q request, Function<Q, CompletionStage<R>> handler) {
    CompletionStage<R> reply;
    try {
      reply = handler.apply(request);
    } catch (RuntimeException defect) {
      fail(message, defect);
      return;
    }
    reply.whenComplete(
        (result, failure) -> {
          if (failure == null) {
            message.reply(result, new DeliveryOptions().setCodecName(LocalCodec.NAME));
          } else {
            fail(message, failure);
          }
        });
  }

  private void fail(Message<?> message, Throwable failure) {
    ReplyException told = failure(failure);
    message.fail(told.failureCode(), told.getMessage());
  }

  /** Makes the failure that the sender receives. */
  private ReplyException failure(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    int code = BusFailure.codeOf(cause);
    if (code == 500) {
      log.error("Defect while serving {}", name, cause);
    }
    return new ReplyException(
        ReplyFailure.RECIPIENT_FAILURE, code, String.valueOf(cause.getMessage()));
  }

  /** The addresses of the instances that share the work of an address. */
  public static final class Instances<Q, R> {
    private final Address<Q, R>[] addresses;

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Instances(Address<Q, R> base, int count) {
      addresses = new Address[count];
      for (int i = 0; i < count; i++) {
        addresses[i] = base.instance(i);
      }
    }

    public int count() {
      return addresses.length;
    }

    public Address<Q, R> get(int index) {
      return addresses[index];
    }
  }
}
