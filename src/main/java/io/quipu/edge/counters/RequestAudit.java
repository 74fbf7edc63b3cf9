package io.quipu.edge.counters;

import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.ServiceProblems;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.service.access.Audit;
import io.quipu.service.access.Denial;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.Right;
import io.quipu.service.auth.StoredKey;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import org.slf4j.spi.LoggingEventBuilder;

/** The audit of requests: each line names the caller, the method, the path and the request. */
public final class RequestAudit {
  private RequestAudit() {}

  /** The caller who sent a request; anyone, where nobody was asked. */
  public static Caller caller(RoutedRequest request) {
    return request.principal() instanceof Caller caller ? caller : Caller.ANYONE;
  }

  /**
   * Demands that the caller may read all counters that begin so.
   *
   * @throws Rejection if not, and notes it
   */
  public static void requireNames(RoutedRequest request, String namespace, String prefix) {
    if (!caller(request).may(Right.READ, namespace, prefix)) {
      throw denied(request, ServiceProblems.problem(Denial.mayNot(Right.READ)));
    }
  }

  /** Notes a failure if it is a denial; returns it. */
  public static <F extends Throwable> F noted(RoutedRequest request, F failure) {
    if (failure instanceof ServiceFailure known) {
      denied(request, ServiceProblems.problem(known));
    }
    return failure;
  }

  /** Notes that a request was denied, if the problem says so; returns its rejection. */
  public static Rejection denied(RoutedRequest request, Problem problem) {
    if (isDenial(problem)) {
      Audit.denied(caller(request), line(request), problem.type().status(), problem.detail());
    }
    return new Rejection(problem);
  }

  /** Tells whether a problem says that the caller is not known, or may not do this. */
  public static boolean isDenial(Problem problem) {
    return problem.type() == ProblemType.UNAUTHORIZED
        || problem.type() == ProblemType.FORBIDDEN
        || problem.type() == ProblemType.FOREIGN_ORIGIN;
  }

  /**
   * Notes a new key.
   *
   * @param after what it opens
   */
  public static void keyCreated(RoutedRequest request, StoredKey key, String after) {
    line(request).addKeyValue("id", key.id()).addKeyValue("after", after).log("key created");
  }

  public static void keyDeleted(RoutedRequest request, String id) {
    line(request).addKeyValue("id", id).log("key deleted");
  }

  /**
   * Notes settings of a namespace.
   *
   * @param before its settings as they were read last; {@code none} if it did not exist
   */
  public static void namespacePut(RoutedRequest request, String before, String after) {
    line(request).addKeyValue("before", before).addKeyValue("after", after).log("namespace put");
  }

  public static void reset(RoutedRequest request, String at) {
    line(request).addKeyValue("at", at).log("counter reset");
  }

  public static void recounted(RoutedRequest request, String drift) {
    line(request).addKeyValue("drift", drift).log("counter recounted");
  }

  /** Notes a failure that leaves open whether something was changed: the retry may find it done. */
  public static void unlessSure(RoutedRequest request, Throwable failure) {
    if (ServiceFailure.is(failure, Reason.OUTCOME_UNKNOWN)) {
      line(request).log("outcome unknown");
    }
  }

  /** Paths are written as they were sent: what is not plain in them is percent-encoded. */
  private static LoggingEventBuilder line(RoutedRequest request) {
    return Audit.line(caller(request))
        .addKeyValue("method", request.http().method().name())
        .addKeyValue("path", request.http().path())
        .addKeyValue("request", request.id());
  }
}
