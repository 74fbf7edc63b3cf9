package io.quipu.cli.report;

import io.quipu.cli.screen.Sparkline;
import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Complaint;
import io.quipu.client.JsonObject;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes a report from the answers to its questions. For one report. */
final class ReportWriter {
  private static final String UNKNOWN = "The total is not known.";
  private static final DateTimeFormatter DATE = DateTimeFormatter.ISO_LOCAL_DATE;
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE yyyy-MM-dd", Locale.ENGLISH);
  private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("HH:mm");

  private final ReportQuestions asked;
  private final Map<String, JsonObject> results = new LinkedHashMap<>();
  private final List<String> sentences = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private boolean isOpen;

  ReportWriter(ReportQuestions asked, JsonObject answer) {
    this.asked = asked;
    for (JsonObject result : answer.objectsOrNone("results")) {
      if (result.integer("status", 0) == 200) {
        results.put(result.text("id", ""), result);
      } else {
        failures.add(failure(result));
      }
    }
  }

  private String failure(JsonObject result) {
    return Table.plain(about(result.text("id", "")) + ": " + Complaint.of(result));
  }

  /** What a question is about, in words. */
  private String about(String id) {
    int end = id.indexOf(' ');
    if (end < 0) {
      return id;
    }
    String about = id.substring(0, end);
    int index = Integer.parseInt(id.substring(end + 1));
    if (about.equals(ReportQuestions.BY)) {
      return about + " " + String.join(", ", asked.breakdowns().get(index));
    }
    return asked.counters().size() == 1 ? about : about + " of " + asked.counters().get(index);
  }

  Report report() {
    int counters = asked.counters().size();
    if (counters > 1) {
      tellCounters();
    } else {
      String total = counters == 0 ? ReportQuestions.TOTAL : id(ReportQuestions.TOTAL, 0);
      String windows = counters == 0 ? ReportQuestions.WINDOWS : id(ReportQuestions.WINDOWS, 0);
      tellTotal(total);
      tellWindows(results.get(windows));
      tellLargest(results.get(ReportQuestions.TOP));
      for (int i = 0; i < asked.breakdowns().size(); i++) {
        tellBreakdown(asked.breakdowns().get(i), results.get(id(ReportQuestions.BY, i)));
      }
    }
    if (isOpen) {
      sentences.add("What is open is not settled yet: it may still change.");
    }
    failures.forEach(failure -> sentences.add("Not answered: " + failure));
    return new Report(title(), sentences, sections, failures);
  }

  private static String id(String about, int index) {
    return ReportQuestions.id(about, index);
  }

  private String title() {
    List<String> counters = asked.counters();
    String prefix = asked.prefix();
    String what =
        counters.size() == 1
            ? counters.get(0) + " in " + asked.namespace()
            : counters.size() > 1
                ? counters.size() + " counters in " + asked.namespace()
                : asked.namespace() + (prefix == null ? "" : ", " + prefix + "...");
    return Table.plain(what + ", " + asked.period().words());
  }

  /** The total in a result; null if there is none. */
  private @Nullable JsonObject total(String id) {
    JsonObject result = results.get(id);
    return result != null && result.members().get("total") instanceof JsonObject total
        ? total
        : null;
  }

  private void tellTotal(String id) {
    JsonObject total = total(id);
    if (total == null) {
      sentences.add(UNKNOWN);
      return;
    }
    Figure figure = new Figure(total);
    sentences.add(figure.words() + open(figure) + " " + time(total) + against(figure) + ".");
    tellLimits(total);
    tellItems(total);
  }

  /** Tells what a number does not hold. */
  private void tellLimits(JsonObject total) {
    if (total.has("keptFrom")) {
      sentences.add("Windows are kept from " + total.text("keptFrom", "") + " on.");
    }
    if (total.has("asOf") && new Figure(total).isOpen()) {
      sentences.add("It holds what was settled up to " + total.text("asOf", "") + ".");
    }
  }

  private void tellItems(JsonObject total) {
    if (total.objectsOrNone("items").isEmpty()) {
      return;
    }
    Table table = new Table("VALUE", "TIMES");
    for (JsonObject item : total.objects("items")) {
      table.add(Section.name(String.valueOf(item.members().get("item"))), new Figure(item).cell());
    }
    sections.add(Section.of("The most frequent values", table));
  }

  private String time(JsonObject total) {
    OffsetDateTime from = time(total, "from");
    OffsetDateTime last = time(total, "to").minusSeconds(1);
    String day = DATE.format(from);
    return (isByHour() ? "on " + day : "from " + day + " to " + DATE.format(last))
        + " ("
        + asked.zone()
        + ")";
  }

  private static OffsetDateTime time(JsonObject one, String name) {
    return OffsetDateTime.parse(one.text(name));
  }

  /** The comparison of a total with the one before it, for the end of a sentence. */
  private String against(Figure total) {
    String period = asked.period().before();
    if (total.answer().has("keptFrom")) {
      return "";
    }
    if (!total.answer().has("previous")) {
      return "; " + period + " is not kept";
    }
    Figure before = new Figure(total.answer().object("previous"));
    if (before.isNothing()) {
      return "; nothing " + period;
    }
    String change = total.change(before);
    return change.isEmpty()
        ? "; " + before.words() + " " + period
        : ", " + change + " against " + period + " (" + before.words() + ")";
  }

  private String open(Figure figure) {
    isOpen |= figure.isOpen();
    return figure.isOpen() ? " (open)" : "";
  }

  private String openCell(Figure figure) {
    isOpen |= figure.isOpen();
    return figure.isOpen() ? "open" : "";
  }

  private void tellWindows(@Nullable JsonObject result) {
    if (result == null) {
      return;
    }
    List<Figure> windows = windows(result);
    if (windows.stream().allMatch(Figure::isNothing)) {
      return;
    }
    Table table = new Table(isByHour() ? "HOUR" : "DAY", column(windows), "");
    for (Figure window : windows) {
      String start = (isByHour() ? HOUR : DAY).format(time(window.answer(), "start"));
      table.add(start, window.cell(), openCell(window));
    }
    sections.add(Section.of(each(), table).below(line(windows)));
  }

  private boolean isByHour() {
    return asked.period() == Period.DAY;
  }

  private String each() {
    return isByHour() ? "Each hour" : "Each day";
  }

  /** The column of numbers, named as in the tables of other commands. */
  private static String column(List<Figure> figures) {
    return Stream.of("count", "estimate")
        .filter(name -> figures.stream().anyMatch(figure -> figure.answer().has(name)))
        .findFirst()
        .orElse("events")
        .toUpperCase(Locale.ROOT);
  }

  private static List<Figure> windows(JsonObject result) {
    return result.objectsOrNone("windows").stream().map(Figure::new).toList();
  }

  private void tellLargest(@Nullable JsonObject top) {
    if (top == null || top.objectsOrNone("counters").isEmpty()) {
      return;
    }
    List<Figure> largest = top.objects("counters").stream().map(Figure::new).toList();
    Map<String, Figure> before = before();
    Table table = new Table("COUNTER", column(largest), "CHANGE");
    for (Figure now : largest) {
      String name = now.answer().text("counter", "");
      String change = before == null ? "-" : change(now, before.get(name));
      table.add(Section.name(name), now.cell(), change);
    }
    int all = top.integer("total", 0);
    String title =
        all > largest.size()
            ? "The largest " + largest.size() + " of " + all + " counters"
            : "Counters";
    sections.add(Section.of(title, table));
  }

  private static String change(Figure now) {
    JsonObject answer = now.answer();
    return answer.has("previous") ? change(now, new Figure(answer.object("previous"))) : "-";
  }

  private static String change(Figure now, @Nullable Figure before) {
    if (before == null || before.isNothing()) {
      return "new";
    }
    String change = now.change(before);
    return change.isEmpty() ? "from " + before.cell() : change;
  }

  /**
   * The counters of the period before; null if they are not known, or if there are more of them
   * than were asked for. The bounds of their question are of this machine's clock: at midnight the
   * service may have another day.
   */
  private @Nullable Map<String, Figure> before() {
    JsonObject result = results.get(ReportQuestions.BEFORE);
    JsonObject total = total(ReportQuestions.TOTAL);
    if (result == null || total == null || !total.has("previous") || !isNextTo(total)) {
      return null;
    }
    List<JsonObject> counters = result.objectsOrNone("counters");
    if (result.integer("total", 0) > counters.size()) {
      return null;
    }
    Map<String, Figure> figures = new LinkedHashMap<>();
    counters.forEach(one -> figures.put(one.text("counter", ""), new Figure(one)));
    return figures;
  }

  private boolean isNextTo(JsonObject total) {
    String end = asked.period().before(asked.today()).text("to");
    return DATE.format(time(total, "from")).equals(end);
  }

  private void tellBreakdown(List<String> labels, @Nullable JsonObject result) {
    if (result == null || result.objectsOrNone("series").isEmpty()) {
      return;
    }
    List<Figure> largest = result.objects("series").stream().map(Figure::new).toList();
    String names = String.join(", ", labels).toUpperCase(Locale.ROOT);
    Table table = new Table(names, column(largest), "CHANGE");
    for (Figure figure : largest) {
      JsonObject values = figure.answer().object("labels");
      String name =
          labels.stream().map(label -> values.text(label, "")).collect(Collectors.joining(", "));
      table.add(Section.name(name), figure.cell(), change(figure));
    }
    sections.add(Section.of("By " + String.join(", ", labels), table));
  }

  private void tellCounters() {
    List<Figure> totals = new ArrayList<>();
    Table table = new Table("COUNTER", "COUNT", "CHANGE", "");
    Table lines = new Table("COUNTER", "");
    for (int i = 0; i < asked.counters().size(); i++) {
      String name = Section.name(asked.counters().get(i));
      JsonObject total = total(id(ReportQuestions.TOTAL, i));
      if (total != null) {
        Figure figure = new Figure(total);
        totals.add(figure);
        table.add(name, figure.cell(), change(figure), openCell(figure));
      }
      JsonObject windows = results.get(id(ReportQuestions.WINDOWS, i));
      if (windows != null) {
        lines.add(name, line(windows(windows)));
      }
    }
    sentences.add(
        totals.isEmpty()
            ? UNKNOWN
            : "What was counted "
                + time(totals.get(0).answer())
                + ", and the change against "
                + asked.period().before()
                + ".");
    sections.add(Section.of("Totals", table));
    sections.add(Section.of(each(), lines));
    sections.removeIf(section -> section.lines().isEmpty());
  }

  private static String line(List<Figure> windows) {
    Sparkline line = new Sparkline(windows.size());
    for (Figure window : windows) {
      BigDecimal size = window.size();
      line.add(size == null ? 0 : size.doubleValue());
    }
    return line.toString();
  }
}
