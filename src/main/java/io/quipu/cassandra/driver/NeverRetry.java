package io.quipu.cassandra.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/**
 * Sends a statement only once: the policy of conditional writes and of schema changes.
 *
 * <p>A compare-and-set that is sent again after it was applied answers "not applied". The caller
 * would take its own effect for the effect of another process. To mark a statement as not
 * idempotent is not enough. After an unavailable error or a read timeout the driver still asks the
 * policy, and the default policy may send the statement again.
 *
 * <p>Public only because the driver creates it by its name.
 */
@SuppressWarnings("deprecation") // the driver's policies implement these; newer methods call them
public final class NeverRetry implements RetryPolicy {
  public NeverRetry(DriverContext context, String profile) {}

  @Override
  public RetryDecision onReadTimeout(
      Request request,
      ConsistencyLevel consistency,
      int blockFor,
      int received,
      boolean dataPresent,
      int retryCount) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onWriteTimeout(
      Request request,
      ConsistencyLevel consistency,
      WriteType writeType,
      int blockFor,
      int received,
      int retryCount) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onUnavailable(
      Request request, ConsistencyLevel consistency, int required, int alive, int retryCount) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onRequestAborted(Request request, Throwable error, int retryCount) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onErrorResponse(
      Request request, CoordinatorException error, int retryCount) {
    return RetryDecision.RETHROW;
  }

  @Override
  public void close() {}
}
