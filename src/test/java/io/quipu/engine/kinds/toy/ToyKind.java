package io.quipu.engine.kinds.toy;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.kind.Kind;
import io.quipu.engine.kind.Recorder;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.Setting;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A kind for tests that is like none of the others: the largest of some numbers, kept in memory, of
 * which each must be below a limit. It is added as any kind is: by this file, and its place in a
 * list.
 */
public final class ToyKind implements Kind {
  private static final int TAKEN = Draft.only(Member.VALUE);

  private final Map<CounterName, Long> largest = new ConcurrentHashMap<>();

  @Override
  public String label() {
    return "toy";
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        new Setting("limit", Setting.Shape.INTEGER, false),
        new Setting("unit", Setting.Shape.TEXT, true));
  }

  @Override
  public void check(Namespace next) {
    if (limit(next) < 1) {
      throw new InvalidInput("limit", "limit must be at least 1");
    }
  }

  private static long limit(Namespace namespace) {
    return Long.parseLong(namespace.settings().getOrDefault("limit", "100"));
  }

  @Override
  public Recording accept(
      Namespace namespace, CounterName counter, List<Draft> drafts, boolean confirmed) {
    if (confirmed) {
      throw new InvalidInput("confirm", "confirm is not for counters of kind toy");
    }
    return new Numbers(counter, limit(namespace), Draft.acceptEach(drafts, this::number));
  }

  private long number(Draft draft) {
    draft.refuseOthers(TAKEN, label());
    if (draft.value() == null || draft.valueIsText()) {
      throw new InvalidInput("value", "value must be a number");
    }
    try {
      return Long.parseLong(draft.value());
    } catch (NumberFormatException e) {
      throw new InvalidInput("value", "value must be an integer");
    }
  }

  private record Numbers(CounterName counter, long limit, List<Long> values) implements Recording {
    @Override
    public int size() {
      return values.size();
    }
  }

  private record Largest(CounterName counter, long value) implements Answer {
    @Override
    public void writeParts(JsonText json) {
      json.field("largest", value);
    }

    @Override
    public Number number() {
      return value;
    }

    @Override
    public ListedValue listed() {
      return Tally.of(value, 1);
    }

    @Override
    public boolean isEmpty() {
      return value == 0;
    }

    @Override
    public String version() {
      return Long.toString(value);
    }
  }

  @Override
  public Recorder recorder(RecorderSite site) {
    return new Recorder() {
      @Override
      public Set<Class<? extends Recording>> takes() {
        return Set.of(Numbers.class);
      }

      @Override
      public CompletionStage<RecordOutcome> record(Recording numbers) {
        RecordOutcome outcome = keep((Numbers) numbers);
        site.changed().accept(numbers.counter());
        return CompletableFuture.completedStage(outcome);
      }

      @Override
      public CompletionStage<Void> drain() {
        return CompletableFuture.completedStage(null);
      }
    };
  }

  private RecordOutcome keep(Numbers numbers) {
    for (long value : numbers.values) {
      if (value > numbers.limit) {
        return new RecordOutcome.Declined(
            RecordOutcome.Objection.PAST_BOUND, "value", "value must be at most " + numbers.limit);
      }
    }
    for (long value : numbers.values) {
      largest.merge(numbers.counter, value, Math::max);
    }
    return new RecordOutcome.Recorded(
        EventTime.ofEpochSecond(1_767_268_800).timeuuid(1, 1),
        List.of(),
        BigInteger.valueOf(largest.get(numbers.counter)));
  }

  @Override
  public Reader reader(Reader pages) {
    return new Reader() {
      @Override
      public CompletionStage<Answer> count(Question.Count question) {
        return CompletableFuture.completedStage(answer(question.counter()));
      }

      @Override
      public CompletionStage<List<Answer>> many(Question.Many question) {
        return CompletableFuture.completedStage(
            question.counters().stream().map(ToyKind.this::answer).toList());
      }
    };
  }

  private Answer answer(KnownCounter counter) {
    return new Largest(counter.name(), largest.getOrDefault(counter.name(), 0L));
  }
}
