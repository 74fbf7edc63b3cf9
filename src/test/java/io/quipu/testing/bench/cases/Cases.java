package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.Zipf;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** All cases, in the order in which they are run. */
public final class Cases {
  private static final int FEW = 1_000;
  private static final int MANY = 100_000;

  public static final List<Case> ALL =
      List.of(
          new GeneratorCeiling(),
          new HotCounter(),
          new LinearCounter(),
          new RedisClients(),
          new CostOfKinds(),
          new NativeCounters("uniform", "uniform", FEW, 4, () -> Posts.uniform(FEW)),
          new NativeCounters("zipf", "Zipf (s = 1)", MANY, 2.5, () -> new Zipf(MANY, 1)),
          new Batches("batch", true),
          new Batches("batch-single", false),
          new Frames(),
          new ChangedSettings("settings", false),
          new ChangedSettings("settings-posts", true),
          new WebSocketStream(),
          new PostLatency(),
          new ReadFlatness(),
          new CountStar(),
          new ManyCounts(),
          new SettlePlain(),
          new SettleIds(),
          new ClientOverhead(),
          new LivePush(),
          new ExistingCounters(),
          new RankingTime(),
          new ManyInstances(),
          new BusyReads(),
          new Neighbours(true),
          new Neighbours(false),
          new ConfirmedPosts(),
          new IdleStatements(),
          new Start(),
          new TwoBuilds(),
          TwoBuildsUnder.posts(),
          TwoBuildsUnder.messages(),
          new SettlingCost(),
          new WarmReads());

  private Cases() {}

  /**
   * The cases of these names, and always what the generator itself can do.
   *
   * @param names separated by commas; empty for all
   */
  public static List<Case> chosen(String names) {
    if (names.isBlank()) {
      return ALL;
    }
    return Stream.concat(
            Stream.of(ALL.get(0)),
            Arrays.stream(names.split(",", -1)).map(String::strip).map(Cases::named))
        .distinct()
        .toList();
  }

  private static Case named(String name) {
    return ALL.stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "-Dcase=" + name + " is none of " + ALL.stream().map(Case::name).toList()));
  }
}
