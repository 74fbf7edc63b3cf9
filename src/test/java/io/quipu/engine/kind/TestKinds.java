package io.quipu.engine.kind;

import io.quipu.engine.kinds.latest.LatestKind;
import io.quipu.engine.kinds.tally.TallyKind;
import java.util.List;

/** Kinds for those who never settle or read. */
public final class TestKinds {
  /** The kinds that are settled by pages; without stores of their own. */
  public static final KnownKinds TALLIES =
      new KnownKinds(
          List.of(
              TallyKind.EVENT,
              TallyKind.UNIQUE,
              new LatestKind(
                  () -> {
                    throw new IllegalStateException("no values are looked up");
                  })));

  private TestKinds() {}
}
