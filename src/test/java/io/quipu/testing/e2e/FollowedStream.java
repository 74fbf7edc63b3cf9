package io.quipu.testing.e2e;

import io.quipu.testing.contract.PublishedContract;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;

/** The live counts of a counter as Server-Sent Events, followed until it is closed. */
final class FollowedStream implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final CompletableFuture<HttpResponse<Void>> following;

  private FollowedStream(HttpRequest request) {
    following = Api.HTTP.sendAsync(request, BodyHandlers.fromLineSubscriber(new Lines()));
  }

  static FollowedStream of(Api api, String namespace, String counter) {
    return of(HttpRequest.newBuilder(api.uri(Api.path(namespace, counter) + "/live")));
  }

  static FollowedStream of(HttpRequest.Builder request) {
    return new FollowedStream(request.header("Accept", "text/event-stream").build());
  }

  /** Whether the service has closed it. */
  boolean hasEnded() {
    return following.isDone();
  }

  /** Whether there was a line with some text. */
  boolean said(String text) {
    return lines.stream().anyMatch(line -> line.contains(text));
  }

  /** The counts that came, in their order. */
  List<Long> counts() {
    return lines.stream()
        .filter(line -> line.startsWith("data:"))
        .map(line -> new JsonObject(line.substring("data:".length())))
        .map(PublishedContract.OF_THIS_BUILD::checked)
        .map(message -> message.getLong("count"))
        .toList();
  }

  @Override
  public void close() {
    following.cancel(true);
  }

  /** Takes lines as they come. */
  private final class Lines implements Flow.Subscriber<String> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
      lines.add(line);
    }

    @Override
    public void onError(Throwable ended) {
      // the test is over
    }

    @Override
    public void onComplete() {
      // the test is over
    }
  }
}
