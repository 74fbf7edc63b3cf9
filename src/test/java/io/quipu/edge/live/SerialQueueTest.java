package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SerialQueueTest {
  private final SerialQueue queue = new SerialQueue();
  private final List<String> begun = new ArrayList<>();

  private Future<String> next(String name, Future<String> end) {
    return queue.next(
        () -> {
          begun.add(name);
          return end;
        });
  }

  private Future<String> nextThrows() {
    return queue.next(
        () -> {
          throw new IllegalStateException("thrown");
        });
  }

  @Test
  void aStepBegins_whenAllBeforeItHaveEnded_alsoInFailure() {
    Promise<String> first = Promise.promise();
    Promise<String> second = Promise.promise();
    Future<String> ofFirst = next("first", first.future());
    Future<String> ofSecond = next("second", second.future());
    next("third", Future.succeededFuture("done"));
    assertThat(begun).containsExactly("first");
    first.fail("broken");
    assertThat(ofFirst.cause()).hasMessage("broken");
    assertThat(begun).containsExactly("first", "second");
    second.complete("done");
    assertThat(ofSecond.result()).isEqualTo("done");
    assertThat(begun).containsExactly("first", "second", "third");
  }

  @Test
  void aStepThatThrowsIsOneThatFails() {
    assertThat(nextThrows().cause()).hasMessage("thrown");
    assertThat(next("next", Future.succeededFuture("done")).result()).isEqualTo("done");
  }

  @Test
  void aStepThatEndsInAnErrorOrWithoutAFuture_isOneThatFails() {
    Future<String> error =
        queue.next(
            () -> {
              throw new AssertionError("a defect");
            });
    assertThat(error.cause()).hasMessage("a defect");
    assertThat(queue.<String>next(() -> null).failed()).isTrue();
    assertThat(next("next", Future.succeededFuture("done")).result()).isEqualTo("done");
  }

  @Test
  void aStepThatThrowsAfterItWaitedIsOneThatFails() {
    Promise<String> first = Promise.promise();
    next("first", first.future());
    Future<String> thrown = nextThrows();
    Future<String> last = next("last", Future.succeededFuture("done"));
    first.complete("done");
    assertThat(thrown.cause()).hasMessage("thrown");
    assertThat(last.result()).isEqualTo("done");
  }
}
