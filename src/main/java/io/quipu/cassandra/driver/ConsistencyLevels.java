package io.quipu.cassandra.driver;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.quipu.ops.config.Consistency;

/** Translates the configured consistency into levels of the driver. */
public final class ConsistencyLevels {
  private ConsistencyLevels() {}

  /** The level of plain reads, of plain writes and of the commit of conditional writes. */
  public static DefaultConsistencyLevel plain(Consistency consistency) {
    return switch (consistency) {
      case QUORUM -> DefaultConsistencyLevel.QUORUM;
      case LOCAL_QUORUM -> DefaultConsistencyLevel.LOCAL_QUORUM;
    };
  }

  /** The level of serial reads and of the Paxos rounds of conditional writes. */
  public static DefaultConsistencyLevel serial(Consistency consistency) {
    return switch (consistency) {
      case QUORUM -> DefaultConsistencyLevel.SERIAL;
      case LOCAL_QUORUM -> DefaultConsistencyLevel.LOCAL_SERIAL;
    };
  }
}
