package io.quipu.engine.checkpoint.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.TimeSpan;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetentionTest extends CollectorFixture {
  @Test
  void keepsEachClassForItsLength() {
    EventPartition minute = put(A_MINUTE, 0, 0);
    EventPartition hour = put(RetentionClass.of(new TimeSpan("1h")), 0, 0);
    EventPartition forEver = put(RetentionClass.FOREVER, 0, 0);
    settleAgain(64);
    collectAll();
    requireKept(minute);
    settleAgain(65);
    collectAll();
    assertThat(stores.directory.named(0, minute.hour())).containsExactly(hour, forEver);
    settleAgain(5 + HOUR);
    collectAll();
    assertThat(stores.directory.named(0, minute.hour())).containsExactly(forEver);
    settleAgain(1_000 * HOUR);
    collectAll();
    requireKept(forEver);
    assertThat(stores.directory.hours(0)).containsExactly(Hour.of(forEver));
  }

  @Test
  void forgetsAnHour_onlyWhenAllOfItMayGo() {
    EventPartition first = put(AT_ONCE, 0, 0);
    EventPartition last = put(AT_ONCE, 0, HOUR - 5);
    settleAgain(HOUR - 1);
    collectAll();
    assertThat(stores.directory.named(0, first.hour())).containsExactly(last);
    assertThat(stores.directory.hours(0)).containsExactly(Hour.of(last));
    settleAgain(HOUR);
    collectAll();
    assertThat(stores.directory.hours(0)).isEmpty();
  }

  @Test
  void forgetsAnHourInWhichNothingIsNamed() {
    stores.directory.name(Hour.of(new EventPartition(AT_ONCE, start.epochSecond(), 0)));
    allSettled(HOUR);
    collectAll();
    assertThat(stores.directory.hours(0)).isEmpty();
  }

  @Test
  void takesMoreHoursThanItDoesAtOnce() {
    for (int hour = 0; hour < 30; hour++) {
      put(AT_ONCE, 0, (long) hour * HOUR);
    }
    allSettled(30 * HOUR);
    collectAll();
    time.pass(WAIT);
    collectAll();
    assertThat(stores.directory.hours(0)).isEmpty();
    assertThat(registry.get("quipu.partitions.collected").counter().count()).isEqualTo(30);
  }

  @Test
  void readsNoHeaders_ofWhatNoPageCanHavePassed_andLooksNowAndThen() {
    put(A_MINUTE, 0, 0);
    allSettled(HOUR);
    Done.value(collector.round(BOTH, second(64)));
    assertThat(serialReads()).isZero();
    Done.value(collector.round(BOTH, second(65)));
    time.pass(PAUSE.minusNanos(1));
    Done.value(collector.round(BOTH, second(65)));
    assertThat(serialReads()).isZero();
    time.pass(Duration.ofNanos(1));
    Done.value(collector.round(BOTH, second(65)));
    assertThat(serialReads()).isEqualTo(2);
  }
}
