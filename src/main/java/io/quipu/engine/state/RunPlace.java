package io.quipu.engine.state;

/**
 * The partition of a piece of a run.
 *
 * @param run the number of the run
 */
public record RunPlace(int page, RunPeriod period, long run, int piece)
    implements Comparable<RunPlace> {
  @Override
  public int compareTo(RunPlace other) {
    int order = Integer.compare(page, other.page);
    order = order != 0 ? order : period.compareTo(other.period);
    order = order != 0 ? order : Long.compare(run, other.run);
    return order != 0 ? order : Integer.compare(piece, other.piece);
  }
}
