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

/** A million records, by an instance that is killed five times. */
@ExtendWith(CassandraExtension.class)
@Thorough
class KafkaMillionIT {
  @Test
  void eachRecordCountsOnce(TestCassandra cassandra, @TempDir Path directory) {
    KilledConsumer consumer = new KilledConsumer(1_000_000, 5);
    try (KafkaProcess kafka = KafkaProcess.start()) {
      consumer.run(kafka, cassandra, directory);
    }
    assertThat(consumer.redelivered()).as("records that came again").isPositive();
  }
}
