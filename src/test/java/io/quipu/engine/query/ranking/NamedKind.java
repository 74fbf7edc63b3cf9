package io.quipu.engine.query.ranking;

import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Kind;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.names.CounterName;
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
      public CompletionStage<List<Answer>> many(Question.Many question) {
        return CompletableFuture.completedStage(
            question.counters().stream().map(one -> answer(one.name())).toList());
      }
    };
  }

  private Answer answer(CounterName counter) {
    return new Count(counter, values.get().get(counter.name()), EventTime.MIN, Tally.ZERO);
  }
}
