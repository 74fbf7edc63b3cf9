package io.quipu.cassandra.driver;

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
 * Decides what an answer, or a missing answer, means for the data. No other class decides that.
 *
 * <p>{@code UNKNOWN} is always a safe outcome. The protocol relies on {@code REFUSED}, of a plain
 * write and of a conditional write, so {@code REFUSED} is returned only if no other outcome is
 * possible.
 */
public final class Outcomes {
  private Outcomes() {}

  /**
   * The outcome of a plain write to one partition.
   *
   * <p>A write is {@link WriteOutcome#REFUSED} only if every attempt of the driver certainly ended
   * before a replica saw the write. If one attempt got no answer, and another node refused the next
   * attempt, the outcome is {@link WriteOutcome#UNKNOWN}.
   */
  public static WriteOutcome ofWrite(@Nullable Throwable failure) {
    if (failure == null) {
      return WriteOutcome.WRITTEN;
    }
    return neverReachedAReplica(failure) ? WriteOutcome.REFUSED : WriteOutcome.UNKNOWN;
  }

  /**
   * The outcome of a conditional write.
   *
   * <p>{@link CasOutcome#REFUSED} means that the condition did not hold, which only an answer can
   * tell. Every failure is {@link CasOutcome#UNKNOWN}. After a timeout in the propose phase the
   * write may still be decided. After a timeout in the commit phase the write was decided. A write
   * that was never sent, because no node was live, tells nothing about the condition.
   */
  public static CasOutcome ofConditional(@Nullable ResultSet answer, @Nullable Throwable failure) {
    if (failure != null || answer == null) {
      return CasOutcome.UNKNOWN;
    }
    return answer.wasApplied() ? CasOutcome.APPLIED : CasOutcome.REFUSED;
  }

  /** The failure that a read throws: {@link StoreUnavailable}, unless the failure is a defect. */
  public static RuntimeException ofRead(Throwable failure) {
    if ((failure instanceof DriverException && !isDefect(failure))
        || failure instanceof KeyspaceUnsafe
        || isClosed(failure)) {
      return new StoreUnavailable("Cassandra did not answer: " + names(failure), failure);
    }
    return failure instanceof RuntimeException defect
        ? defect
        : new IllegalStateException("unexpected failure of a read", failure);
  }

  /** Tells if the session was closed before the request. Only this text of Vert.x says so. */
  private static boolean isClosed(Throwable failure) {
    return "Client is closed".equals(failure.getMessage());
  }

  /** The class name of a failure; if all nodes failed, with the class names of their failures. */
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

  /** Tells if Cassandra rejects the statement itself, so that a retry cannot help. */
  public static boolean isDefect(Throwable failure) {
    return failure instanceof QueryValidationException || failure instanceof ProtocolError;
  }

  private static boolean neverReachedAReplica(Throwable failure) {
    if (failure instanceof KeyspaceUnsafe changed) {
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
   * Tells if one attempt on one node certainly ended before a replica saw the statement.
   *
   * <ul>
   *   <li>without a connection, or without a free stream on a connection, nothing was sent;
   *   <li>{@code ClosedChannelException} means that Netty could not finish the write, so the node
   *       has at most a fragment of a frame (if the connection is lost after the write, the driver
   *       reports its own {@code ClosedConnectionException});
   *   <li>the coordinator counts live replicas and hints in progress before it sends a mutation of
   *       one partition to any replica;
   *   <li>a coordinator that is overloaded or still starting refuses before it executes anything;
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
