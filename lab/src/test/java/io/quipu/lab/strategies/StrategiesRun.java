package io.quipu.lab.strategies;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.CommandInJvm;
import io.quipu.testing.dev.TestCassandra;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A small run of the command, and what is known of the ways to count that it compares. */
final class StrategiesRun {
  private static final String RIGHT = "right";
  private static final String LESS = "-[0-9]+";
  private static final String MORE = "\\+[0-9]+";

  /** Of 60 increments a tenth is sent again. */
  private static final String TWICE = "\\+6";

  private static final Map<String, List<String>> EXPECTED =
      Map.ofEntries(
          // sent again, answer lost, two clocks, sent elsewhere
          Map.entry("count(*)", List.of(RIGHT, RIGHT, RIGHT, RIGHT)),
          Map.entry("counter column", List.of(TWICE, MORE, RIGHT, TWICE)),
          Map.entry("lock, increment, unlock", List.of(TWICE, ".*", RIGHT, TWICE)),
          Map.entry("compare-and-set", List.of(TWICE, MORE, RIGHT, TWICE)),
          Map.entry("compare-and-set, with ids", List.of(RIGHT, RIGHT, RIGHT, RIGHT)),
          Map.entry("unique, IF NOT EXISTS", List.of(RIGHT, LESS, RIGHT, RIGHT)),
          Map.entry("unique, inverted timestamps", List.of(RIGHT, LESS, RIGHT, MORE)),
          Map.entry("cached count, until a day ago", List.of(RIGHT, RIGHT, RIGHT, TWICE)),
          Map.entry("cached count, until 10 s ago", List.of(RIGHT, RIGHT, LESS, LESS)),
          Map.entry("shard per writer, for a day", List.of(RIGHT, RIGHT, RIGHT, TWICE)),
          Map.entry("shard per writer, for 10 s", List.of(RIGHT, RIGHT, LESS, LESS)),
          Map.entry("CmRDT, a row per operation", List.of(RIGHT, RIGHT, RIGHT, TWICE)),
          Map.entry("CvRDT, a row per actor", List.of(RIGHT, RIGHT, RIGHT, TWICE)),
          Map.entry("Quipu, event with ids", List.of(RIGHT, RIGHT, RIGHT, RIGHT)),
          Map.entry("Quipu, event without ids", List.of(TWICE, MORE, RIGHT, TWICE)),
          Map.entry("Quipu, unique", List.of(RIGHT, RIGHT, RIGHT, RIGHT)),
          Map.entry("Quipu, latest", List.of(RIGHT, RIGHT, RIGHT, TWICE)),
          Map.entry("Quipu, linear", List.of(RIGHT, RIGHT, RIGHT, RIGHT)),
          Map.entry("Quipu, sketch of a sum", List.of(TWICE, MORE, RIGHT, TWICE)));

  static final int WAYS = EXPECTED.size();

  private final CommandInJvm run;

  /** Runs the command, which must succeed. */
  StrategiesRun(TestCassandra cassandra, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--contact-points=" + cassandra.contactPointText(),
                "--local-dc=" + cassandra.localDatacenter(),
                "--seconds=1",
                "--clients=8",
                "--events=20,50",
                "--increments=60",
                "--percent=10"));
    arguments.addAll(List.of(more));
    run = new CommandInJvm(Main::run, arguments.toArray(String[]::new));
    assertThat(run.exitCode()).as(progress()).isZero();
  }

  String progress() {
    return run.err();
  }

  /** Each count is right, or wrong as that way is, in each trouble. */
  void checkOutcomes(int ways) {
    Map<String, List<String>> rows = rows();
    assertThat(rows).hasSize(ways);
    rows.forEach(
        (way, row) -> {
          List<String> outcomes = row.subList(row.size() - 4, row.size());
          for (int i = 0; i < 4; i++) {
            assertThat(outcomes.get(i))
                .as(way + ", trouble " + i)
                .matches(EXPECTED.get(way).get(i));
          }
        });
  }

  /** The cells of each row of the table, by the first. */
  private Map<String, List<String>> rows() {
    return run.out()
        .lines()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| way") && !line.contains("---"))
        .map(line -> Arrays.stream(line.substring(2).split(" +\\| *", -1)).toList())
        .collect(
            Collectors.toMap(cells -> cells.get(0), cells -> cells.subList(1, cells.size() - 1)));
  }
}
