package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.KafkaProcess;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Many records, by an instance that is killed three times; {@code -Drecords=1000000} for more. */
@ExtendWith(CassandraExtension.class)
@Thorough
class KafkaMillionIT {
  private static final int RECORDS = Integer.getInteger("records", 200_000);

  @Test
  void eachRecordCountsOnce(TestCassandra cassandra, @TempDir Path directory) {
    KilledConsumer consumer = new KilledConsumer(RECORDS, 3);
    try (KafkaProcess kafka = KafkaProcess.start()) {
      consumer.run(kafka, cassandra, directory);
    }
    assertThat(consumer.redelivered()).as("records that came again").isPositive();
  }
}
