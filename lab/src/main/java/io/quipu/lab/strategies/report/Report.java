package io.quipu.lab.strategies.report;

import io.quipu.lab.strategies.measure.Plan;
import io.quipu.lab.strategies.measure.Result;
import java.time.LocalDate;
import java.util.List;

/**
 * The report on a comparison.
 *
 * @param cluster the cluster in a few words
 * @param results the results, in the order of the ways in the report
 */
public record Report(LocalDate day, String cluster, Plan plan, List<Result> results) {
  public Report {
    results = List.copyOf(results);
  }

  /** Returns the settings of the comparison, one line for each. */
  List<String> settings() {
    return List.of(
        cluster + "; " + day,
        "Increments: "
            + plan.time().toSeconds()
            + " s each in three turns, the median; "
            + plan.clients()
            + " in flight, on "
            + (plan.counters() == 1 ? "one counter" : plan.counters() + " counters"),
        "Reads: one after the other, the median",
        "Troubles: "
            + Figures.count(plan.increments())
            + " distinct increments, "
            + plan.percent()
            + " % sent again or without an answer, clocks an hour apart");
  }
}
