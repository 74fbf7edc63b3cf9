package io.quipu.cli.sizing;

/**
 * The machines and the disk that a load needs. Half of each processor and half of each disk stay
 * free: for repairs, compaction and the loss of a node.
 *
 * @param rows bytes of rows of events, of one replica; the other bytes likewise
 */
public record Sizing(
    Load load,
    double rows,
    double ids,
    double counters,
    double windows,
    double serviceCores,
    double cassandraCores) {
  static final int NODE_CORES = 8;
  static final int INSTANCE_CORES = 2;
  static final double NODE_DISK = 1e12;

  private static final double USED = 0.5;
  private static final int FEWEST_INSTANCES = 2;
  private static final double DAY = 86_400;
  private static final double HOUR = 3_600;
  private static final double MINUTE = 60;
  private static final double MICROS = 1e6;

  public static Sizing of(Load load) {
    double daily = load.eventsPerSecond() * DAY;
    double peak = load.eventsPerSecond() * load.peak();
    Costs.Cpu cpu = Costs.of(load);
    double settling = changed(load, 1, load.peak()) * Costs.SETTLED;
    return new Sizing(
        load,
        daily * kept(load, load.retain()) * (load.ids() ? Costs.ROW_WITH_ID : Costs.ROW),
        load.ids() ? daily * kept(load, load.deduplicate()) * Costs.ID : 0,
        load.counters() * Costs.COUNTER,
        Costs.WINDOW
            * (windows(load, MINUTE, load.keep().minute())
                + windows(load, HOUR, load.keep().hour())
                + windows(load, DAY, load.keep().day())),
        peak * cpu.service() / MICROS,
        (peak * cpu.cassandra() + settling) / MICROS * load.replication());
  }

  private static double kept(Load load, double days) {
    return Math.min(days, load.age());
  }

  /** The windows of a length that have events, of all counters. */
  private static double windows(Load load, double seconds, double days) {
    return changed(load, seconds, 1) * kept(load, days) * DAY / seconds;
  }

  /** The counters that get an event in some time, if each event is of a random one. */
  private static double changed(Load load, double seconds, double times) {
    double events = load.eventsPerSecond() * times * seconds;
    return load.counters() * -Math.expm1(-events / load.counters());
  }

  /** The bytes of all replicas. */
  public double disk() {
    return (rows + ids + counters + windows) * load.replication();
  }

  public int nodes() {
    double most = Math.max(cassandraCores / (NODE_CORES * USED), disk() / (NODE_DISK * USED));
    return Math.max(load.replication(), (int) Math.ceil(most));
  }

  public int instances() {
    return Math.max(FEWEST_INSTANCES, (int) Math.ceil(serviceCores / (INSTANCE_CORES * USED)));
  }
}
