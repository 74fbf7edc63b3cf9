package io.quipu.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.quipu.engine.names.CounterName;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** What the counters that a caller may begin cost where nobody bounds them. */
class NewCountersTest {
  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Each instance of HTTP and RESP has one. */
  @Test
  void takeNoMemory_whereNothingIsMet() {
    make(10);
    long before = THREAD.getCurrentThreadAllocatedBytes();
    make(10);
    assertThat(THREAD.getCurrentThreadAllocatedBytes() - before).isLessThan(10 * 16 * 1024);
  }

  private static void make(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(new NewCounters(null, null, null)).isNotNull();
    }
  }

  @Test
  void areFamiliarOnceTheyWereMet() {
    FamiliarCounters familiar = new FamiliarCounters();
    CounterName met = new CounterName("votes", "a");
    assertThat(familiar.contains(met)).isFalse();
    familiar.add(met);
    assertThat(familiar.contains(met)).isTrue();
    assertThat(familiar.contains(new CounterName("votes", "b"))).isFalse();
  }
}
