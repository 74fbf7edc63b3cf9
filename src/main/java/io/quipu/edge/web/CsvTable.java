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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lists in a JSON answer, written as one table of CSV (RFC 4180). The first line has the names
 * of the columns. The lists of several series become one, with a column for each label. A total is
 * one row, and the previous one the next row.
 *
 * @param lists the members of the answer, and of its elements, that are lists; the first that an
 *     object has is its list
 * @param first the columns before the labels, which a row has from the element that it is part of
 * @param usual the columns of a table without rows
 * @param columns the members of elements which become columns, in order; each is left out if no
 *     element has the member
 */
public record CsvTable(
    List<String> lists, List<String> first, List<String> usual, List<String> columns) {
  private static final CharSequence TYPE =
      HttpHeaders.createOptimized(MediaTypes.CSV + "; charset=utf-8; header=present");

  /** The parameter of a caller that opens the table in a spreadsheet, see {@link CsvWriter}. */
  public static final String SPREADSHEET = "spreadsheet";

  /** The members of a page of a list that say where the next page begins, and how to ask for it. */
  private static final String NEXT = "next";

  private static final String AFTER = "after";

  private static final String SERIES = "series";

  private static final String LABELS = "labels";

  /** In the answers for several namespaces, the one that an answer is about. */
  private static final String NAMESPACE = "namespace";

  /** A total that is a member of an answer. In lists, the member of this name is a number. */
  private static final String TOTAL = "total";

  /** The total of the range before, in a total. */
  private static final String PREVIOUS = "previous";

  /** A cell of windows and totals; in counts, an object. */
  private static final String SETTLED = "settled";

  /** The start of the windows that are still kept. In a table of one answer it is a header. */
  private static final String KEPT_FROM = "keptFrom";

  static final String KEPT_FROM_HEADER = "Kept-From";

  /** The beginning of the column of a label that is named like another column. */
  private static final String OF_LABEL = LABELS + ".";

  /** Members that a row has from the element that it is part of. */
  private static final List<String> OF_ELEMENTS = List.of(NAMESPACE, LABELS, KEPT_FROM, NEXT);

  private static final JsonObject NOTHING = new JsonObject();

  private static final JsonArray NONE = new JsonArray();

  public CsvTable {
    lists = List.copyOf(lists);
    first = List.copyOf(first);
    usual = List.copyOf(usual);
    columns = List.copyOf(columns);
  }

  /** Makes a table of one list, or of the lists of several series. */
  public CsvTable(String member, List<String> usual, List<String> columns) {
    this(List.of(SERIES, member), List.of(), usual, columns);
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
    Set<String> opened = new TreeSet<>(List.of(LABELS, TOTAL, PREVIOUS, SETTLED));
    opened.addAll(lists);
    return CsvCells.read(answer, opened);
  }

  /**
   * Writes the table.
   *
   * @param json the result of {@link #cells}
   */
  String text(JsonObject json, boolean spreadsheet) {
    StringBuilder text = new StringBuilder();
    List<JsonObject> rows = rows(json).toList();
    Set<String> labels = new LinkedHashSet<>();
    labels(json, labels);
    CsvWriter table = new CsvWriter(text, spreadsheet);
    List<String> all = columns(rows);
    table.row(
        Stream.of(first.stream(), labels.stream().map(this::column), all.stream())
            .flatMap(names -> names));
    for (JsonObject row : rows) {
      JsonObject own = row.getJsonObject(LABELS, NOTHING);
      table.row(
          Stream.of(
                  first.stream().map(row::getValue),
                  labels.stream().map(own::getValue),
                  all.stream().map(column -> isCell(row, column) ? row.getValue(column) : null))
              .flatMap(cells -> cells));
    }
    return text.toString();
  }

  /** The name of the column of a label: no label has the name of another column. */
  private String column(String label) {
    return first.contains(label) || columns.contains(label) || label.startsWith(OF_LABEL)
        ? OF_LABEL + label
        : label;
  }

  /** The rows of an answer or an element: those of its list, or itself if it has no list. */
  private Stream<JsonObject> rows(JsonObject one) {
    Stream<JsonObject> rows =
        one.getValue(TOTAL) instanceof JsonObject total
            ? rows(total)
            : lists.stream()
                .filter(list -> one.getValue(list) instanceof JsonArray)
                .findFirst()
                .map(list -> elements(one.getJsonArray(list)).stream().flatMap(this::rows))
                .orElseGet(
                    () -> Stream.of(one, one.getJsonObject(PREVIOUS)).filter(Objects::nonNull));
    return rows.map(row -> inheriting(one, row));
  }

  /** Gives a row what the element says that the row is part of. */
  private JsonObject inheriting(JsonObject element, JsonObject row) {
    Stream.concat(first.stream(), OF_ELEMENTS.stream())
        .filter(name -> element.containsKey(name) && !row.containsKey(name))
        .forEach(name -> row.put(name, element.getValue(name)));
    return row;
  }

  private static List<JsonObject> elements(JsonArray array) {
    return IntStream.range(0, array.size()).mapToObj(array::getJsonObject).toList();
  }

  /** Adds the labels of all series, in the order in which they come. */
  private void labels(JsonObject one, Set<String> labels) {
    labels.addAll(one.getJsonObject(LABELS, NOTHING).fieldNames());
    lists.stream()
        .filter(list -> one.getValue(list) instanceof JsonArray)
        .flatMap(list -> elements(one.getJsonArray(list)).stream())
        .forEach(element -> labels(element, labels));
  }

  private List<String> columns(List<JsonObject> rows) {
    return rows.isEmpty()
        ? usual
        : columns.stream()
            .filter(column -> rows.stream().anyMatch(row -> isCell(row, column)))
            .toList();
  }

  /** Tells whether a row has a cell: a list of others, or an object, is none. */
  private static boolean isCell(JsonObject row, String column) {
    Object value = row.getValue(column);
    return row.containsKey(column)
        && !(value instanceof JsonObject)
        && !(value instanceof JsonArray);
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
