package io.quipu.store;

import io.quipu.counter.CounterName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The names of settled counters in memory. */
public final class MemoryDirectory implements CounterDirectory {
  /** What may be asked of it. */
  public enum Call {
    ENTER,
    LIST
  }

  private static final Comparator<String> BY_BYTES =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

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
                .distinct()
                .filter(name -> BY_BYTES.compare(name.name(), after) > 0)
                .sorted(Comparator.comparing(CounterName::name, BY_BYTES))
                .limit(limit)
                .toList());
  }
}
