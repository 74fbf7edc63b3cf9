package io.quipu.ranking;

import io.quipu.bus.Address;
import io.quipu.counter.NameRange;
import io.quipu.counter.Window;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** What may be asked of the ranking verticle. */
public final class RankingAddresses {
  /** The ranking of a namespace. Fails with the store unavailable, or busy; none otherwise. */
  public static final Address<Ranked, Ranking> RANKING = Address.of("ranking");

  private RankingAddresses() {}

}
