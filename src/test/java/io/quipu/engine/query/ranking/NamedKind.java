package io.quipu.engine.query.ranking;

import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Kind;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A kind whose counters are not on pages: read as a test says. */
record NamedKind(Supplier<Map<String, Tally>> values) implements Kind {
  @Override
  public String label() {
    return "named";
  }

  @Override
  public Recording accept(
      Namespace namespace, CounterName counter, List<Draft> drafts, boolean confirmed) {
    throw new UnsupportedOperationException("only read");
  }

  @Override
  public Reader reader(Reader pages) {
    return new Reader() {
      @Override
      public CompletionStage<Answer> read(KnownCounter counter) {
        Tally value = values.get().get(counter.name().name());
        return CompletableFuture.completedStage(
            new Count(counter.name(), value, EventTime.MIN, Tally.ZERO));
      }

      @Override
      public CompletionStage<List<Answer>> readAll(List<KnownCounter> counters) {
        return CompletableFuture.completedStage(
            counters.stream().map(one -> read(one).toCompletableFuture().join()).toList());
      }
    };
  }
}
