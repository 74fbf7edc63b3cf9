package io.quipu.tools.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntriesTest {
  @Test
  void readsObjects_oneInEachLine() {
    assertThat(
            read(
                Entries.NDJSON,
                """
                {"counter": "a", "count": 99999999999999999999}

                {"counter": "b c", "delta": -3, "id": "order-1", "namespace": "votes", "events": 7}
                {"counter": "c"}
                {"counter": "d", "events": 5}
                """))
        .containsExactly(
            new Entry(1, null, "a", new BigInteger("99999999999999999999"), 1, null, null),
            new Entry(3, "votes", "b c", BigInteger.valueOf(-3), 7, "order-1", null),
            new Entry(4, null, "c", BigInteger.ONE, 1, null, null),
            new Entry(5, null, "d", BigInteger.valueOf(5), 5, null, null));
  }

  @Test
  void readsWhatActorsState() {
    Entry entry =
        new Entry(
            1, null, "a", BigInteger.valueOf(7), 1, null, null, Map.of(), new Stated("P1", 2, 1L));
    assertThat(
            read(
                Entries.NDJSON,
                "{\"counter\":\"a\",\"actor\":\"P1\",\"version\":2,\"value\":7,\"replaces\":1}"))
        .containsExactly(entry);
    assertThat(read(Entries.CSV, "counter,actor,version,value,replaces\na,P1,2,7,1\na,P1,3,0,\n"))
        .extracting(Entry::stated)
        .containsExactly(new Stated("P1", 2, 1L), new Stated("P1", 3, null));
    for (String bad :
        List.of(
            "\"actor\":\"P1\",\"value\":7",
            "\"actor\":\"P1\",\"version\":1.5,\"value\":7",
            "\"actor\":\"P1\",\"version\":9223372036854775808,\"value\":7",
            "\"actor\":\"P1\",\"version\":1,\"value\":7,\"id\":\"x\"")) {
      assertThatThrownBy(() -> read(Entries.NDJSON, "{\"counter\":\"a\"," + bad + "}"))
          .isInstanceOf(BadLine.class)
          .hasMessageStartingWith("Line 1: ");
    }
  }

  @Test
  void readsLabels_ofAnObject_orOfColumns() {
    assertThat(
            read(
                Entries.NDJSON,
                """
                {"counter": "a", "labels": {"country": "CH", "plan": ""}}
                {"counter": "a", "labels": null}
                """))
        .extracting(Entry::labels)
        .containsExactly(Map.of("country", "CH", "plan", ""), Map.of());
    assertThat(read(Entries.CSV, "counter,labels.country,labels.plan\r\na,CH,\r\nb,,\r\n"))
        .extracting(Entry::labels)
        .containsExactly(Map.of("country", "CH"), Map.of());
    for (String labels : List.of("\"CH\"", "[]", "{\"country\": 1}")) {
      String line = "{\"counter\": \"a\", \"labels\": " + labels + "}";
      assertThatThrownBy(() -> read(Entries.NDJSON, line)).isInstanceOf(BadLine.class);
    }
  }

  @Test
  void readsColumns_byTheirNames() {
    assertThat(read(Entries.CSV, "id,counter,count,events\r\n,\"a, \"\"b\"\"\",5,1\r\nx,c,-2,\r\n"))
        .containsExactly(
            new Entry(2, null, "a, \"b\"", BigInteger.valueOf(5), 1, null, null),
            new Entry(3, null, "c", BigInteger.valueOf(-2), 1, "x", null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void aLineOfColumnsIsThatOfTheFile_afterNamesOfSeveralLines(String end) {
    List<String> lines =
        List.of("counter,\"a", "b\",count", "\"c", "", "d\",,1", "e,,2", "f,,3", "\"g", "h\",,x");
    var entries = Entries.CSV.read(new StringReader(String.join(end, lines))).iterator();
    assertThat(List.of(entries.next(), entries.next(), entries.next()))
        .containsExactly(
            new Entry(3, null, "c" + end + end + "d", BigInteger.ONE, 1, null, null),
            new Entry(6, null, "e", BigInteger.TWO, 1, null, null),
            new Entry(7, null, "f", BigInteger.valueOf(3), 1, null, null));
    assertThatThrownBy(entries::next)
        .isInstanceOf(BadLine.class)
        .hasMessageStartingWith("Line 8: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          NDJSON | {"count": 5}                               | counter is missing
          NDJSON | {"counter": 5}                             | JSON object
          NDJSON | [1]                                        | JSON object
          NDJSON | {"counter": "a", "count": 1.5}             | 1.5 is not a whole number
          NDJSON | {"counter": "a", "count": 1e99}            | is not a whole number
          NDJSON | {"counter": "a", "count": 1, "delta": 1}   | only one
          NDJSON | {"counter": "a", "events": 0}              | events must lie between
          NDJSON | {"counter": "a", "events": 10000000001}    | events must lie between
          CSV    | name,count                                 | counter among them
          CSV    | counter,count,                             | name each column
          """)
  void aLineThatSaysNothingIsNamed(Entries format, String text, String why) {
    assertThatThrownBy(() -> read(format, text))
        .isInstanceOf(BadLine.class)
        .hasMessageStartingWith("Line 1: ")
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @CsvSource({
    "'counter,\"count\"s\na,1\n', 1",
    "'counter,count\n\"a\"b,1\n', 2",
    "'counter,count\n\"a\nb\",1\n\"c\nd\"e,1\n', 4",
    "'counter,count\na,1\n\"b,1\nc,1\n', 3",
  })
  void whatIsNoCsvIsNamedAsSuch_withItsLine(String text, int line) {
    assertThatThrownBy(() -> read(Entries.CSV, text))
        .isInstanceOf(BadLine.class)
        .hasMessageStartingWith("Line " + line + ": it is not valid CSV: ");
  }

  @Test
  void bytesThatAreNoTextAreNotTakenForWrongCsv() {
    byte[] text = "counter\na\n\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    Reader utf8 =
        new InputStreamReader(new ByteArrayInputStream(text), StandardCharsets.UTF_8.newDecoder());
    assertThatThrownBy(() -> Entries.CSV.read(utf8).toList())
        .isInstanceOf(UncheckedIOException.class)
        .hasCauseInstanceOf(CharacterCodingException.class);
  }

  @Test
  void aBadLineIsFoundWhenItIsReached() {
    var entries = Entries.NDJSON.read(new StringReader("{\"counter\": \"a\"}\nno\n")).iterator();
    assertThat(entries.next().counter()).isEqualTo("a");
    assertThatThrownBy(entries::next)
        .isInstanceOf(BadLine.class)
        .hasMessageStartingWith("Line 2: ");
  }

  private static List<Entry> read(Entries format, String text) {
    return format.read(new StringReader(text)).toList();
  }
}
