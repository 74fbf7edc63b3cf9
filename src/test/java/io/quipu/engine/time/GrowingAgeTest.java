package io.quipu.engine.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GrowingAgeTest {
  private final AtomicLong nanos = new AtomicLong();
  private final GrowingAge age = new GrowingAge(Double.NaN, nanos::get);

  @Test
  void growsUntilItIsFoundAnew() {
    assertThat(age.seconds()).isNaN();
    age.is(2);
    nanos.addAndGet(1_500_000_000L);
    assertThat(age.seconds()).isEqualTo(3.5);
    age.is(1);
    assertThat(age.seconds()).isEqualTo(1);
  }

  @Test
  void staysWhereThereIsNothing() {
    age.is(2);
    age.isNothing();
    nanos.addAndGet(1_500_000_000L);
    assertThat(age.seconds()).isZero();
  }
}
