package io.quipu.edge.http.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.input.Limits;
import io.quipu.engine.state.Event;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventsInputTest {
  private static final List<Function<Buffer, List<?>>> READERS =
      List.of(
          AcceptedEvents::events,
          AcceptedEvents::array,
          AcceptedEvents::lines,
          AcceptedEvents::cloudEvents,
          AcceptedEvents::cloudEvent);

  @Property
  void readsEveryEventThatCanBeWritten(@ForAll("events") List<Event> events) {
    String array = events.stream().map(EventsInputTest::json).collect(Collectors.joining(",\n"));
    assertThat(AcceptedEvents.events(Buffer.buffer("[" + array + "]"))).isEqualTo(events);
  }

  @Property
  void readsTheSameFromLines(@ForAll("events") List<Event> events) {
    String lines =
        events.stream()
            .map(event -> json(event).replaceFirst("\\{", "{\"counter\":\"c\","))
            .collect(Collectors.joining("\r\n"));
    assertThat(AcceptedEvents.lines(Buffer.buffer(lines)))
        .extracting(NamedEvent::event)
        .isEqualTo(events);
  }

  @Property(tries = 3_000)
  void answersAnyBytesWithEventsOrAProblem(@ForAll("almostJson") byte[] body) {
    for (Function<Buffer, List<?>> reader : READERS) {
      try {
        assertThat(reader.apply(Buffer.buffer(body))).isNotNull();
      } catch (Rejection e) {
        assertThat(e.problem().type()).isEqualTo(ProblemType.INVALID_EVENT);
        assertThat(e.problem().detail()).isNotBlank();
      }
    }
  }

  @Property(tries = 200)
  void namesTheFirstElementAtFault(@ForAll("events") List<Event> events) {
    int at = events.size();
    String array = events.stream().map(event -> json(event) + ",").collect(Collectors.joining());
    assertThatThrownBy(
            () ->
                AcceptedEvents.events(Buffer.buffer("[" + array + "{\"delta\":0},{\"id\":\"\"}]")))
        .isInstanceOfSatisfying(
            Rejection.class,
            e -> {
              assertThat(e.problem().index()).isEqualTo(at);
              assertThat(e.problem().field()).isEqualTo("events[" + at + "].delta");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "G/{x|2|1|malformed JSON at column 3",
        "G/{\"counter\":\"\u00fc\u4e2d\",x|2|1|malformed JSON at column 18",
        "G/{x/|2|1|malformed JSON at column 3",
        "G//{x/|3|1|malformed JSON at column 3",
        "Gr/r/{xr/|3|1|malformed JSON at column 3",
        "Gr/ r/{r|3|1|malformed JSON at column 3",
        "//{\"delta\":0}|3|0|counter is missing",
        "Gr{/G|1|0|unexpected text after the JSON value, at column 37",
        "G/G/  G,|3|2|malformed JSON at column 39",
        "G/{\"counter\":/\"a\"}|2|1|malformed JSON at column 12",
        "G/[]/|2|1|event must be a JSON object, not an array",
        "G/G//{\"counter\":\"a\",\"delta\":0}|4|2|delta must not be 0",
      })
  void namesTheLineAtFault_asAnEditorShowsIt(String text, int line, int index, String detail) {
    String body =
        text.replace('/', '\n')
            .replaceAll("r", "\r")
            .replace("counte\r", "counter")
            .replace("G", "{\"namespace\":\"votes\",\"counter\":\"a\"}");
    assertThatThrownBy(() -> AcceptedEvents.lines(Buffer.buffer(body)))
        .isInstanceOfSatisfying(
            Rejection.class,
            e -> {
              assertThat(e.problem().detail()).isEqualTo("line " + line + ": " + detail);
              assertThat(e.problem().line()).isEqualTo(line);
              assertThat(e.problem().index()).isEqualTo(index);
            });
  }

  @Test
  void namesTheLimitOfNesting() {
    String deep = "[{\"x\":" + "[".repeat(31) + "]".repeat(31) + "}]";
    assertThatThrownBy(() -> EventsInput.cloudEvents(Buffer.buffer(deep)))
        .isInstanceOfSatisfying(
            Rejection.class,
            e ->
                assertThat(e.problem().detail())
                    .isEqualTo("events[0]: JSON may be nested 32 levels deep, not deeper"));
    String asDeepAsAllowed = deep.replace("[]", "");
    assertThatThrownBy(() -> EventsInput.cloudEvents(Buffer.buffer(asDeepAsAllowed)))
        .isInstanceOfSatisfying(
            Rejection.class, e -> assertThat(e.problem().detail()).contains("specversion"));
  }

  @Test
  void cutsNamesOfAnyLength() {
    String body = "{\"" + "n".repeat(100_000) + "\":1}";
    assertThatThrownBy(() -> EventsInput.events(Buffer.buffer(body)))
        .isInstanceOfSatisfying(
            Rejection.class,
            e ->
                assertThat(e.problem().detail())
                    .startsWith("unknown field " + "n".repeat(64) + "...; "));
  }

  @Test
  void cutsBlankNamesOfAnyLength() {
    String body = "{\"" + " ".repeat(100_000) + "\":1}";
    assertThatThrownBy(() -> EventsInput.events(Buffer.buffer(body)))
        .isInstanceOfSatisfying(
            Rejection.class,
            e ->
                assertThat(e.problem().detail())
                    .startsWith("unknown field \"" + " ".repeat(64) + "...\"; "));
  }

  @Test
  void readsUnicodeHoweverItIsWritten() {
    assertThat(AcceptedEvents.events(Buffer.buffer("{\"id\":\"é\\ud83d\\ude00\uD83D\uDE00\"}")))
        .containsExactly(new Event(1, "é\uD83D\uDE00\uD83D\uDE00"));
  }

  @Test
  void takesTheLargestBatch() {
    String body = "[" + "{},".repeat(Limits.BATCH_EVENTS - 1) + "{}]";
    assertThat(AcceptedEvents.events(Buffer.buffer(body))).hasSize(Limits.BATCH_EVENTS);
  }

  private static String json(Event event) {
    JsonText json = new JsonText().beginObject().field("delta", event.delta());
    String id = event.id();
    return (id == null ? json : json.field("id", id)).endObject().toString();
  }

  @Provide
  Arbitrary<List<Event>> events() {
    Arbitrary<Long> deltas =
        Arbitraries.longs().between(-Limits.DELTA, Limits.DELTA).filter(delta -> delta != 0);
    Arbitrary<String> ids =
        Arbitraries.strings().withChars("ab \"\\/\n\té\u20ac{}[]:,").ofMinLength(1).ofMaxLength(50);
    return Combinators.combine(deltas, ids.injectNull(0.3))
        .as(Event::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  @Provide
  Arbitrary<byte[]> almostJson() {
    String pieces =
        "{ } [ ] , : \" \"delta\" \"id\" \"counter\" \"data\" \"specversion\":\"1.0\" 1 - 0 1e9 null true"
            + " \\u00 \n {\"delta\":1} {\"counter\":\"c\"} \u00ff \u00e9 \0 9999999999999999999";
    return Arbitraries.of(Stream.concat(Stream.of(" "), Stream.of(pieces.split(" "))).toList())
        .list()
        .ofMaxSize(12)
        .map(list -> String.join("", list).getBytes(StandardCharsets.ISO_8859_1));
  }
}
