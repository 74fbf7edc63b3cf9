package io.quipu.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.store.Partition;
import io.quipu.time.HandDrivenTime;
import io.quipu.writer.GroupTime;
import io.quipu.writer.Incarnation;
import io.quipu.writer.Lease;
import io.quipu.writer.Watermark;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CounterRowsTest {
  private static final CounterName A = new CounterName("votes", "a");

  @Test
  void lieInTheirPartition() {
    HandDrivenTime time = new HandDrivenTime();
    EventTime now = time.wall();
    Lease lease = new Lease(time, Duration.ofHours(1), Lease.sample(time));
    Incarnation incarnation =
        new Incarnation(new UUID(0, 1), 1, now, lease, new GroupTime(time, now));
    Watermark.Minted minted = new Watermark(incarnation, 0).mint(1);
    long bucket = Partition.bucketOf(now);
    CounterRows rows = new CounterRows(A);
    rows.add(0, 1, null, 0);
    assertThat(rows.rows(minted, new Partition(A, bucket, 0)).rows()).hasSize(1);
    for (long other : new long[] {bucket - 60, bucket + 60}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> rows.rows(minted, new Partition(A, other, 0)))
          .withMessageContaining("does not belong");
    }
  }
}
