package io.quipu.service.verticles;

import io.quipu.engine.query.ranking.Ranked;
import io.quipu.engine.query.ranking.Ranking;
import io.quipu.service.bus.Address;

/** The addresses of requests to the ranking verticle. */
public final class RankingAddresses {
  /** The ranking of counters of a namespace. Fails only with the store unavailable or busy. */
  public static final Address<Ranked, Ranking> RANKING = Address.of("ranking");

  private RankingAddresses() {}
}
