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
 * and are passed by reference.
 *
 * @param <Q> the type of the request
 * @param <R> the type of the reply
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

  /** A request, and the trace span in which the handler runs. */
  private record Traced<Q>(Q request, Span span) {}

  /** Makes the addresses of all instances once, for senders that send often. */
  public Instances<Q, R> instances(int count) {
    return new Instances<>(this, count);
  }

  /**
   * Sends a request. The future fails with a failure that {@link BusFailure#of} classifies.
   *
   * @param patience how long to wait for the reply; the handler may serve the request even later
   */
  public Future<R> request(EventBus bus, Q request, Duration patience) {
    return send(bus, request, patience);
  }

  /**
   * Sends a request that the handler serves in a trace span.
   *
   * @param span the trace span in which the handler runs
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
   * Returns a sender of requests from {@code context}, which sends all requests of one turn of the
   * event loop in one message. To be called on {@code context}.
   *
   * @param patience how long to wait for each reply
   */
  public BatchedRequests<Q, R> batched(Context context, Duration patience) {
    return new BatchedRequests<>(context, name, patience);
  }

  /** Answers requests, batched or not, on the calling context until its verticle is undeployed. */
  public Future<Void> serve(
      EventBus bus, Function<Q, ? extends CompletionStage<? extends R>> handler) {
    BatchedReplies<Q, R> batched = new BatchedReplies<>(bus, handler, this::failure);
    return bus.<Object>localConsumer(name, message -> answer(message, handler, batched))
        .completion();
  }

  @SuppressWarnings("unchecked") // each message is a Batch, a Traced or a Q
  private void answer(
      Message<Object> message,
      Function<Q, ? extends CompletionStage<? extends R>> handler,
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

  private void answer(
      Message<?> message, Q request, Function<Q, ? extends CompletionStage<? extends R>> handler) {
    CompletionStage<? extends R> reply;
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

  /** The addresses of the instances that share the work of one address. */
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
