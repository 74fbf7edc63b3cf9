package io.quipu.cli.report;

import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Complaint;
import io.quipu.cli.service.Unanswered;
import io.quipu.client.JsonObject;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a report from the answers to its questions. For one report. */
final class ReportWriter {
  private static final String UNKNOWN = "The total is not known.";
  private static final DateTimeFormatter DATE = DateTimeFormatter.ISO_LOCAL_DATE;

  private final ReportQuestions asked;
  private final ReportTables tables;
  private final Map<String, JsonObject> results = new LinkedHashMap<>();
  private final List<String> sentences = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();
  private final Failures failures = new Failures();
  private boolean isOpen;

  ReportWriter(ReportQuestions asked, JsonObject answer) {
    this.asked = asked;
    this.tables = new ReportTables(asked);
    tellUnread();
    for (JsonObject result : answer.objectsOrNone("results")) {
      String id = result.text("id", "");
      int status = result.integer("status", 0);
      if (status == 200) {
        results.put(id, result);
      } else if (status != 400 || !id.equals(ReportQuestions.BEFORE)) {
        failures.add(about(id), status, Complaint.of(result));
      } // else there is no top of what is not kept as a whole: no change is known
    }
  }

  private void tellUnread() {
    Settings settings = asked.settings();
    Unanswered unread = settings.unread();
    if (unread != null && (asked.counters().size() == 1 || !settings.isForbidden())) {
      failures.add("settings", settings.status(), String.valueOf(unread.getMessage()));
    }
  }

  /** The subject of a question, in words. */
  private String about(String id) {
    int end = id.indexOf(' ');
    if (end < 0) {
      return id.equals(ReportQuestions.BEFORE)
          ? ReportQuestions.TOP + " of " + asked.period().before()
          : id;
    }
    String about = id.substring(0, end);
    int index = Integer.parseInt(id.substring(end + 1));
    if (about.equals(ReportQuestions.BY)) {
      return about + " " + String.join(", ", asked.breakdowns().get(index));
    }
    return asked.counters().size() == 1 ? about : about + " of " + asked.counters().get(index);
  }

  Report report() {
    switch (asked.counters().size()) {
      case 0 -> {
        tellTotal(ReportQuestions.TOTAL, ReportQuestions.WINDOWS);
        tellLargest();
      }
      case 1 -> {
        tellTotal(id(ReportQuestions.TOTAL, 0), id(ReportQuestions.WINDOWS, 0));
        tellBreakdowns();
      }
      default -> tellCounters();
    }
    if (isOpen) {
      sentences.add("What is open is not settled yet: it may still change.");
    }
    List<Failure> all = failures.all();
    all.forEach(failure -> sentences.add("Not answered: " + failure.line()));
    return new Report(title(), sentences, sections, all);
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

  private void tellTotal(String id, String windows) {
    JsonObject total = total(id);
    if (total == null) {
      sentences.add(UNKNOWN);
    } else {
      see(List.of(new Figure(total)));
      tellTotal(new KeptTime(asked, total));
      if (total.has("asOf") && isOpen) {
        sentences.add("It holds what was settled up to " + total.text("asOf", "") + ".");
      }
      add(tables.items(total));
    }
    List<Figure> figures = windows(windows);
    if (!figures.stream().allMatch(Figure::isNothing)) {
      see(figures);
      add(tables.windows(figures));
    }
  }

  private void tellTotal(KeptTime time) {
    sentences.add(new TotalWords(time).ofOne());
    if (time.isInPart()) {
      tellKept(time);
    }
  }

  private void see(Collection<Figure> figures) {
    isOpen |= figures.stream().anyMatch(Figure::isOpen);
  }

  private void add(Section section) {
    if (!section.lines().isEmpty()) {
      sections.add(section);
    }
  }

  private void tellKept(KeptTime time) {
    sentences.add("Windows are kept from " + time.total().text("from") + " on.");
  }

  private static String date(JsonObject total, String bound) {
    return DATE.format(OffsetDateTime.parse(total.text(bound)));
  }

  private List<Figure> windows(String id) {
    JsonObject result = results.get(id);
    return result == null ? List.of() : Figure.all(result, "windows");
  }

  private void tellLargest() {
    JsonObject top = results.get(ReportQuestions.TOP);
    if (top != null) {
      add(tables.largest(top, before()));
    }
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
    List<Figure> counters = Figure.all(result, "counters");
    if (result.integer("total", 0) > counters.size()) {
      return null;
    }
    Map<String, Figure> figures = new LinkedHashMap<>();
    counters.forEach(one -> figures.put(one.answer().text("counter", ""), one));
    return figures;
  }

  private boolean isNextTo(JsonObject total) {
    return date(total, "from").equals(asked.period().before(asked.today()).text("to"));
  }

  private void tellBreakdowns() {
    for (int i = 0; i < asked.breakdowns().size(); i++) {
      JsonObject result = results.get(id(ReportQuestions.BY, i));
      if (result != null) {
        add(tables.breakdown(asked.breakdowns().get(i), result));
      }
    }
  }

  private void tellCounters() {
    Map<String, Figure> totals = new LinkedHashMap<>();
    Map<String, List<Figure>> windows = new LinkedHashMap<>();
    for (int i = 0; i < asked.counters().size(); i++) {
      String counter = asked.counters().get(i);
      JsonObject total = total(id(ReportQuestions.TOTAL, i));
      if (total != null) {
        totals.put(counter, new Figure(total));
      }
      String id = id(ReportQuestions.WINDOWS, i);
      if (results.containsKey(id)) {
        windows.put(counter, windows(id));
      }
    }
    see(totals.values());
    List<KeptTime> times =
        totals.values().stream().map(total -> new KeptTime(asked, total.answer())).toList();
    sentences.add(
        times.stream().findFirst().map(time -> new TotalWords(time).ofSeveral()).orElse(UNKNOWN));
    times.stream().filter(KeptTime::isInPart).findFirst().ifPresent(this::tellKept);
    add(tables.totals(totals));
    add(tables.lines(windows));
  }
}
