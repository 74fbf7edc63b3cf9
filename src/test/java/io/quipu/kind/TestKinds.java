package io.quipu.kind;

import io.quipu.kinds.tally.TallyKind;
import java.util.List;

/** The kinds that need no store of their own. */
public final class TestKinds {
  public static final KnownKinds TALLIES = new KnownKinds(List.of(TallyKind.values()));

  private TestKinds() {}
}
