package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.ops.csv.Spreadsheet;
import java.io.IOException;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

/** Tables of names that a spreadsheet would run. */
class SpreadsheetTest extends HttpTest {
  private static final List<String> FORMULAS =
      List.of(
          "=1+1", "+1", "-1", "@sum", "\tx", "\rx", "\nx", "=cmd|' /C calc'!A0", "=\"a\",\r\n1");
  private static final List<String> TEXTS = List.of("a=1", "1-1", "'=1", " =1", "a,=1", "a;1");
  private static final List<String> LATER = List.of("a;=1", "a\t+1", "a\r\n@1", "a;\"-1\";");
  private static final String LIST = "/v1/counters/votes";

  private String table(String path) throws IOException {
    HttpResponse<String> csv = send(to(path).header("Accept", "text/csv"));
    assertThat(csv.statusCode()).as(csv.body()).isEqualTo(200);
    return csv.body();
  }

  private List<CSVRecord> rows(String path) throws IOException {
    return CSVFormat.RFC4180
        .builder()
        .setHeader()
        .setSkipHeaderRecord(true)
        .get()
        .parse(new StringReader(table(path)))
        .getRecords();
  }

  @Test
  void makesEachFormulaAText_andChangesNothingElse_whereItIsAskedFor() throws IOException {
    for (String name : FORMULAS) {
      service.tallies.put(new CounterName("votes", name), Tally.of(-7, 7));
    }
    for (String name : TEXTS) {
      service.tallies.put(new CounterName("votes", name), Tally.of(-7, 7));
    }
    List<CSVRecord> plain = rows(LIST);
    List<CSVRecord> safe = rows(LIST + "?spreadsheet=true");
    assertThat(plain).hasSize(FORMULAS.size() + TEXTS.size()).hasSameSizeAs(safe);
    for (int i = 0; i < plain.size(); i++) {
      String name = plain.get(i).get("counter");
      assertThat(safe.get(i).get("counter")).isEqualTo(FORMULAS.contains(name) ? "'" + name : name);
      assertThat(safe.get(i).get("count")).isEqualTo(plain.get(i).get("count")).isEqualTo("-7");
    }
  }

  @Test
  void noCellIsAFormula_alsoIfAnotherCharacterSeparatesCells() throws IOException {
    for (String name : LATER) {
      service.tallies.put(new CounterName("votes", name), Tally.of(-7, 7));
    }
    assertThat(Spreadsheet.formulas(table(LIST))).isNotEmpty();
    assertThat(Spreadsheet.formulas(table(LIST + "?spreadsheet=true"))).isEmpty();
  }

  @Test
  void isForTables_andTrueOrFalse() throws IOException {
    expectProblem(get(LIST + "?spreadsheet=true"), 400, "invalid-request", "spreadsheet");
    expectProblem(
        send(to(LIST + "?spreadsheet=yes").header("Accept", "text/csv")),
        400,
        "invalid-request",
        "spreadsheet");
    assertThat(rows("/v1/counters/votes/a?spreadsheet=true")).hasSize(1);
  }
}
