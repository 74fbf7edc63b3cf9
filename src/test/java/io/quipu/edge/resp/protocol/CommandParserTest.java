package io.quipu.edge.resp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandParserTest {
  private static final CommandBounds BOUNDS = new CommandBounds(8, 100, 200);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static ParsedCommands parse(String text) {
    return ParsedCommands.of(bytes(text), Integer.MAX_VALUE / 2, BOUNDS);
  }

  @Test
  void readsArraysOfBulkStrings_withAnyBytes() {
    assertThat(parse("*2\r\n$3\r\nGET\r\n$4\r\n\r\n\0\u00ff\r\n*1\r\n$0\r\n\r\n"))
        .isEqualTo(new ParsedCommands(List.of(List.of("GET", "\r\n\0\u00ff"), List.of("")), ""));
  }

  @Test
  void readsLines_andSkipsWhatIsNothing() {
    assertThat(parse("  PING\r\n\r\n\n*0\r\n*-1\r\nget a\nget  \"b\\x41 \\n\\\"\" 'it\\'s'\r\n"))
        .isEqualTo(
            new ParsedCommands(
                List.of(List.of("PING"), List.of("get", "a"), List.of("get", "bA \n\"", "it's")),
                ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*9|invalid multibulk length",
        "*|invalid multibulk length",
        "*1x|invalid multibulk length",
        "*+1|invalid multibulk length",
        "*01|invalid multibulk length",
        "*99999999999999999999|invalid multibulk length",
        "*11111111111111111111111111111111111|too big mbulk count string",
        "*1~$101|invalid bulk length",
        "*3~$90~" + NINETY + "~$90~" + NINETY + "~$90|invalid bulk length",
        "*2147483648|invalid multibulk length",
        "*1~$9223372036854775808|invalid bulk length",
        "*1~*1|expected '$', got '*'",
        "*1~$x|invalid bulk length",
        "*1~$-1|invalid bulk length",
        "*1~$11111111111111111111111111111111111|too big bulk count string",
        "*1~x|expected '$', got 'x'",
        "*1~$1~abc|expected the end of a bulk string",
        "a \"b|unbalanced quotes in request",
        "a 'b'c|unbalanced quotes in request",
      })
  void refusesWhatIsNoCommand_orTooLarge_howeverItIsCut(String text, String error) {
    String sent = "PING\r\n" + text.replace("~", "\r\n") + "\r\nPING\r\n";
    ParsedCommands whole = parse(sent);
    assertThat(whole)
        .isEqualTo(new ParsedCommands(List.of(List.of("PING")), "Protocol error: " + error));
    for (int piece = 1; piece < sent.length(); piece++) {
      assertThat(ParsedCommands.of(bytes(sent), piece, BOUNDS)).isEqualTo(whole);
    }
  }

  private static final String NINETY =
      "012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789";

  @Test
  void refusesALongLine_beforeItsEndHasCome() {
    CommandParser parser = new CommandParser(BOUNDS);
    parser.feed(bytes("x".repeat(150)));
    assertThat(parser.next()).isNull();
    parser.feed(bytes("x".repeat(51)));
    assertThatThrownBy(parser::next)
        .isInstanceOf(ProtocolError.class)
        .hasMessage("Protocol error: too big inline request");
  }

  /** Strangers may send little, and who is known by then may send more on the same connection. */
  @Test
  void boundsMayChangeBetweenCommands() {
    CommandParser parser = new CommandParser(CommandBounds.OF_STRANGERS);
    String large = "*11\r\n" + "$1\r\na\r\n".repeat(11);
    parser.feed(bytes("PING\r\n" + large));
    assertThat(parser.next()).isNotNull();
    parser.bind(CommandBounds.USUAL);
    assertThat(parser.next()).isNotNull();
    parser.bind(CommandBounds.OF_STRANGERS);
    parser.feed(bytes(large));
    assertThatThrownBy(parser::next).hasMessage("Protocol error: unauthenticated multibulk length");
  }

  /** One at a time: the others stay bytes, which are counted. */
  @Test
  void holdsWhatWasNotAskedFor() {
    CommandParser parser = new CommandParser(BOUNDS);
    parser.feed(bytes("PING\r\n".repeat(1_000)));
    for (int left = 999; left >= 0; left--) {
      assertThat(parser.next()).isNotNull();
      assertThat(parser.held()).isEqualTo(left * 6);
    }
    assertThat(parser.next()).isNull();
    parser.feed(bytes("*2\r\n$3\r\nGET\r\n$9\r\nab"));
    assertThat(parser.next()).isNull();
    assertThat(parser.held()).isEqualTo(5 + Command.WORD_OVERHEAD);
    assertThat(parser.isInCommand()).isTrue();
  }

  @Property
  void anyCommandsAreRead_inAnyPieces(
      @ForAll("commands") List<List<String>> commands, @ForAll @IntRange(min = 1, max = 50) int n) {
    String sent = commands.stream().map(CommandParserTest::sent).collect(Collectors.joining());
    assertThat(ParsedCommands.of(bytes(sent), n, BOUNDS))
        .isEqualTo(new ParsedCommands(commands, ""));
  }

  @Provide
  Arbitrary<List<List<String>>> commands() {
    Arbitrary<String> words = Arbitraries.strings().withCharRange('\0', '\u00ff').ofMaxLength(20);
    return words.list().ofMinSize(1).ofMaxSize(8).list().ofMaxSize(5);
  }

  private static String sent(List<String> words) {
    return words.stream()
        .map(word -> "$" + word.length() + "\r\n" + word + "\r\n")
        .collect(Collectors.joining("", "*" + words.size() + "\r\n", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|0",
        "-1|-1",
        "9223372036854775807|9223372036854775807",
        "-9223372036854775808|-9223372036854775808",
        "9223372036854775808|",
        "-9223372036854775809|",
        "-0|",
        "--1|",
        "1-|",
        "00|",
        "99999999999999999999|",
      })
  void integersAreThoseOfRedis(String digits, Long number) {
    Command command = new Command(List.of(bytes("INCRBY"), bytes(digits)));
    assertThat(command.integer(1).isPresent() ? command.integer(1).getAsLong() : null)
        .isEqualTo(number);
  }
}
