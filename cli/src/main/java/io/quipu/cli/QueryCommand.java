package io.quipu.cli;

import io.quipu.cli.options.NamespaceOption;
import io.quipu.cli.options.RangeOptions;
import io.quipu.cli.options.SeriesOptions;
import io.quipu.cli.screen.ResultTable;
import io.quipu.cli.screen.Table;
import io.quipu.cli.service.Complaint;
import io.quipu.cli.service.Service;
import io.quipu.client.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code query}: asks a question, or the questions of a file, and prints the results. */
@Command(
    name = "query",
    description = {
      "Asks about a counter, the counters of a prefix, or without either a whole namespace.",
      "Ends with 1 if a question is not answered."
    })
public final class QueryCommand extends ServiceCommand {
  private static final String STANDARD_INPUT = "-";

  @Mixin private final NamespaceOption namespace = new NamespaceOption();

  @Parameters(arity = "0..1", paramLabel = "COUNTER", description = "Its name.")
  private @Nullable String counter;

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Counters whose names begin so.")
  private @Nullable String prefix;

  @Option(
      names = "--ask",
      paramLabel = "count|total|windows|series|top",
      description = "What to answer; otherwise count.")
  private @Nullable String ask;

  @Option(
      names = {"-g", "--granularity"},
      paramLabel = "minute|hour|day|week|month|year",
      description = "How long each of the windows is.")
  private @Nullable String granularity;

  @Mixin private final RangeOptions range = new RangeOptions();

  @Option(
      names = "--compare",
      paramLabel = "previous",
      description = "Also prints the range before.")
  private @Nullable String compare;

  @Mixin private final SeriesOptions series = new SeriesOptions();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "The body of POST /v1/query, with up to 100 questions; - is standard input.")
  private @Nullable String file;

  @Option(names = "--csv", description = "Prints CSV: a line for each row of each result.")
  private boolean csv;

  @Override
  int run(Service service) {
    if (csv && json()) {
      throw bad("--csv and --json: give one of them");
    }
    if (csv) {
      return printTable(service.queryTable(body()));
    }
    JsonObject answer = service.query(body());
    List<JsonObject> results = answer.objectsOrNone("results");
    print(answer, () -> results.forEach(result -> print(result, results.size() > 1)));
    List<JsonObject> failed = results.stream().filter(one -> !isAnswered(one)).toList();
    failed.forEach(one -> complain(service, one));
    return failed.isEmpty() ? 0 : 1;
  }

  /** Prints CSV, which has a column {@code detail} if a question is not answered. */
  private int printTable(String table) {
    out().print(table);
    boolean failed = table.substring(0, Math.max(0, table.indexOf('\r'))).endsWith(",detail");
    if (failed) {
      complain("some questions are not answered: the column detail says why");
    }
    return failed ? 1 : 0;
  }

  private String body() {
    JsonObject question = new JsonObject();
    put(question, "counter", counter);
    put(question, "prefix", prefix);
    put(question, "ask", ask);
    put(question, "granularity", granularity);
    put(question, "compare", compare);
    try {
      range.in(question);
      series.in(question);
    } catch (IllegalArgumentException e) {
      throw bad(String.valueOf(e.getMessage()));
    }
    if (file != null) {
      if (!question.members().isEmpty() || namespace.given() != null) {
        throw bad("--file=" + file + " has the questions: leave out the other options of them");
      }
      return read(file);
    }
    question.put("id", "1").put("namespace", namespace.name());
    question.put("ask", question.text("ask", "count"));
    return new JsonObject().put("queries", List.of(question)).toString();
  }

  private static void put(JsonObject question, String name, @Nullable String value) {
    if (value != null) {
      question.put(name, value);
    }
  }

  private String read(String from) {
    try {
      return from.equals(STANDARD_INPUT)
          ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
          : Files.readString(Path.of(from));
    } catch (IOException e) {
      throw bad("--file=" + from + " cannot be read: " + Complaint.ofFile(e));
    }
  }

  private void print(JsonObject result, boolean named) {
    if (!isAnswered(result)) {
      return;
    }
    if (named) {
      out().println(Table.plain(result.text("id", "")));
    }
    ResultTable.print(result, out());
    WindowsCommand.tellKeptFrom(result, out());
    if (named) {
      out().println();
    }
  }

  private static boolean isAnswered(JsonObject result) {
    return result.integer("status", 0) / 100 == 2;
  }

  private void complain(Service service, JsonObject failed) {
    String id = file == null ? "" : failed.text("id", "") + ": ";
    String hint =
        file == null && failed.integer("status", 0) == 404
            ? Mistyped.namespace(service, namespace.name())
            : "";
    complain(Table.plain(id + Complaint.of(failed)) + hint);
  }
}
