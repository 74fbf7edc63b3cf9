package io.quipu.store;

import io.quipu.counter.CounterName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The names of settled counters in memory. */
public final class MemoryDirectory implements CounterDirectory {
  /** What may be asked of it. */
  public enum Call {
    ENTER,
    LIST
  }

  public final Script<Call> script = new Script<>();
  private final List<CounterName> entered = new ArrayList<>();

  public List<CounterName> entered() {
    return entered;
  }

  @Override
  public CompletionStage<WriteOutcome> enter(CounterName counter) {
    return script.write(Call.ENTER, () -> entered.add(counter));
  }

  @Override
  public CompletionStage<List<CounterName>> list(String namespace, String after, int limit) {
    return script.read(
        Call.LIST,
        () ->
            entered.stream()
                .filter(name -> name.namespace().equals(namespace))
                .filter(name -> name.name().compareTo(after) > 0)
                .sorted((a, b) -> a.name().compareTo(b.name()))
                .limit(limit)
                .toList());
  }
}
