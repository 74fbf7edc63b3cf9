package io.quipu.cli;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.options.ZoneOption;
import io.quipu.cli.report.Failure;
import io.quipu.cli.report.MailText;
import io.quipu.cli.report.Period;
import io.quipu.cli.report.Report;
import io.quipu.cli.report.ReportQuestions;
import io.quipu.cli.report.Settings;
import io.quipu.cli.report.SlackMessage;
import io.quipu.cli.service.Service;
import io.quipu.cli.service.Unanswered;
import io.quipu.client.JsonObject;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.TimeZones;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code report}: prints what was counted in the last full day, week or month. */
@Command(
    name = "report",
    description = {
      "Prints what was counted in the last full day, week or month, and how that has changed.",
      "Ends with 1 if a part of it is not answered."
    })
public final class ReportCommand extends ServiceCommand {
  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Option(names = "--day", description = "Of yesterday, with its hours; this is the default.")
  private boolean day;

  @Option(names = "--week", description = "Of last week, from Monday on.")
  private boolean week;

  @Option(names = "--month", description = "Of last month.")
  private boolean month;

  @Mixin private final ZoneOption zone = new ZoneOption();

  @Option(
      names = "--counter",
      paramLabel = "NAME",
      description = "Only this counter; repeatable. One alone is shown with its first breakdowns.")
  private List<String> counters = List.of();

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Counters whose names begin so.")
  private @Nullable String prefix;

  @Option(
      names = "--mail-text",
      description = "Prints text of at most 72 columns; this is the default.")
  private boolean mailText;

  @Option(names = "--slack", description = "Prints the message of an incoming webhook of Slack.")
  private boolean slack;

  @Override
  int run(Service service) {
    ReportQuestions questions = questions(service);
    JsonObject answer = service.query(questions.body());
    Report report = Report.of(questions, answer);
    print(answer, () -> print(report));
    report.failures().forEach(failure -> complain(failure.line() + hint(service, failure)));
    return report.failures().isEmpty() ? 0 : 1;
  }

  private String hint(Service service, Failure failure) {
    return failure.status() == 404 ? Mistyped.namespace(service, namespace.name()) : "";
  }

  private void print(Report report) {
    if (slack) {
      out().println(SlackMessage.of(report));
    } else {
      MailText.of(report).forEach(out()::println);
    }
  }

  private ReportQuestions questions(Service service) {
    Period period = period();
    requireOne("--slack, --mail-text, --json", slack, mailText, json());
    requireOne("--counter, --prefix", !counters.isEmpty(), prefix != null);
    if (counters.size() > ReportQuestions.MOST_COUNTERS) {
      throw bad("--counter: at most " + ReportQuestions.MOST_COUNTERS + " are allowed");
    }
    String zoneName = Objects.requireNonNullElse(zone.id(), "UTC");
    return new ReportQuestions(
        namespace.name(),
        period,
        LocalDate.now(zoneOf(zoneName)),
        zoneName,
        prefix,
        counters,
        settings(service));
  }

  private Period period() {
    requireOne("--day, --week, --month", day, week, month);
    return month ? Period.MONTH : week ? Period.WEEK : Period.DAY;
  }

  private void requireOne(String names, boolean... given) {
    int all = 0;
    for (boolean one : given) {
      all += one ? 1 : 0;
    }
    if (all > 1) {
      throw bad(names + ": give one of them");
    }
  }

  private ZoneId zoneOf(String name) {
    try {
      return TimeZones.parse("it", name);
    } catch (InvalidInput e) {
      throw bad("--tz=" + name + ": " + e.getMessage());
    }
  }

  /** The settings of the namespace. A report is made without them, too. */
  private Settings settings(Service service) {
    try {
      return Settings.of(service.settings(namespace.name()));
    } catch (Unanswered e) {
      return Settings.unread(e);
    }
  }
}
