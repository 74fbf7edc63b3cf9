package io.quipu.lab.strategies;

import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.lab.strategies.measure.Plan;
import io.quipu.lab.strategies.measure.Result;
import io.quipu.lab.strategies.report.Page;
import io.quipu.lab.strategies.report.Report;
import io.quipu.lab.strategies.report.Table;
import io.quipu.ops.config.InvalidConfiguration;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code strategies}: counts in several ways on a real cluster. The report has the
 * speed, the time of a read, and the error of the count under each trouble. Exit codes: 0 all steps
 * were measured for all ways, 1 not all, 2 bad options.
 */
@Command(
    name = "strategies",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs ways to count side by side on your own cluster: how fast they are, what a read costs,"
          + " and whether the count is right after retries, lost answers and wrong clocks.",
      "It makes a keyspace of its own, quipu_strategies_<time>, drops it at the end, and touches no"
          + " other. Variables QUIPU_CASSANDRA_* hold what is not given here, such as TLS."
    })
public final class StrategiesCommand implements Callable<Integer> {
  private static final int MOST_EVENTS = 10_000_000;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description =
          "How long the speed of each way is measured, in three turns (${DEFAULT-VALUE}).")
  private int seconds = 10;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description = "Increments in flight at a time, the same for all ways (${DEFAULT-VALUE}).")
  private int clients = 64;

  @Option(
      names = "--counters",
      paramLabel = "N",
      description = "Counters among which they are divided (${DEFAULT-VALUE}: one hot counter).")
  private int counters = 1;

  @Option(
      names = "--events",
      paramLabel = "N",
      split = ",",
      description = "Events of the counters whose reads are measured (100,1000,10000,100000).")
  private List<Integer> events = List.of(100, 1_000, 10_000, 100_000);

  @Option(
      names = "--increments",
      paramLabel = "N",
      description = "Increments while things go wrong (${DEFAULT-VALUE}).")
  private int increments = 500;

  @Option(
      names = "--percent",
      paramLabel = "N",
      description = "How many of them are sent again, or lose an answer (${DEFAULT-VALUE}).")
  private int percent = 5;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description = "Some of the ways: ${COMPLETION-CANDIDATES}.",
      completionCandidates = WayNames.class)
  private List<String> only = List.of();

  @Option(names = "--html", paramLabel = "FILE", description = "Also writes a page with plots.")
  private @Nullable Path html;

  @Option(names = "--keep", description = "Leaves the keyspace there, and says what it is called.")
  private boolean kept;

  static final class WayNames extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    WayNames() {
      super(Strategies.ALL.stream().map(Way::name).toList());
    }
  }

  @Override
  public Integer call() throws IOException {
    Plan plan = plan();
    List<Way> ways = ways();
    checkHtml();
    PrintWriter err = console().getErr();
    Map<String, String> environment = System.getenv();
    try (Ground ground = Ground.prepare(cluster.config(environment), kept, err::println)) {
      Thread end = new Thread(ground::close, "strategies-end");
      Runtime.getRuntime().addShutdownHook(end);
      err.println("In keyspace " + ground.keyspace().name());
      Comparison comparison = new Comparison(ground, plan, err);
      List<Result> results = comparison.of(ways);
      report(new Report(LocalDate.now(ZoneOffset.UTC), ground.inWords(), plan, results), ways);
      return comparison.isComplete() ? 0 : 1;
    } catch (CassandraUnusable e) {
      err.println(cluster.withOptions(e, environment));
      return 1;
    }
  }

  private void report(Report report, List<Way> ways) throws IOException {
    PrintWriter out = console().getOut();
    out.println();
    out.print(Table.of(report));
    out.flush();
    if (html != null) {
      Files.writeString(
          html,
          Page.of(
              report,
              ways.stream().collect(Collectors.toMap(Way::title, Way::about, (a, b) -> a))));
      console().getErr().println("The page is " + html);
    }
  }

  private Plan plan() {
    range("--seconds", seconds, 1, 3_600);
    range("--clients", clients, 1, 1_000);
    range("--counters", counters, 1, 1_000_000);
    range("--increments", increments, 10, 1_000_000);
    range("--percent", percent, 1, 50);
    events.forEach(number -> range("--events", number, 1, MOST_EVENTS));
    return new Plan(
        clients,
        counters,
        Duration.ofSeconds(seconds),
        List.copyOf(new TreeSet<>(events)),
        increments,
        percent);
  }

  private static void range(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new InvalidConfiguration(
          option + "=" + value + ": allowed is a number from " + least + " to " + most);
    }
  }

  private List<Way> ways() {
    for (String name : only) {
      if (Strategies.ALL.stream().noneMatch(way -> way.name().equals(name))) {
        throw new InvalidConfiguration(
            "--only=" + name + ": allowed are " + String.join(", ", new WayNames()));
      }
    }
    return Strategies.ALL.stream()
        .filter(way -> only.isEmpty() || only.contains(way.name()))
        .toList();
  }

  /** Checks that the HTML file can be written, before a comparison that takes minutes. */
  private void checkHtml() {
    if (html != null
        && (Files.isDirectory(html)
            || !Files.isWritable(Files.exists(html) ? html : html.toAbsolutePath().getParent()))) {
      throw new InvalidConfiguration("--html=" + html + ": cannot be written");
    }
  }

  private CommandLine console() {
    return Objects.requireNonNull(spec, "set by picocli").commandLine();
  }
}
