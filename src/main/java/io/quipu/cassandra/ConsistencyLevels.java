package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.quipu.ops.config.Consistency;

/** The configured consistency as the driver names it. */
final class ConsistencyLevels {
  private ConsistencyLevels() {}

  /** Of reads, writes and the commit of conditional writes. */
  static DefaultConsistencyLevel plain(Consistency consistency) {
    return switch (consistency) {
      case QUORUM -> DefaultConsistencyLevel.QUORUM;
      case LOCAL_QUORUM -> DefaultConsistencyLevel.LOCAL_QUORUM;
    };
  }

  /** Of serial reads and of deciding conditional writes. */
  static DefaultConsistencyLevel serial(Consistency consistency) {
    return switch (consistency) {
      case QUORUM -> DefaultConsistencyLevel.SERIAL;
      case LOCAL_QUORUM -> DefaultConsistencyLevel.LOCAL_SERIAL;
    };
  }
}
