package io.quipu.edge.web;

import io.quipu.edge.response.Response;
import io.quipu.engine.input.InvalidInput;
import io.quipu.ops.csv.CsvWriter;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The list in a JSON answer, written as CSV (RFC 4180). The first line has the names of the
 * columns. The lists of several series become one, with a column for each label. A total is one
 * row, and the previous one the next row.
 *
 * @param member the member of the answer that is the list
 * @param usual the columns of a list without elements
 * @param columns the members of elements which become columns, in order; each is left out if no
 *     element has the member
 */
public record CsvTable(String member, List<String> usual, List<String> columns) {
  private static final CharSequence TYPE =
      HttpHeaders.createOptimized(MediaTypes.CSV + "; charset=utf-8; header=present");

  /** The parameter of a caller that opens the table in a spreadsheet, see {@link CsvWriter}. */
  public static final String SPREADSHEET = "spreadsheet";

  /** The members of a page of a list that say where the next page begins, and how to ask for it. */
  private static final String NEXT = "next";

  private static final String AFTER = "after";

  private static final String SERIES = "series";

  private static final String LABELS = "labels";

  /** The total of the range before, in a total. */
  private static final String PREVIOUS = "previous";

  /** The start of the windows that are still kept; a header, as it is of no row. */
  private static final String KEPT_FROM = "keptFrom";

  static final String KEPT_FROM_HEADER = "Kept-From";

  /** The beginning of the column of a label that is named like another column. */
  private static final String OF_LABEL = LABELS + ".";

  private static final JsonObject NOTHING = new JsonObject();

  private static final JsonArray NONE = new JsonArray();

  public CsvTable {
    usual = List.copyOf(usual);
    columns = List.copyOf(columns);
  }

  /** Serves the JSON answer, which has no cells. */
  Action json(Action action) {
    return request -> {
      if (request.query().get(SPREADSHEET).isPresent()) {
        throw new InvalidInput(
            SPREADSHEET, SPREADSHEET + " is for tables: send the header Accept: text/csv, too");
      }
      return action.serve(request);
    };
  }

  /** Writes an answer as CSV. A page that is not the last has the next one as a link. */
  Response of(Response answer, RoutedRequest request) {
    boolean spreadsheet = request.query().flag(SPREADSHEET);
    JsonObject json = cells(answer.body());
    String tag = spreadsheet ? "-csv-spreadsheet" : "-csv";
    Response csv = answer.as(TYPE, Buffer.buffer(text(json, spreadsheet)), tag);
    String keptFrom = keptFrom(json);
    Response limited = keptFrom == null ? csv : csv.with(KEPT_FROM_HEADER, keptFrom);
    return json.containsKey(NEXT)
        ? limited.with("Link", "<" + next(request, json.getString(NEXT)) + ">; rel=\"next\"")
        : limited;
  }

  /** The start of what is kept, which is the same for all series of a counter; null if all is. */
  private static @Nullable String keptFrom(JsonObject json) {
    return Stream.concat(Stream.of(json), elements(json.getJsonArray(SERIES, NONE)).stream())
        .map(one -> one.getString(KEPT_FROM))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Reads the cells of a JSON answer. */
  JsonObject cells(Buffer answer) {
    return CsvCells.read(answer, new TreeSet<>(List.of(member, SERIES, LABELS, PREVIOUS)));
  }

  /**
   * Writes the table.
   *
   * @param json the result of {@link #cells}
   */
  String text(JsonObject json, boolean spreadsheet) {
    StringBuilder text = new StringBuilder();
    List<JsonObject> rows = rows(json);
    List<String> labels = labels(json);
    CsvWriter table = new CsvWriter(text, spreadsheet);
    List<String> all = columns(rows);
    table.row(Stream.concat(labels.stream().map(this::column), all.stream()));
    for (JsonObject row : rows) {
      JsonObject own = row.getJsonObject(LABELS, NOTHING);
      table.row(Stream.concat(labels.stream().map(own::getValue), all.stream().map(row::getValue)));
    }
    return text.toString();
  }

  /** The name of the column of a label: no label has the name of another column. */
  private String column(String label) {
    return columns.contains(label) || label.startsWith(OF_LABEL) ? OF_LABEL + label : label;
  }

  /** The rows: those of all series, the list, or the answer itself if it has no list. */
  private List<JsonObject> rows(JsonObject json) {
    JsonArray series = json.getJsonArray(SERIES);
    if (series == null) {
      return json.containsKey(member) ? elements(json.getJsonArray(member)) : withPrevious(json);
    }
    return elements(series).stream()
        .flatMap(
            one ->
                one.containsKey(member)
                    ? elements(one.getJsonArray(member)).stream()
                        .map(row -> row.put(LABELS, one.getJsonObject(LABELS)))
                    : withPrevious(one).stream())
        .toList();
  }

  private static List<JsonObject> withPrevious(JsonObject total) {
    JsonObject previous = total.getJsonObject(PREVIOUS);
    return previous == null
        ? List.of(total)
        : List.of(total, previous.put(LABELS, total.getJsonObject(LABELS, NOTHING)));
  }

  private static List<JsonObject> elements(JsonArray array) {
    return IntStream.range(0, array.size()).mapToObj(array::getJsonObject).toList();
  }

  /** The labels of the series, which become the first columns; none if there are no series. */
  private List<String> labels(JsonObject json) {
    JsonArray some = json.getJsonArray(SERIES, json.getJsonArray(member, NONE));
    return some.isEmpty()
        ? List.of()
        : List.copyOf(some.getJsonObject(0).getJsonObject(LABELS, NOTHING).fieldNames());
  }

  private List<String> columns(List<JsonObject> rows) {
    return rows.isEmpty()
        ? usual
        : columns.stream()
            .filter(column -> rows.stream().anyMatch(row -> row.containsKey(column)))
            .toList();
  }

  private static String next(RoutedRequest request, String after) {
    Map<String, String> query = new LinkedHashMap<>(request.query().all());
    query.put(AFTER, after);
    return request.http().path()
        + query.entrySet().stream()
            .map(
                one ->
                    one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&", "?", ""));
  }
}
