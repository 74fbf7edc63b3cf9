package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ProtocolError;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.vertx.cassandra.ResultSet;
import java.nio.channels.ClosedChannelException;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of requests: the meaning of an answer, or of the lack of one, for the data. The one
 * place that decides it.
 *
 * <p>An unknown outcome is always a safe answer; "refused" and "not applied" are claims that the
 * protocol builds upon, so they are made only where nothing else is possible.
 */
final class Outcomes {
  private Outcomes() {}

  /**
   * The outcome of a plain write to one partition.
   *
   * <p>It is {@link WriteOutcome#REFUSED} only if every attempt that the driver made is known to
   * have ended before a replica saw it; a write that was sent, lost and then refused elsewhere is
   * {@link WriteOutcome#UNKNOWN}.
   */
  static WriteOutcome ofWrite(@Nullable Throwable failure) {
    if (failure == null) {
      return WriteOutcome.WRITTEN;
    }
    return neverReachedAReplica(failure) ? WriteOutcome.REFUSED : WriteOutcome.UNKNOWN;
  }

  /**
   * The outcome of a conditional write.
   *
   * <p>{@link CasOutcome#REFUSED} says that the condition did not hold, and only an answer can say
   * that. Every failure is {@link CasOutcome#UNKNOWN}: a timeout in the propose phase may still be
   * decided, one in the commit phase was decided, and even a write that certainly never left, for
   * want of a live node, tells nothing about the condition.
   */
  static CasOutcome ofConditional(@Nullable ResultSet answer, @Nullable Throwable failure) {
    if (failure != null || answer == null) {
      return CasOutcome.UNKNOWN;
    }
    return answer.wasApplied() ? CasOutcome.APPLIED : CasOutcome.REFUSED;
  }

  /** The failure of a failed read: the store unavailable, unless the statement itself is wrong. */
  static RuntimeException ofRead(Throwable failure) {
    if ((failure instanceof DriverException && !isDefect(failure))
        || failure instanceof ReplicationChanged
        || isClosed(failure)) {
      return new StoreUnavailable("Cassandra did not answer: " + names(failure), failure);
    }
    return failure instanceof RuntimeException defect
        ? defect
        : new IllegalStateException("unexpected failure of a read", failure);
  }

  /** The failure of a request that comes after the end of the session, in the words of Vert.x. */
  private static boolean isClosed(Throwable failure) {
    return "Client is closed".equals(failure.getMessage());
  }

  /** The name of a failure; "all nodes failed" says nothing without the reason. */
  private static String names(Throwable failure) {
    String name = failure.getClass().getSimpleName();
    if (failure instanceof AllNodesFailedException everywhere
        && !everywhere.getAllErrors().isEmpty()) {
      return everywhere.getAllErrors().values().stream()
          .flatMap(Collection::stream)
          .map(each -> each.getClass().getSimpleName())
          .distinct()
          .collect(Collectors.joining(", ", name + " of ", ""));
    }
    return name;
  }

  /** A statement that Cassandra will never accept, whoever is asked. */
  static boolean isDefect(Throwable failure) {
    return failure instanceof QueryValidationException || failure instanceof ProtocolError;
  }

  private static boolean neverReachedAReplica(Throwable failure) {
    if (failure instanceof ReplicationChanged changed) {
      return !changed.wasSent();
    }
    if (failure instanceof AllNodesFailedException everywhere) {
      return everywhere.getAllErrors().values().stream()
          .flatMap(Collection::stream)
          .allMatch(Outcomes::endedBeforeReplicas);
    }
    return endedBeforeReplicas(failure)
        && failure instanceof DriverException last
        && earlierAttemptsEndedBeforeReplicas(last.getExecutionInfo());
  }

  private static boolean earlierAttemptsEndedBeforeReplicas(@Nullable ExecutionInfo attempts) {
    return attempts != null
        && attempts.getErrors().stream()
            .allMatch(attempt -> endedBeforeReplicas(attempt.getValue()));
  }

  /**
   * Tells if one attempt on one node certainly ended before any replica saw it.
   *
   * <ul>
   *   <li>no connection, or none with room: nothing was sent;
   *   <li>{@code ClosedChannelException} is how Netty fails a write that it could not finish, so
   *       the node has at most a part of a frame. (One that was sent and lost its connection is
   *       reported as the driver's own {@code ClosedConnectionException}.)
   *   <li>the coordinator counts live replicas, and hints in progress, before it sends a mutation
   *       of one partition to any; it sheds load before it executes anything;
   *   <li>a statement that does not pass validation is not executed.
   * </ul>
   */
  private static boolean endedBeforeReplicas(Throwable failure) {
    return failure instanceof NodeUnavailableException
        || failure instanceof BusyConnectionException
        || failure instanceof ClosedChannelException
        || failure instanceof UnavailableException
        || failure instanceof OverloadedException
        || failure instanceof BootstrappingException
        || failure instanceof QueryValidationException;
  }
}
