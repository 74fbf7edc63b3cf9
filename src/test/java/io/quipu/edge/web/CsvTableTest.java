package io.quipu.edge.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.input.JsonText;
import io.quipu.ops.csv.Spreadsheet;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/** Tables have what the JSON answers have: every digit, every row, every name once. */
class CsvTableTest {
  private static final List<String> COLUMNS =
      List.of("start", "count", "events", "estimate", "items", "settled");
  private static final BigInteger LARGEST = BigInteger.TEN.pow(40);
  private static final CsvTable TABLE = new CsvTable("windows", List.of("start", "count"), COLUMNS);

  private static List<CSVRecord> rows(JsonText json) throws IOException {
    String text = TABLE.text(TABLE.cells(Buffer.buffer(json.toString())), false);
    return CSVFormat.RFC4180
        .builder()
        .setHeader()
        .setSkipHeaderRecord(true)
        .get()
        .parse(new StringReader(text))
        .getRecords();
  }

  private static JsonText items(JsonText json, BigDecimal number) {
    json.beginArray()
        .beginObject()
        .name("item")
        .value(number)
        .field("lower", "\u00e9\"")
        .endObject();
    return json.endArray();
  }

  private static JsonText window(JsonText json, int start, BigDecimal number) {
    json.beginObject().field("start", "s" + start).name("count").value(number.toBigInteger());
    json.name("estimate").value(number);
    items(json.name("items"), number).field("settled", start % 2 == 0);
    return json.endObject();
  }

  @Property(tries = 300)
  void haveEachNumberAsTheAnswerHasIt(
      @ForAll("numbers") List<BigDecimal> numbers, @ForAll boolean broken) throws IOException {
    JsonText json = new JsonText().beginObject();
    if (broken) {
      json.name("series").beginArray().beginObject();
      json.name("labels").beginObject().field("country", "CH").endObject();
    }
    json.name("windows").beginArray();
    for (int i = 0; i < numbers.size(); i++) {
      window(json, i, numbers.get(i));
    }
    json.endArray();
    if (broken) {
      json.endObject().endArray();
    }
    List<CSVRecord> rows = rows(json.endObject());
    assertThat(rows).hasSameSizeAs(numbers);
    for (int i = 0; i < numbers.size(); i++) {
      BigDecimal number = numbers.get(i);
      assertThat(rows.get(i).get("start")).isEqualTo("s" + i);
      assertThat(rows.get(i).get("count")).isEqualTo(number.toBigInteger().toString());
      assertThat(rows.get(i).get("estimate")).isEqualTo(number.toPlainString());
      assertThat(rows.get(i).get("items")).isEqualTo(items(new JsonText(), number).toString());
      assertThat(rows.get(i).get("settled")).isEqualTo(Boolean.toString(i % 2 == 0));
    }
  }

  @Property(tries = 300)
  void haveEachNameOnce_whateverTheLabelsAreCalled(@ForAll("labels") List<String> labels)
      throws IOException {
    JsonText json = new JsonText().beginObject().name("series").beginArray().beginObject();
    json.name("labels").beginObject();
    labels.forEach(label -> json.field(label, "of " + label));
    json.endObject().name("windows").beginArray();
    window(json, 0, BigDecimal.TEN).endArray().endObject().endArray().endObject();

    CSVRecord row = rows(json).get(0);
    List<String> names = new ArrayList<>(row.toMap().keySet());
    assertThat(names).hasSize(labels.size() + COLUMNS.size() - 1).doesNotHaveDuplicates();
    assertThat(row.get("count")).isEqualTo("10");
    for (String label : labels) {
      boolean clashes = COLUMNS.contains(label) || label.startsWith("labels.");
      assertThat(row.get(clashes ? "labels." + label : label)).isEqualTo("of " + label);
    }
  }

  @Example
  void haveThePreviousTotalAfterTheTotal_ofEachSeries() throws IOException {
    JsonText json = new JsonText().beginObject().name("series").beginArray();
    for (int i = 0; i < 2; i++) {
      json.beginObject().name("labels").beginObject().field("country", "c" + i).endObject();
      json.field("start", "now").field("count", 10 + i).name("previous").beginObject();
      json.field("start", "before").field("count", 20 + i).endObject().endObject();
    }
    assertThat(rows(json.endArray().endObject()))
        .extracting(row -> String.join(" ", row.toList()))
        .containsExactly("c0 now 10", "c0 before 20", "c1 now 11", "c1 before 21");
  }

  @Example
  void forASpreadsheet_noLabelAndNoItemOfASketchIsAFormula() {
    JsonText json = new JsonText().beginObject().name("series").beginArray().beginObject();
    json.name("labels").beginObject().field("country", "=1").field("plan", "a;+1").endObject();
    json.name("windows").beginArray().beginObject().field("start", "now");
    json.name("items").beginArray().beginObject().field("item", "a;=1").endObject().endArray();
    json.endObject().endArray().endObject().endArray().endObject();
    JsonObject cells = TABLE.cells(Buffer.buffer(json.toString()));
    assertThat(Spreadsheet.formulas(TABLE.text(cells, false))).contains("=1", "+1", "=1\"\"}]\"");
    assertThat(Spreadsheet.formulas(TABLE.text(cells, true))).isEmpty();
  }

  @Provide
  Arbitrary<List<BigDecimal>> numbers() {
    return Combinators.combine(
            Arbitraries.bigIntegers().between(LARGEST.negate(), LARGEST),
            Arbitraries.integers().between(0, 60))
        .as(BigDecimal::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(10);
  }

  @Provide
  Arbitrary<List<String>> labels() {
    List<String> names = new ArrayList<>(COLUMNS);
    names.addAll(List.of("country", "labels", "labels.count", "labels.labels.count", "Count"));
    return Arbitraries.of(names).list().uniqueElements().ofMinSize(1).ofMaxSize(8);
  }
}
