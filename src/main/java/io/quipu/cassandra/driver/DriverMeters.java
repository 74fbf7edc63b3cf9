package io.quipu.cassandra.driver;

import static com.datastax.oss.driver.api.core.config.DefaultDriverOption.*;

import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.metrics.DefaultNodeMetric;
import com.datastax.oss.driver.api.core.metrics.DefaultSessionMetric;
import com.datastax.oss.driver.internal.core.metrics.TaggingMetricIdGenerator;
import com.datastax.oss.driver.internal.metrics.micrometer.MicrometerMetricsFactory;
import java.time.Duration;
import java.util.List;

/**
 * The meters of the driver that Quipu enables: gauges, computed when they are read, and counters of
 * failures and retries. A request that succeeds at the first attempt updates none of the meters.
 */
final class DriverMeters {
  private static final String PREFIX = "quipu.cassandra";

  /** The time after which the driver drops the meters of a node that is down or left the ring. */
  private static final Duration FORGOTTEN = Duration.ofHours(1);

  private static final List<String> OF_SESSION =
      List.of(
          DefaultSessionMetric.CONNECTED_NODES.getPath(),
          DefaultSessionMetric.CQL_CLIENT_TIMEOUTS.getPath());

  private static final List<String> OF_NODE =
      List.of(
          DefaultNodeMetric.OPEN_CONNECTIONS.getPath(),
          DefaultNodeMetric.IN_FLIGHT.getPath(),
          DefaultNodeMetric.ORPHANED_STREAMS.getPath(),
          DefaultNodeMetric.UNSENT_REQUESTS.getPath(),
          DefaultNodeMetric.ABORTED_REQUESTS.getPath(),
          DefaultNodeMetric.READ_TIMEOUTS.getPath(),
          DefaultNodeMetric.WRITE_TIMEOUTS.getPath(),
          DefaultNodeMetric.UNAVAILABLES.getPath(),
          DefaultNodeMetric.OTHER_ERRORS.getPath(),
          DefaultNodeMetric.RETRIES.getPath(),
          DefaultNodeMetric.CONNECTION_INIT_ERRORS.getPath(),
          DefaultNodeMetric.AUTHENTICATION_ERRORS.getPath());

  private DriverMeters() {}

  static void enable(ProgrammaticDriverConfigLoaderBuilder options) {
    options
        .withClass(METRICS_FACTORY_CLASS, MicrometerMetricsFactory.class)
        .withClass(METRICS_ID_GENERATOR_CLASS, TaggingMetricIdGenerator.class)
        .withString(METRICS_ID_GENERATOR_PREFIX, PREFIX)
        .withStringList(METRICS_SESSION_ENABLED, OF_SESSION)
        .withStringList(METRICS_NODE_ENABLED, OF_NODE)
        .withDuration(METRICS_NODE_EXPIRE_AFTER, FORGOTTEN);
  }
}
