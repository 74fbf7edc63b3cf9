package io.quipu.engine.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DrainTest {
  private final Deque<String> work = new ArrayDeque<>(List.of("a", "b"));
  private final Drain drain = new Drain(work::isEmpty);

  @Test
  void endsWhenNothingIsLeft_andNotBefore() {
    work.clear();
    drain.check();
    assertThat(drain.hasBegun()).as("empty, and nobody has asked it to end").isFalse();

    work.add("c");
    CompletableFuture<Void> end = drain.begin().toCompletableFuture();
    assertThat(drain.hasBegun()).isTrue();
    drain.check();
    assertThat(end).isNotDone();

    work.clear();
    drain.check();
    assertThat(end).isCompleted();
  }

  @Test
  void endsAtOnceWhereNothingIsLeft_howeverOftenItIsAsked() {
    work.clear();
    assertThat(drain.begin().toCompletableFuture()).isCompleted();
    assertThat(drain.begin().toCompletableFuture()).isCompleted();
  }
}
