package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.KafkaStage;
import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.TriedKind;
import java.util.List;
import java.util.Map;
import org.slf4j.LoggerFactory;

/** Tries kinds with records of Kafka: an instance for each, as one takes all its topics or none. */
final class KindsByKafka implements AutoCloseable {
  private static final String COMPLAINT = "Nothing is taken from Kafka";

  private final KafkaStage stage = new KafkaStage();
  private final TestCassandra cassandra;
  private final Api api;
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private final Logger logger =
      (Logger) LoggerFactory.getLogger("io.quipu.edge.kafka.UsableNamespaces");

  /**
   * @param api of another instance over the keyspace
   */
  KindsByKafka(TestCassandra cassandra, Api api) {
    this.cassandra = cassandra;
    this.api = api;
    logged.start();
    logger.addAppender(logged);
  }

  /** Tells whether a record counts; the log says so where it never will. */
  boolean counts(TriedKind kind) {
    String topic = kind.label();
    String namespace = KindsByProgramsIT.namespace(kind);
    stage.topics().create(topic, 1);
    stage.topics().send(topic, "key", "{\"delta\": " + kind.value() + "}");
    stage.topics().flush();
    String mapping = topic + "=" + namespace + "/consumed {delta:/delta}";
    try (RunningQuipu consumer = stage.quipu(1, cassandra, mapping, Map.of())) {
      await("a count or a complaint").until(() -> hasCounted(kind) || isRefused(namespace));
      assertThat(hasCounted(kind)).isNotEqualTo(isRefused(namespace));
      return hasCounted(kind);
    }
  }

  private boolean hasCounted(TriedKind kind) {
    String path = Api.path(KindsByProgramsIT.namespace(kind), "consumed");
    return TriedKind.value(api.get(path).expect(200).json()) == kind.value();
  }

  private boolean isRefused(String namespace) {
    return List.copyOf(logged.list).stream()
        .map(ILoggingEvent::getFormattedMessage)
        .anyMatch(line -> line.startsWith(COMPLAINT) && line.contains(namespace + " remembers"));
  }

  @Override
  public void close() {
    logger.detachAppender(logged);
    stage.close();
  }
}
