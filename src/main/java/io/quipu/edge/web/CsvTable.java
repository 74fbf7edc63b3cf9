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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * The list in a JSON answer, written as CSV (RFC 4180). The first line has the names of the
 * columns.
 *
 * @param member the member of the answer that is the list
 * @param columns the members of each element, which become columns
 * @param more further columns, each left out if no element has the member
 */
public record CsvTable(String member, List<String> columns, List<String> more) {
  private static final CharSequence TYPE =
      HttpHeaders.createOptimized(MediaTypes.CSV + "; charset=utf-8; header=present");

  /** The members of a page of a list that say where the next page begins, and how to ask for it. */
  private static final String NEXT = "next";

  private static final String AFTER = "after";

  public CsvTable {
    columns = List.copyOf(columns);
    more = List.copyOf(more);
  }

  public CsvTable(String member, List<String> columns) {
    this(member, columns, List.of());
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
      List<String> all = columns(rows);
      printer.printRecord(all);
      for (int i = 0; i < rows.size(); i++) {
        JsonObject row = rows.getJsonObject(i);
        printer.printRecord(all.stream().map(row::getValue));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private List<String> columns(JsonArray rows) {
    List<String> all = new ArrayList<>(columns);
    for (String column : more) {
      if (IntStream.range(0, rows.size())
          .anyMatch(i -> rows.getJsonObject(i).containsKey(column))) {
        all.add(column);
      }
    }
    return all;
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
