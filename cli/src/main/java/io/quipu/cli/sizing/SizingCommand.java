package io.quipu.cli.sizing;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sizing}: estimates the machines and the disk of a load. */
@Command(
    name = "sizing",
    showDefaultValues = true,
    description = {
      "Estimates the nodes, instances and disk that a load needs, from measured costs.",
      "It talks to nobody. Times are those of a namespace: 24h, 30d, 2y, forever."
    })
public final class SizingCommand implements Callable<Integer> {
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};

  @Option(
      names = "--events-per-second",
      paramLabel = "N",
      required = true,
      showDefaultValue = Visibility.NEVER,
      description = "On average.")
  private double events;

  @Option(
      names = "--peak",
      paramLabel = "N",
      defaultValue = "3",
      description = "How many times the average the busiest minutes have.")
  private double peak;

  @Option(
      names = "--counters",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Those that get events.")
  private double counters;

  @Option(names = "--ids", description = "Events have ids.")
  private boolean ids;

  @Option(names = "--batches", description = "Requests have many events, as those of clients do.")
  private boolean batches;

  @Option(
      names = "--deduplicate",
      paramLabel = "TIME",
      converter = Days.class,
      defaultValue = "24h",
      description = "How long ids are kept.")
  private double deduplicate;

  @Option(
      names = "--retain",
      paramLabel = "TIME",
      converter = Days.class,
      defaultValue = "1d",
      description = "How long rows are kept.")
  private double retain;

  @Option(
      names = "--keep-minute",
      paramLabel = "TIME",
      converter = Days.class,
      defaultValue = "forever",
      description = "Windows of minutes.")
  private double minutes;

  @Option(
      names = "--keep-hour",
      paramLabel = "TIME",
      converter = Days.class,
      defaultValue = "forever",
      description = "Windows of hours.")
  private double hours;

  @Option(
      names = "--keep-day",
      paramLabel = "TIME",
      converter = Days.class,
      defaultValue = "forever",
      description = "Windows of days.")
  private double days;

  @Option(
      names = "--after",
      paramLabel = "TIME",
      converter = Days.class,
      defaultValue = "1y",
      description = "The age of the data.")
  private double age;

  @Option(
      names = "--replication",
      paramLabel = "N",
      defaultValue = "3",
      description = "Replicas of each row.")
  private int replication;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    positive("--events-per-second", events);
    positive("--peak", peak);
    positive("--counters", counters);
    positive("--replication", replication);
    positive("--after", age);
    Load.Keep keep = new Load.Keep(minutes, hours, days);
    print(
        Sizing.of(
            new Load(
                events,
                peak,
                counters,
                ids,
                batches,
                deduplicate,
                retain,
                keep,
                age,
                replication)));
    return 0;
  }

  private void positive(String option, double value) {
    if (!(value > 0 && Double.isFinite(value))) {
      throw new ParameterException(
          command().commandLine(), option + " must be more than 0, and not for ever");
    }
  }

  private void print(Sizing sizing) {
    PrintWriter out = command().commandLine().getOut();
    int nodes = sizing.nodes();
    line(
        out,
        "Cassandra   %d nodes of %d cores, %s of disk each is used",
        nodes,
        Sizing.NODE_CORES,
        bytes(sizing.disk() / nodes));
    line(
        out,
        "Quipu       %d instances of %d cores and 512 MiB",
        sizing.instances(),
        Sizing.INSTANCE_CORES);
    line(
        out,
        "processors  %.2f of Cassandra and %.2f of Quipu at the peak",
        sizing.cassandraCores(),
        sizing.serviceCores());
    line(
        out,
        "disk        %s, %d replicas of: rows %s, ids %s, counters %s, windows %s",
        bytes(sizing.disk()),
        replication,
        bytes(sizing.rows()),
        bytes(sizing.ids()),
        bytes(sizing.counters()),
        bytes(sizing.windows()));
  }

  private static void line(PrintWriter out, String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }

  static String bytes(double bytes) {
    int unit = 0;
    double shown = bytes;
    while (shown >= 999.5 && unit < UNITS.length - 1) {
      shown /= 1_000;
      unit++;
    }
    return String.format(
        Locale.ROOT, shown < 9.95 && unit > 0 ? "%.1f %s" : "%.0f %s", shown, UNITS[unit]);
  }

  private CommandSpec command() {
    return Objects.requireNonNull(spec);
  }
}
