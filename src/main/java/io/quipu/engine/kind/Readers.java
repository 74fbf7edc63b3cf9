package io.quipu.engine.kind;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.KnownCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The readers of all kinds on one context. Confined to that context. */
public final class Readers {
  private final Map<String, Reader> byKind;

  Readers(Map<String, Reader> byKind) {
    this.byKind = byKind;
  }

  public CompletionStage<Answer> read(KnownCounter counter) {
    return of(counter).read(counter);
  }

  public CompletionStage<Answer> read(KnownCounter counter, ReadOptions options) {
    return of(counter).read(counter, options);
  }

  public CompletionStage<WindowAnswers> windows(WindowQuery query, EventTime horizon) {
    return of(query.counter()).windows(query, horizon);
  }

  /** Reads several counters, which may be of different kinds. The answers come in any order. */
  public CompletionStage<List<Answer>> readAll(List<KnownCounter> counters) {
    Map<String, List<KnownCounter>> asked = new HashMap<>();
    for (KnownCounter counter : counters) {
      asked.computeIfAbsent(counter.namespace().kind(), any -> new ArrayList<>()).add(counter);
    }
    CompletionStage<List<Answer>> answers = CompletableFuture.completedStage(new ArrayList<>());
    for (List<KnownCounter> some : asked.values()) {
      answers = answers.thenCombine(of(some.get(0)).readAll(some), Readers::joined);
    }
    return answers;
  }

  private static List<Answer> joined(List<Answer> all, List<Answer> more) {
    all.addAll(more);
    return all;
  }

  private Reader of(KnownCounter counter) {
    return Objects.requireNonNull(byKind.get(counter.namespace().kind()));
  }
}
