package io.quipu.edge.guard.body;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes that a process holds for its callers: unfinished requests, unanswered requests,
 * and answers that callers have not taken. Bytes are taken before they are held, and given back
 * afterwards. A request or an answer is refused if its bytes cannot be taken. The bytes of an
 * answer that must not be refused are taken even above the bound. Safe on any thread.
 */
public final class ByteBudget {
  /** The divisor of the heap: parsed data may need several times the bytes of its text. */
  private static final int PART_OF_HEAP = 4;

  /**
   * The uses of held bytes. Only small bodies may use the whole limit. So a few callers who send or
   * take much data, or slowly, cannot keep out all callers with small bodies.
   */
  public enum Use {
    /** A body of at most {@link RequestBody#SMALL_BYTES} bytes. */
    SMALL_BODY(1.0),
    /** Other bytes of a request: of a large body, inflated or parsed data, or a large head. */
    LARGE_BODY(0.5),
    /** A message of a WebSocket, or input of a Redis client, until the answer. */
    MESSAGE(0.75),
    /** An answer that its caller has not taken. */
    ANSWER(0.75);

    private final double share;

    Use(double share) {
      this.share = share;
    }
  }

  private final AtomicLong held = new AtomicLong();
  private final Map<Use, Bound> bounds = new EnumMap<>(Use.class);

  private record Bound(long ceiling, Counter refused) {}

  /**
   * @param limit the limit in bytes; a use is refused if all held bytes together would exceed the
   *     share of this use in the limit
   * @throws IllegalArgumentException if the limit is not positive
   */
  public ByteBudget(long limit, MeterRegistry registry) {
    if (limit < 1) {
      throw new IllegalArgumentException("a budget of " + limit + " bytes");
    }
    for (Use use : Use.values()) {
      Counter refused =
          Counter.builder("quipu.memory.refused")
              .description("Times that there was no room for what a caller sent or asked for")
              .tag("use", use.name().toLowerCase(Locale.ROOT))
              .register(registry);
      bounds.put(use, new Bound((long) (limit * use.share), refused));
    }
    Gauge.builder("quipu.memory.held", held, AtomicLong::get)
        .description("Bytes held for callers: unfinished, unanswered or not taken")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("quipu.memory.limit", () -> limit)
        .description("Most bytes that may be held for callers")
        .baseUnit("bytes")
        .register(registry);
  }

  /** Makes a budget of a quarter of the largest heap that this process may have. */
  public static ByteBudget ofHeap(MeterRegistry registry) {
    return new ByteBudget(Runtime.getRuntime().maxMemory() / PART_OF_HEAP, registry);
  }

  /** Takes bytes, to be {@link #giveBack given back} later; false if there is no room. */
  public boolean take(Use use, long bytes) {
    Bound bound = Objects.requireNonNull(bounds.get(use));
    if (held.addAndGet(bytes) <= bound.ceiling) {
      return true;
    }
    held.addAndGet(-bytes);
    bound.refused.increment();
    return false;
  }

  /** Takes bytes even if there is no room; later calls of {@link #take} find less room. */
  void takeAnyway(long bytes) {
    held.addAndGet(bytes);
  }

  public void giveBack(long bytes) {
    if (bytes > 0) {
      held.addAndGet(-bytes);
    }
  }

  /** The number of held bytes. */
  public long held() {
    return held.get();
  }
}
