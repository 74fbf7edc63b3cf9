package io.quipu.edge.guard;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that a process holds for its callers: of requests that have not arrived in full or are
 * not answered, and of answers that are not taken. Each byte is taken before it is held and given
 * back when it is not held any more; what cannot be taken is refused. Safe on any thread.
 */
public final class ByteBudget {
  /** A quarter of the heap: what is parsed of a byte may well need several. */
  private static final int PART_OF_HEAP = 4;

  /**
   * The uses of held bytes. A large thing is refused while there is still room for small ones, so
   * that a few callers who send much, or slowly, never keep out all others.
   */
  public enum Use {
    /** A request whose body is small. */
    SMALL_BODY(1.0),
    /** The rest of a body after its first bytes, or the bytes that come out of a compressed one. */
    LARGE_BODY(0.5),
    /** A message of a WebSocket, from its first fragment until it is answered. */
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
   * @param limit in bytes; a use may fill its share of it
   * @throws IllegalArgumentException if it is not positive
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

  /** A quarter of the heap that this process may have. */
  public static ByteBudget ofHeap(MeterRegistry registry) {
    return new ByteBudget(Runtime.getRuntime().maxMemory() / PART_OF_HEAP, registry);
  }

  /** Takes some bytes, if there are as many; whoever has them owes one {@link #giveBack}. */
  public boolean take(Use use, long bytes) {
    Bound bound = Objects.requireNonNull(bounds.get(use));
    if (held.addAndGet(bytes) <= bound.ceiling) {
      return true;
    }
    held.addAndGet(-bytes);
    bound.refused.increment();
    return false;
  }

  /** Takes some bytes even if there are not as many; others are refused instead. */
  void takeAnyway(long bytes) {
    held.addAndGet(bytes);
  }

  public void giveBack(long bytes) {
    if (bytes > 0) {
      held.addAndGet(-bytes);
    }
  }

  /** How many bytes are held. */
  public long held() {
    return held.get();
  }
}
