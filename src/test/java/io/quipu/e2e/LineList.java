package io.quipu.e2e;

import java.util.List;
import java.util.concurrent.Flow;

/** Takes lines as they come. */
record LineList(List<String> lines) implements Flow.Subscriber<String> {
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
