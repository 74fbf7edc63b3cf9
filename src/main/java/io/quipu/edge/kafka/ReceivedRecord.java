package io.quipu.edge.kafka;

import io.quipu.edge.kafka.mapping.RecordFields;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** A record as Kafka's client gives it. */
record ReceivedRecord(ConsumerRecord<byte[], byte[]> received) implements RecordFields {
  @Override
  public byte @Nullable [] key() {
    return received.key();
  }

  @Override
  public byte @Nullable [] header(String name) {
    Header last = received.headers().lastHeader(name);
    return last == null ? null : last.value();
  }

  @Override
  public long timestamp() {
    return received.timestamp();
  }

  @Override
  public byte @Nullable [] value() {
    return received.value();
  }
}
