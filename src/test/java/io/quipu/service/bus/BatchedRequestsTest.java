package io.quipu.service.bus;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.ops.trace.Span;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class BatchedRequestsTest {
  private static final Address<Integer, String> ADDRESS = Address.of("test.batched");
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ScheduledExecutorService elsewhere = Executors.newSingleThreadScheduledExecutor();
  private final ConcurrentLinkedQueue<Integer> messages = new ConcurrentLinkedQueue<>();
  private Vertx vertx;
  private Context context;

  @BeforeEach
  void countMessages(Vertx started) {
    vertx = started;
    LocalCodec.register(vertx.eventBus());
    vertx
        .eventBus()
        .addOutboundInterceptor(
            delivery -> {
              if (delivery.message().body() instanceof PendingRequest.Batch<?, ?> requests) {
                messages.add(requests.requests().size());
              }
              delivery.next();
            });
    context = vertx.getOrCreateContext();
  }

  @AfterEach
  void close() {
    elsewhere.shutdownNow();
  }

  @Test
  void sendsTheRequestsOfOneTurnAsOneMessage_andAnswersEach() {
    serve(request -> CompletableFuture.completedFuture("reply to " + request));
    BatchedRequests<Integer, String> sender = sender(LONG);

    List<String> replies =
        onContext(() -> Future.all(ask(sender, 1, 200)).map(all -> all.<String>list()));
    List<String> next =
        onContext(() -> Future.all(ask(sender, 201, 203)).map(all -> all.<String>list()));

    assertThat(replies)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 200).mapToObj(i -> "reply to " + i).toList());
    assertThat(next).hasSize(3);
    assertThat(messages).containsExactly(200, 3);
  }

  @Test
  void answersInAnyOrder_fromAnyThread() {
    List<CompletableFuture<String>> open = new ArrayList<>();
    serve(
        request -> {
          CompletableFuture<String> reply = new CompletableFuture<>();
          open.add(reply);
          if (open.size() == 50) {
            elsewhere.execute(
                () -> {
                  for (int i = 49; i >= 0; i--) {
                    open.get(i).complete("reply " + i);
                  }
                });
          }
          return reply;
        });
    BatchedRequests<Integer, String> sender = sender(LONG);

    List<String> replies =
        onContext(() -> Future.all(ask(sender, 0, 49)).map(all -> all.<String>list()));

    assertThat(replies)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(0, 49).mapToObj(i -> "reply " + i).toList());
  }

  @Test
  void answersTheOthers_whereOneThrowsAtItsReply() {
    serve(request -> CompletableFuture.completedFuture("reply to " + request));
    BatchedRequests<Integer, String> sender = sender(LONG);

    String second =
        onContext(
            () -> {
              sender
                  .request(1, Span.NONE)
                  .onComplete(
                      done -> {
                        throw new IllegalStateException("a defect");
                      });
              return sender.request(2, Span.NONE);
            });

    assertThat(second).isEqualTo("reply to 2");
  }

  @Test
  void tellsEachFailureToItsOwnRequest() {
    serve(
        request ->
            switch (request) {
              case 1 -> throw new IllegalStateException("a defect");
              case 2 -> CompletableFuture.failedFuture(new StoreUnavailable("no quorum", null));
              case 3 ->
                  CompletableFuture.failedFuture(
                      new CompletionException(new StoreUnavailable("no quorum", null)));
              default -> CompletableFuture.completedFuture("fine");
            });
    BatchedRequests<Integer, String> sender = sender(LONG);

    List<Object> outcomes = onContext(() -> outcomes(ask(sender, 1, 4)));

    assertThat(outcomes)
        .containsExactly(
            BusFailure.DEFECT, BusFailure.STORE_UNAVAILABLE, BusFailure.STORE_UNAVAILABLE, "fine");
  }

  @Test
  void failsAtOnce_whereNobodyServes() {
    BatchedRequests<Integer, String> sender = sender(LONG);

    assertThat(onContext(() -> outcomes(ask(sender, 1, 2))))
        .containsExactly(BusFailure.NO_HANDLER, BusFailure.NO_HANDLER);
  }

  @Test
  void givesUpAtTheDeadline_andOnlyOnWhatIsNotAnswered() {
    serve(
        request ->
            request % 2 == 0
                ? CompletableFuture.completedFuture("fine")
                : new CompletableFuture<String>());
    BatchedRequests<Integer, String> sender = sender(Duration.ofMillis(20));

    List<Object> outcomes = onContext(() -> outcomes(ask(sender, 1, 4)));

    assertThat(outcomes).containsExactly(BusFailure.TIMEOUT, "fine", BusFailure.TIMEOUT, "fine");
  }

  @Test
  void servesWhatIsSentOnAFailure_andIgnoresAnAnswerThatIsTooLate() {
    List<CompletableFuture<String>> late = new ArrayList<>();
    serve(
        request -> {
          if (request == 2) {
            late.forEach(reply -> reply.complete("too late"));
            return CompletableFuture.completedFuture("second try");
          }
          CompletableFuture<String> reply = new CompletableFuture<>();
          late.add(reply);
          return reply;
        });
    BatchedRequests<Integer, String> sender = sender(Duration.ofMillis(20));

    String answer =
        onContext(() -> sender.request(1, Span.NONE).recover(none -> sender.request(2, Span.NONE)));

    assertThat(answer).isEqualTo("second try");
  }

  private void serve(Function<Integer, CompletionStage<String>> handler) {
    ADDRESS.serve(vertx.eventBus(), handler).await();
  }

  /** Made on the context, as it must be. */
  private BatchedRequests<Integer, String> sender(Duration patience) {
    return onContext(() -> Future.succeededFuture(ADDRESS.batched(context, patience)));
  }

  private static List<Future<String>> ask(
      BatchedRequests<Integer, String> sender, int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(number -> sender.request(number, Span.NONE))
        .toList();
  }

  private static Future<List<Object>> outcomes(List<Future<String>> replies) {
    return Future.join(replies)
        .transform(
            all ->
                Future.succeededFuture(
                    replies.stream()
                        .<Object>map(
                            reply ->
                                reply.succeeded() ? reply.result() : BusFailure.of(reply.cause()))
                        .toList()));
  }

  private <T> T onContext(Supplier<Future<T>> action) {
    Promise<T> done = Promise.promise();
    context.runOnContext(here -> action.get().onComplete(done));
    return TestPatience.join(done.future().toCompletionStage());
  }
}
