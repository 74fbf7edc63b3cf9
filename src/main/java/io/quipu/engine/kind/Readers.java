package io.quipu.engine.kind;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kind.answer.WindowQuery;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.windows.EventTime;
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
  private final Reader pages;

  /**
   * @param pages the reader of the kinds whose counters are on pages
   */
  Readers(Map<String, Reader> byKind, Reader pages) {
    this.byKind = byKind;
    this.pages = pages;
  }

  /** Tells whether the counters of a namespace are on pages. Other counters have a reader. */
  public boolean isOnPages(Namespace namespace) {
    return of(namespace) == pages;
  }

  /**
   * Reads the values of counters for a list or ranking, in the order of the counters.
   *
   * @param counters of the namespace
   */
  public CompletionStage<List<ListedValue>> listed(
      Namespace namespace, List<CounterName> counters) {
    return of(namespace)
        .listed(counters.stream().map(one -> new KnownCounter(one, namespace)).toList());
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

  public CompletionStage<SeriesAnswers> series(SeriesRange range) {
    return of(range.counter()).series(range);
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
    return of(counter.namespace());
  }

  private Reader of(Namespace namespace) {
    return Objects.requireNonNull(byKind.get(namespace.kind()));
  }
}
