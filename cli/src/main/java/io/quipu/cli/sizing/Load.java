package io.quipu.cli.sizing;

/**
 * The load of a namespace of kind {@code event}. Lengths of time are days; what is kept for ever is
 * infinite.
 *
 * @param eventsPerSecond on average
 * @param peak how many times the average the busiest minutes have
 * @param counters that get events, all about as many
 * @param ids whether events have ids
 * @param batches whether requests have many events
 * @param deduplicate how long ids are remembered
 * @param retain how long rows are kept
 * @param keep how long windows are kept
 * @param age of the data when it is looked at
 * @param replication the replicas of each row
 */
public record Load(
    double eventsPerSecond,
    double peak,
    double counters,
    boolean ids,
    boolean batches,
    double deduplicate,
    double retain,
    Keep keep,
    double age,
    int replication) {

  /** How long windows of minutes, hours and days are kept. */
  public record Keep(double minute, double hour, double day) {}
}
