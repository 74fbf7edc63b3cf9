package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quipu.client.NodeProcess;
import io.quipu.ops.csv.CsvWriter;
import io.quipu.ops.csv.Spreadsheet;
import io.quipu.ops.csv.SpreadsheetCell;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

/** The dashboard's download of several counters: the module {@code csv.js}, in Node. */
class JoinedTablesTest {
  private static final int TRIES = 300;
  private static final String COLUMN = "counter";

  /** What quoting is about, and what spreadsheets take for the beginning of a formula. */
  private static final List<String> PIECES =
      List.of(
          "a", "é", " ", ",", ";", "\"", "\"\"", "\n", "\r", "\r\n", "\t", "=1+1", "+", "-", "@",
          "'", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20");

  private static final String JOIN =
      """
      import { readFileSync } from "node:fs";
      const source = readFileSync("src/main/resources/webroot/assets/dashboard/csv.js", "utf8");
      const { joined } = await import("data:text/javascript," + encodeURIComponent(source));
      const tries = JSON.parse(readFileSync(0, "utf8"));
      console.log(JSON.stringify(tries.map(({ names, tables }) => joined("counter", names, tables))));
      """;

  private final Random random = new Random(46);

  /** The tables of some counters, which have the same columns. */
  private record Try(List<String> names, List<List<List<String>>> tables) {
    JsonObject json() {
      return new JsonObject()
          .put("names", new JsonArray(names))
          .put("tables", new JsonArray(tables.stream().map(Try::csv).toList()));
    }

    private static String csv(List<List<String>> table) {
      StringBuilder text = new StringBuilder();
      CsvWriter writer = new CsvWriter(text, true);
      table.forEach(row -> writer.row(row.stream()));
      return text.toString();
    }

    List<List<String>> joined() {
      List<List<String>> rows = new ArrayList<>();
      rows.add(safe(COLUMN, tables.get(0).get(0)));
      for (int i = 0; i < names.size(); i++) {
        for (List<String> row : tables.get(i).subList(1, tables.get(i).size())) {
          rows.add(safe(names.get(i), row));
        }
      }
      return rows;
    }

    private static List<String> safe(String first, List<String> row) {
      return Stream.concat(Stream.of(first), row.stream())
          .map(SpreadsheetCell::neutral)
          .map(String.class::cast)
          .toList();
    }
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(4); left > 0; left--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }

  private List<String> texts(int number) {
    return Stream.generate(this::text).limit(number).toList();
  }

  private Try draw() {
    int columns = 2 + random.nextInt(3);
    List<String> names = texts(2 + random.nextInt(3));
    List<String> head = texts(columns);
    List<List<List<String>>> tables = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      List<List<String>> rows = new ArrayList<>(List.of(head));
      for (int left = random.nextInt(4); left > 0; left--) {
        rows.add(texts(columns));
      }
      tables.add(rows);
    }
    return new Try(names, tables);
  }

  @Test
  void recordsStayWhole_whateverIsInThem_andNoNameIsAFormula() throws IOException {
    assumeTrue(NodeProcess.missing("node").isEmpty(), "there is no node");
    List<Try> tries = Stream.generate(this::draw).limit(TRIES).toList();
    String input = new JsonArray(tries.stream().map(Try::json).toList()).encode();
    String[] command = {"node", "--input-type=module", "-e", JOIN};
    JsonArray answers =
        new JsonArray(
            NodeProcess.run(Path.of("."), Map.of(), input, command).requireSuccess().output());
    for (int i = 0; i < TRIES; i++) {
      String text = answers.getString(i);
      List<List<String>> rows;
      try (CSVParser parser = CSVParser.parse(text, CSVFormat.RFC4180)) {
        rows = parser.getRecords().stream().map(CSVRecord::toList).toList();
      }
      assertThat(rows).as(text).isEqualTo(tries.get(i).joined());
      assertThat(Spreadsheet.formulas(text)).as(text).isEmpty();
    }
  }
}
