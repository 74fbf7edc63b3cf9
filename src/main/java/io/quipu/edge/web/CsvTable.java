package io.quipu.edge.web;

import io.quipu.edge.response.Response;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * The list in a JSON answer, written as CSV (RFC 4180). The first line has the names of the
 * columns.
 *
 * @param member the member of the answer that is the list
 * @param columns the members of each element, which become columns
 * @param others the columns if the elements have a member, by the name of this member
 */
public record CsvTable(String member, List<String> columns, Map<String, List<String>> others) {
  private static final CharSequence TYPE =
      HttpHeaders.createOptimized(MediaTypes.CSV + "; charset=utf-8; header=present");

  /** The members of a page of a list that say where the next page begins, and how to ask for it. */
  private static final String NEXT = "next";

  private static final String AFTER = "after";

  public CsvTable {
    columns = List.copyOf(columns);
    others = Collections.unmodifiableMap(new LinkedHashMap<>(others));
  }

  public CsvTable(String member, List<String> columns) {
    this(member, columns, Map.of());
  }

  /** This table with other columns for elements that have a certain member. */
  public CsvTable or(String distinctive, List<String> instead) {
    Map<String, List<String>> all = new LinkedHashMap<>(others);
    all.put(distinctive, List.copyOf(instead));
    return new CsvTable(member, columns, all);
  }

  private List<String> columns(JsonArray rows) {
    return rows.isEmpty()
        ? columns
        : others.entrySet().stream()
            .filter(other -> rows.getJsonObject(0).containsKey(other.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(columns);
  }

  /** Writes an answer as CSV. A page that is not the last has the next one as a link. */
  Response of(Response answer, RoutedRequest request) {
    JsonObject json = answer.body().toJsonObject();
    Response csv = Response.of(answer.status(), TYPE, Buffer.buffer(text(json)));
    return json.containsKey(NEXT)
        ? csv.with("Link", "<" + next(request, json.getString(NEXT)) + ">; rel=\"next\"")
        : csv;
  }

  private String text(JsonObject json) {
    StringBuilder text = new StringBuilder();
    JsonArray rows = json.getJsonArray(member);
    try (CSVPrinter printer = new CSVPrinter(text, CSVFormat.RFC4180)) {
      List<String> names = columns(rows);
      printer.printRecord(names);
      for (int i = 0; i < rows.size(); i++) {
        JsonObject row = rows.getJsonObject(i);
        printer.printRecord(names.stream().map(row::getValue));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
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
