package io.quipu.ops.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.arbitraries.ListArbitrary;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;

/** Tables with what quoting is about, and with what spreadsheets run. */
class CsvWriterTest {
  private static final List<String> PIECES =
      List.of(
          "a",
          "#",
          "!",
          "é",
          " ",
          ",",
          ";",
          "\"",
          "\"\"",
          "\n",
          "\r",
          "\r\n",
          "\t",
          "=1+1",
          "+",
          "-",
          "@",
          "'",
          "\uFF1D",
          "\uFF0B",
          "\uFF0D",
          "\uFF20",
          ";=cmd|' /C calc'!A0",
          "=\"a\"");

  private static String written(List<List<Object>> table, boolean spreadsheet) {
    StringBuilder text = new StringBuilder();
    CsvWriter writer = new CsvWriter(text, spreadsheet);
    table.forEach(row -> writer.row(row.stream()));
    return text.toString();
  }

  private static List<List<String>> read(String text) throws IOException {
    return CSVFormat.RFC4180.parse(new StringReader(text)).getRecords().stream()
        .map(CSVRecord::toList)
        .toList();
  }

  private static List<List<String>> texts(List<List<Object>> table) {
    return table.stream()
        .map(row -> row.stream().map(cell -> Objects.toString(cell, "")).toList())
        .toList();
  }

  @Property(tries = 2_000)
  void noCellIsAFormula_whateverSeparatesCells(@ForAll("tables") List<List<Object>> table)
      throws IOException {
    String text = written(table, true);
    assertThat(Spreadsheet.formulas(text)).as(text).isEmpty();
    List<List<String>> safe = read(text);
    assertThat(safe).hasSameSizeAs(table);
    for (int i = 0; i < table.size(); i++) {
      for (int j = 0; j < table.get(i).size(); j++) {
        String cell = Objects.toString(table.get(i).get(j), "");
        assertThat(withoutApostrophes(safe.get(i).get(j))).isEqualTo(withoutApostrophes(cell));
        if (!(table.get(i).get(j) instanceof String)) {
          assertThat(safe.get(i).get(j)).isEqualTo(cell);
        }
      }
    }
  }

  private static String withoutApostrophes(String text) {
    return text.replace("'", "");
  }

  @Property(tries = 300)
  void programsReadWhatWasWritten(@ForAll("tables") List<List<Object>> table) throws IOException {
    assertThat(read(written(table, false))).isEqualTo(texts(table));
  }

  /** Its files stay what they were, byte for byte. */
  @Property(tries = 2_000)
  void writesWhatCommonsCsvWrites(
      @ForAll("tables") List<List<Object>> table, @ForAll boolean spreadsheet) throws IOException {
    CSVFormat format =
        spreadsheet
            ? CSVFormat.RFC4180.builder().setQuoteMode(QuoteMode.ALL_NON_NULL).get()
            : CSVFormat.RFC4180;
    StringBuilder expected = new StringBuilder();
    CSVPrinter printer = new CSVPrinter(expected, format);
    for (List<Object> row : table) {
      printer.printRecord(row.stream().map(c -> spreadsheet ? SpreadsheetCell.neutral(c) : c));
    }
    assertThat(written(table, spreadsheet)).isEqualTo(expected.toString());
  }

  /** Otherwise the property would hold of a reader that finds nothing. */
  @Example
  void theReaderFindsFormulas() {
    for (String text : List.of("=1", "a;=1", "a;\"=1", "a\t=1", "a\n=1", "\uFF1D1", "-x", "\r=1")) {
      String table = written(List.of(List.of(text, 1), List.of("b", text)), false);
      assertThat(Spreadsheet.formulas(table)).as(text).isNotEmpty();
    }
  }

  /** Texts change only where a formula would begin. */
  @Example
  void otherTextsStay() {
    for (String text : List.of("", "a=1", "1-1", "'=1", " =1", "a, =1", "a;b", "a\r\nb", "a,=1")) {
      assertThat(SpreadsheetCell.neutral(text)).isEqualTo(text);
    }
    assertThat(SpreadsheetCell.neutral(-7)).isEqualTo(-7);
    assertThat(SpreadsheetCell.neutral("a;=1")).isEqualTo("a;'=1");
    assertThat(SpreadsheetCell.neutral("\t=1")).isEqualTo("'\t'=1");
  }

  /** Each row begins with a text: after a number of its own, a cell would go on with a text. */
  @Provide
  Arbitrary<List<List<Object>>> tables() {
    Arbitrary<Object> text =
        Arbitraries.of(PIECES).list().ofMaxSize(4).map(pieces -> String.join("", pieces));
    Arbitrary<Object> number = Arbitraries.longs().map(one -> one);
    Arbitrary<Object> cell = Arbitraries.oneOf(text, text, number).injectNull(0.05);
    return Arbitraries.integers()
        .between(0, 3)
        .flatMap(more -> rows(text, cell.list().ofSize(more)).ofMinSize(1).ofMaxSize(5));
  }

  private static ListArbitrary<List<Object>> rows(
      Arbitrary<Object> text, Arbitrary<List<Object>> others) {
    return Combinators.combine(text, others).as(CsvWriterTest::row).list();
  }

  private static List<Object> row(Object first, List<Object> others) {
    List<Object> row = new ArrayList<>(others);
    row.add(0, first);
    return row;
  }
}
