package io.quipu.edge.access;

import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.ServiceProblems;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.engine.keys.Right;
import io.quipu.engine.keys.StoredKey;
import io.quipu.service.access.Audit;
import io.quipu.service.access.Denial;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import org.slf4j.spi.LoggingEventBuilder;

/** Writes the audit of requests. Each line has the caller, the method, the path and the id. */
public final class RequestAudit {
  private RequestAudit() {}

  /** The caller of a request; {@link Caller#ANYONE} if the caller is not authenticated. */
  public static Caller caller(RoutedRequest request) {
    return request.principal() instanceof Caller caller ? caller : Caller.ANYONE;
  }

  /**
   * Demands that the caller may read all counters of a namespace whose names have a prefix.
   *
   * @throws Rejection if the caller may not; the denial is noted
   */
  public static void requireNames(RoutedRequest request, String namespace, String prefix) {
    if (!caller(request).may(Right.READ, namespace, prefix)) {
      throw denied(request, ServiceProblems.problem(Denial.mayNot(Right.READ)));
    }
  }

  /** Notes a failure if the failure is a denial; returns the failure. */
  public static <F extends Throwable> F noted(RoutedRequest request, F failure) {
    if (failure instanceof ServiceFailure known) {
      denied(request, ServiceProblems.problem(known));
    }
    return failure;
  }

  /** Notes a problem if the problem is a denial; returns the rejection with the problem. */
  public static Rejection denied(RoutedRequest request, Problem problem) {
    if (isDenial(problem)) {
      Audit.denied(caller(request), line(request), problem.type().status(), problem.detail());
    }
    return new Rejection(problem);
  }

  /** Tells whether the problem is that the caller is unknown, or that caller or page may not. */
  public static boolean isDenial(Problem problem) {
    return problem.type() == ProblemType.UNAUTHORIZED
        || problem.type() == ProblemType.FORBIDDEN
        || problem.type() == ProblemType.FOREIGN_ORIGIN;
  }

  /**
   * Notes a new key.
   *
   * @param after the description of the key, with its scopes
   */
  public static void keyCreated(RoutedRequest request, StoredKey key, String after) {
    line(request).addKeyValue("id", key.id()).addKeyValue("after", after).log("key created");
  }

  public static void keyDeleted(RoutedRequest request, String id) {
    line(request).addKeyValue("id", id).log("key deleted");
  }

  /**
   * Notes that settings of a namespace were put.
   *
   * @param before the version that was read before; {@code none} if the namespace did not exist
   * @param after the version that was put; {@code unknown} if the outcome is unknown
   */
  public static void namespacePut(RoutedRequest request, String before, String after) {
    line(request).addKeyValue("before", before).addKeyValue("after", after).log("namespace put");
  }

  /**
   * Notes that a namespace was deleted.
   *
   * @param at when; {@code unknown} if the outcome is unknown
   */
  public static void namespaceDeleted(RoutedRequest request, String at) {
    line(request).addKeyValue("at", at).log("namespace deleted");
  }

  public static void reset(RoutedRequest request, String at) {
    line(request).addKeyValue("at", at).log("counter reset");
  }

  public static void purged(RoutedRequest request, String at) {
    line(request).addKeyValue("at", at).log("counter purged");
  }

  public static void recounted(RoutedRequest request, String drift) {
    line(request).addKeyValue("drift", drift).log("counter recounted");
  }

  /** Notes a change whose outcome is unknown: a retry may find that the change was made. */
  public static void unlessSure(RoutedRequest request, Throwable failure) {
    if (ServiceFailure.is(failure, Reason.OUTCOME_UNKNOWN)) {
      line(request).log("outcome unknown");
    }
  }

  /** Begins a line. The path is written as sent, with its special characters percent-encoded. */
  private static LoggingEventBuilder line(RoutedRequest request) {
    return Audit.line(caller(request))
        .addKeyValue("method", request.http().method().name())
        .addKeyValue("path", request.http().path())
        .addKeyValue("request", request.id());
  }
}
