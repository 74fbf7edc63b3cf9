package io.quipu.testing.contract;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Flow;

/** Collects the body of a request. */
record SentBody(BodySubscriber<String> text) implements Flow.Subscriber<ByteBuffer> {
  /** Longer ones are not looked at: load of some tests. */
  private static final int MOST_BYTES = 64 * 1024;

  /** The body; empty if there is none, its length is not known, or it is long. */
  static String of(HttpRequest request) {
    BodyPublisher body = request.bodyPublisher().orElseGet(HttpRequest.BodyPublishers::noBody);
    if (body.contentLength() <= 0 || body.contentLength() > MOST_BYTES) {
      return "";
    }
    SentBody sent = new SentBody(BodySubscribers.ofString(StandardCharsets.UTF_8));
    body.subscribe(sent);
    return sent.text.getBody().toCompletableFuture().join();
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    text.onSubscribe(subscription);
  }

  @Override
  public void onNext(ByteBuffer part) {
    text.onNext(List.of(part));
  }

  @Override
  public void onError(Throwable failure) {
    text.onError(failure);
  }

  @Override
  public void onComplete() {
    text.onComplete();
  }
}
