package io.quipu.edge.http.access;

import io.quipu.edge.response.Problem;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.model.CounterName;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.Right;
import org.jspecify.annotations.Nullable;

/** What a caller may do with what a request names in its query or its body. */
public final class Permissions {
  private static final int OF_DELTA_ONE = Draft.only(Member.DELTA, Member.ID);

  private Permissions() {}

  /** Who sent a request; anyone, where nobody was asked. */
  public static Caller caller(RoutedRequest request) {
    return request.principal() instanceof Caller caller ? caller : Caller.ANYONE;
  }

  /**
   * @throws Rejection unless the caller may read all counters that begin so
   */
  public static void requireNames(RoutedRequest request, String namespace, String prefix) {
    if (!caller(request).may(Right.READ, namespace, prefix)) {
      throw Audit.denied(request, Denial.mayNot(Right.READ));
    }
  }

  /**
   * @throws Rejection unless the caller has the right for the counter
   */
  public static void require(Caller caller, Right right, CounterName counter) {
    require(caller.may(right, counter), right);
  }

  static void require(boolean allowed, Right right) {
    if (!allowed) {
      throw new Rejection(Denial.mayNot(right));
    }
  }

  /** Why the caller may not record such an event; null if they may. */
  public static @Nullable Problem objection(Caller caller, CounterName counter, Draft draft) {
    if (!caller.may(Right.RECORD, counter)) {
      return Denial.mayNot(Right.RECORD);
    }
    return caller.grant().onlyOne() && (draft.delta() != 1 || !draft.hasOnly(OF_DELTA_ONE))
        ? Denial.otherDelta()
        : null;
  }
}
