package io.quipu.service.verticles;

import io.quipu.engine.query.ranking.Ranked;
import io.quipu.engine.query.ranking.Ranking;
import io.quipu.service.bus.Address;

/** The requests that the ranking verticle takes. */
public final class RankingAddresses {
  /** The ranking of a namespace. Fails with the store unavailable, or busy; none otherwise. */
  public static final Address<Ranked, Ranking> RANKING = Address.of("ranking");

  private RankingAddresses() {}
}
