package io.quipu.kinds;

import io.quipu.cassandra.CassandraSession;
import io.quipu.kind.KnownKinds;
import io.quipu.kinds.tally.TallyKind;
import java.util.List;

/** The only list of kinds. */
public final class Kinds {
  private Kinds() {}

  /**
   * All of them, in the order in which they are named to users.
   *
   * @param session for those that have tables of their own
   */
  public static KnownKinds over(CassandraSession session) {
    return new KnownKinds(
        List.of(
            TallyKind.EVENT, //
            TallyKind.UNIQUE));
  }
}
