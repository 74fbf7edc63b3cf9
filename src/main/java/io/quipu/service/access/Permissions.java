package io.quipu.service.access;

import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.names.CounterName;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.ServiceFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the rights of a caller. */
public final class Permissions {
  private static final int OF_DELTA_ONE = Draft.only(Member.DELTA, Member.ID);

  private Permissions() {}

  /**
   * Demands that a caller has a right for a counter.
   *
   * @throws ServiceFailure unless the caller has the right
   */
  public static void require(Caller caller, Right right, CounterName counter) {
    require(caller.may(right, counter), right);
  }

  /**
   * Demands that a caller has a right.
   *
   * @param allowed whether the caller has the right
   * @throws ServiceFailure unless {@code allowed}
   */
  public static void require(boolean allowed, Right right) {
    if (!allowed) {
      throw Denial.mayNot(right);
    }
  }

  /**
   * Demands that a caller may record events of a counter. The right is needed for none, too.
   *
   * @throws ServiceFailure unless the caller may record all of them
   */
  public static void requireEvents(Caller caller, CounterName counter, List<Draft> drafts) {
    require(caller, Right.RECORD, counter);
    if (!drafts.stream().allMatch(draft -> mayGive(caller, draft))) {
      throw Denial.otherDelta();
    }
  }

  /** The reason why the caller may not record an event; null if the caller may. */
  public static @Nullable ServiceFailure objection(
      Caller caller, CounterName counter, Draft draft) {
    if (!caller.may(Right.RECORD, counter)) {
      return Denial.mayNot(Right.RECORD);
    }
    return mayGive(caller, draft) ? null : Denial.otherDelta();
  }

  private static boolean mayGive(Caller caller, Draft draft) {
    return !caller.grant().onlyOne() || (draft.delta() == 1 && draft.hasOnly(OF_DELTA_ONE));
  }
}
