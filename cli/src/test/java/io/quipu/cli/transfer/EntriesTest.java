package io.quipu.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
            "\"value\":7",
            "\"actor\":\"P1\",\"value\":7",
            "\"actor\":\"P1\",\"version\":1,\"value\":1000000000000001",
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
                {"counter": "a", "labels": {}}
                """))
        .extracting(Entry::labels)
        .containsExactly(Map.of("country", "CH", "plan", ""), Map.of());
    assertThat(read(Entries.CSV, "counter,labels.country,labels.plan\r\na,CH,\r\nb,,\r\n"))
        .extracting(Entry::labels)
        .containsExactly(Map.of("country", "CH"), Map.of());
    for (String labels :
        List.of("\"CH\"", "[]", "null", "{\"country\": 1}", "{\"a\":\"x\",\"a\":\"x\"}")) {
      String line = "{\"counter\": \"a\", \"labels\": " + labels + "}";
      assertThatThrownBy(() -> read(Entries.NDJSON, line)).isInstanceOf(BadLine.class);
    }
  }

  @Test
  void readsColumns_byTheirNames() {
    assertThat(
            read(Entries.CSV, "id,counter,count,events\r\n,\"a, \"\"b\"\"\",5,1\r\nx,c,-2,1\r\n"))
        .containsExactly(
            new Entry(2, null, "a, \"b\"", BigInteger.valueOf(5), 1, null, null),
            new Entry(3, null, "c", BigInteger.valueOf(-2), 1, "x", null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void aLineOfColumnsIsThatOfTheFile_afterNamesOfSeveralLines(String end) {
    List<String> lines =
        List.of(
            "counter,\"labels.", "b\",count", "\"c", "", "d\",,1", "e,,2", "f,,3", "\"g", "h\",,x");
    var entries = stream(Entries.CSV, String.join(end, lines)).iterator();
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
          NDJSON | {"count": 5}                             | counter is missing
          NDJSON | {"counter": 5}                           | counter is 5; it must be a text
          NDJSON | {"counter": ""}                          | counter is empty; it must be a text
          NDJSON | {"counter": "a", "id": null}             | id is null; it must be a text
          NDJSON | [1]                                      | JSON object such as
          NDJSON | {"counter": "a"                          | malformed JSON at character 16
          NDJSON | {"counter": "a"} {}                      | at character 18
          NDJSON | {"counter": "a", "count": 1.0}           | count is 1.0; it must be a whole
          NDJSON | {"counter": "a", "count": "5"}           | count is the text 5; it must be
          NDJSON | {"counter": "a", "count": {"a": 1}}      | count is an object; it must be
          NDJSON | {"counter": "a", "count": 1e99}          | between -10^20 and 10^20
          NDJSON | {"counter": "a", "count": 1, "delta": 1} | only one
          NDJSON | {"counter": "a", "counts": 1}            | field counts; the fields are
          NDJSON | {"counter": "a", "counts": 1}            | Did you mean count?
          NDJSON | {"counter": "a", "id": "x", "id": "x"}   | id is given twice
          NDJSON | {"counter": "a", "events": 0}            | between 1 and 10^10
          NDJSON | {"counter": "a", "events": 10000000001}  | between 1 and 10^10
          NDJSON | {"counter": "a", "time": "2026-11-01"}   | 2026-11-01T00:00:00Z, or name its
          NDJSON | {"counter": "a", "time": "2026-11-01"}   | --tz
          NDJSON | {"counter": "a", "time": 1767225600}     | time is 1767225600; it must be
          CSV    | name,count                               | column name is unknown; known are
          CSV    | counter,counts                           | Did you mean count?
          CSV    | Counter,count                            | Did you mean counter?
          CSV    | counter,count,                           | a column without a name is unknown
          CSV    | counter,count,counter                    | counter is given twice
          CSV    | counter,count,delta                      | only one
          CSV    | count,events                             | there is no column counter
          CSV    | counter,count;events                     | --separator
          CSV    | counter,"count                           | opens at character 9 is not closed
          CSV    | counter,"count"s                         | closes before character 16
          CSV    | counter,co"unt"                          | character 11 is a quote within a cell
          CSV    | ''                                       | must name the columns
          """)
  void aHeadThatIsWrongIsNamed(Entries format, String text, String why) {
    assertThatThrownBy(() -> stream(format, text))
        .isInstanceOf(BadLine.class)
        .hasMessageStartingWith("Line 1: ")
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          counter,count/a,1/"b"c,2          | 3 | opens at character 1 closes before character 4,
          counter,count/"a/b",1/"c/d"e,1    | 4 | closes before line 5, character 3
          counter,count/a,1/b,"1/c,1        | 3 | opens at character 3 is not closed
          counter,count/a,1/"b/c","1/d,1    | 3 | opens at line 4, character 4 is not closed
          counter,count/a,1/b"c,1           | 3 | character 2 is a quote within a cell
          counter,count/a,1/b,12,345        | 3 | it has 3 cells, and must have 2
          counter,count/a,1/b               | 3 | it has 1 cells, and must have 2
          counter,count/a,1//b,             | 4 | column count is empty; it must be a whole number
          counter,count/a,1/,1              | 3 | column counter is empty
          counter,count/a,1/b, 1            | 3 | column count is " 1"; it must be
          counter,events/a,1/b,             | 3 | column events is empty
          counter;count/a;1/b,1             | 3 | it has 1 cells, and must have 2
          counter/a/b,1                     | 3 | it has 2 cells, and must have 1
          counter,time/a,2026-01-01T00:00:00Z/b,yesterday | 3 | a time is one of RFC 3339
          counter,time/a,2026-01-01T00:00:00Z/b,          | 3 | column time is empty; it must be
          """)
  void aRowThatIsWrongIsNamed(String text, int line, String why) {
    List<Entry> before = new ArrayList<>();
    assertThatThrownBy(() -> stream(Entries.CSV, text.replace('/', '\n')).forEach(before::add))
        .isInstanceOf(BadLine.class)
        .hasMessageStartingWith("Line " + line + ": ")
        .hasMessageContaining(why)
        .extracting(e -> ((BadLine) e).line())
        .isEqualTo((long) line);
    assertThat(before).hasSize(1);
  }

  @Test
  void theLineThatIsNotUtf8IsNamed_andWhatIsBeforeItIsRead() {
    byte[] text = "counter\na\n\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    var entries = stream(Entries.CSV, text, FileSettings.NONE).iterator();
    assertThat(entries.next().counter()).isEqualTo("a");
    assertThatThrownBy(entries::next)
        .isInstanceOf(BadLine.class)
        .hasMessageStartingWith("Line 3: character 1 is not in UTF-8");
  }

  /** The command that goes on begins with the row, so it does not leave out the row. */
  @Test
  void aRowThatIsNotUtf8InItsSecondLineHasTheNumberOfItsFirst() {
    byte[] text = "counter\na\n\"b\n\u00e9\"\n".getBytes(StandardCharsets.ISO_8859_1);
    var entries = stream(Entries.CSV, text, FileSettings.NONE).skip(1);
    assertThatThrownBy(entries::toList)
        .hasMessageStartingWith("Line 4: character 1 is not in UTF-8")
        .isInstanceOfSatisfying(BadLine.class, e -> assertThat(e.line()).isEqualTo(3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "x-UTF-16LE-BOM"})
  void utf16IsCalledByItsName(String charset) {
    byte[] text = "counter,count\r\na,1\r\n".getBytes(Charset.forName(charset));
    assertThatThrownBy(() -> stream(Entries.CSV, text, FileSettings.NONE))
        .isInstanceOf(BadLine.class)
        .hasMessageContaining("UTF-16");
  }

  @Test
  void aColumnIsWhatTheCallerSays_andDatesAreOfItsZone() {
    List<String> notes = new ArrayList<>();
    FileSettings settings =
        new FileSettings(
            null,
            FileSettings.columns(List.of("counter=page", "count=views", "time=date")),
            null,
            ZoneId.of("Europe/Zurich"),
            3);
    String text =
        "date;page;visitors;views\n2026-03-28;/;1;2\n2026-03-29;/;3;4\n2026-03-30 00:30:00;/a;5;6\n";
    assertThat(Entries.CSV.read(bytes(text), settings, notes::add))
        .containsExactly(
            new Entry(3, null, "/", BigInteger.valueOf(4), 1, null, at("2026-03-28T23:00:00Z")),
            new Entry(4, null, "/a", BigInteger.valueOf(6), 1, null, at("2026-03-29T22:30:00Z")));
    assertThat(notes).containsExactly("Not read, as no --column names them: visitors");
    for (String gap : List.of("2026-03-29T02:30", "2026-10-25 02:30:00")) {
      assertThatThrownBy(() -> read("date,page,views\n\n" + gap + ",/,1\n", settings))
          .hasMessageContaining("Line 3: column date is ")
          .hasMessageContaining("Europe/Zurich, where clocks change");
    }
    assertThatThrownBy(() -> read("date,page\n2026-03-28,/\n", settings))
        .hasMessageContaining(
            "there is no column views, which --column names; there are date, page");
    assertThatThrownBy(() -> read("date,page,views\n\n2026-03-28,/,1.000\n", settings))
        .hasMessageContaining("column views is 1.000; it must be");
  }

  @ParameterizedTest
  @CsvSource({
    "2, a",
    "3, c",
    "6, d",
    "4, Line 3: --from-line=4 is within",
    "5, Line 3: ",
    "7, Line 7: "
  })
  void theFirstLineOfARowIsWhereReadingBegins_andNoOther(int fromLine, String first) {
    FileSettings settings = new FileSettings(null, Map.of(), null, null, fromLine);
    String text = "counter\na\n\"c\n\n\"\nd\n";
    if (first.length() == 1) {
      assertThat(read(text, settings).get(0).counter().strip()).isEqualTo(first);
    } else {
      assertThatThrownBy(() -> read(text, settings))
          .isInstanceOf(BadLine.class)
          .hasMessageStartingWith(first);
    }
  }

  @ParameterizedTest
  @CsvSource({"1F8B0800, zcat FILE", "504B0304, save it as CSV"})
  void filesThatAreNoTextsAreCalledByTheirNames(String start, String advice) {
    byte[] bytes = HexFormat.of().parseHex(start + "0A00FF");
    for (Entries format : Entries.values()) {
      assertThatThrownBy(() -> stream(format, bytes, FileSettings.NONE))
          .isInstanceOf(BadLine.class)
          .hasMessageStartingWith("Line 1: ")
          .hasMessageContaining(advice);
    }
  }

  @Test
  void columnsThatAreNotCountedAreNoGuess() {
    FileSettings pages = new FileSettings(null, Map.of("counter", "page"), null, null, 1);
    assertThatThrownBy(() -> read("page,count\n/,5\n", pages))
        .hasMessageContaining("to read it, add --column count=count");
    List<String> notes = new ArrayList<>();
    assertThat(Entries.CSV.read(bytes("page\n/\n"), pages, notes::add))
        .extracting(Entry::amount)
        .containsExactly(BigInteger.ONE);
    assertThat(notes).containsExactly("There is no column count or delta: each line counts 1");
    for (String bad : List.of("page", "pages=page", "counter")) {
      assertThatThrownBy(() -> FileSettings.columns(List.of(bad)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> FileSettings.columns(List.of("count=a", "count=b")))
        .hasMessageContaining("count is given twice");
  }

  @Test
  void allLinesCountIntoOneCounter_ifTheyNameNone() {
    FileSettings one = new FileSettings(null, Map.of(), "site", null, 1);
    assertThat(read("count\n5\n", one)).extracting(Entry::counter).containsExactly("site");
    assertThatThrownBy(() -> read("counter,count\na,5\n", one)).hasMessageContaining("--into");
    assertThatThrownBy(() -> Entries.NDJSON.read(bytes("{\"counter\":\"a\"}"), one, note -> {}))
        .hasMessageContaining("--into");
  }

  /**
   * Otherwise an export of one namespace, imported into another, would count in the first again.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          NDJSON | {"counter": "a", "namespace": "votes"}           | Line 1: namespace is votes
          CSV    | counter,namespace/a,votes                        | Line 2: column namespace is
          CSV    | counter,namespace/a,archive/a,/"a/b",votes       | Line 4: column namespace is
          """)
  void aLineNamesNoOtherNamespaceThanTheCaller(Entries format, String text, String place) {
    byte[] lines = text.replace('/', '\n').getBytes(StandardCharsets.UTF_8);
    FileSettings archive = only("archive");
    assertThatThrownBy(() -> stream(format, lines, archive).toList())
        .isInstanceOf(BadLine.class)
        .hasMessageStartingWith(place)
        .hasMessageContaining("votes, and --namespace is archive. To count into votes, leave");
    FileSettings votes = only("votes");
    assertThat(
            stream(
                Entries.NDJSON,
                "{\"counter\":\"a\",\"namespace\":\"votes\"}".getBytes(StandardCharsets.UTF_8),
                votes))
        .extracting(Entry::namespace)
        .containsExactly("votes");
  }

  private static FileSettings only(String namespace) {
    return new FileSettings(null, Map.of(), null, null, 1, namespace, FileSettings.NONE.days());
  }

  /** A time with a date is a moment, and a date alone the day that begins then. */
  @Test
  void daysAreChecked_andTimesAreNot() {
    List<String> checked = new ArrayList<>();
    FileSettings settings =
        new FileSettings(
            null,
            Map.of(),
            null,
            ZoneId.of("Asia/Kolkata"),
            1,
            null,
            (namespace, start) -> {
              checked.add(namespace + " " + start);
              if (checked.size() == 2) {
                throw new DateTimeException("it cannot be counted there");
              }
            });
    String text =
        """
        counter,namespace,time
        a,,2026-03-28T00:00:00
        a,,2026-03-27T18:30:00Z
        a,,2026-03-28
        a,votes,2026-03-29
        """;
    assertThatThrownBy(() -> read(text, settings))
        .hasMessage("Line 5: column time is 2026-03-29; it cannot be counted there");
    assertThat(checked).containsExactly("null 2026-03-27T18:30:00Z", "votes 2026-03-28T18:30:00Z");
  }

  @Test
  void aBadLineIsFoundWhenItIsReached() {
    var entries = stream(Entries.NDJSON, "{\"counter\": \"a\"}\nno\n").iterator();
    assertThat(entries.next().counter()).isEqualTo("a");
    assertThatThrownBy(entries::next)
        .isInstanceOf(BadLine.class)
        .hasMessageStartingWith("Line 2: ");
  }

  private static Instant at(String time) {
    return Instant.parse(time);
  }

  private static ByteArrayInputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Stream<Entry> stream(Entries format, byte[] text, FileSettings settings) {
    return format.read(new ByteArrayInputStream(text), settings, note -> {});
  }

  private static Stream<Entry> stream(Entries format, String text) {
    return stream(format, text.getBytes(StandardCharsets.UTF_8), FileSettings.NONE);
  }

  private static List<Entry> read(Entries format, String text) {
    return stream(format, text).toList();
  }

  private static List<Entry> read(String csv, FileSettings settings) {
    return stream(Entries.CSV, csv.getBytes(StandardCharsets.UTF_8), settings).toList();
  }
}
