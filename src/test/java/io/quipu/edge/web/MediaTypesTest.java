package io.quipu.edge.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|json",
        "*/*|json",
        "text/csv|csv",
        "TEXT/CSV ; q=0.5|csv",
        "text/*|csv",
        "application/*|json",
        "text/csv, */*|csv",
        "text/csv, application/json|json",
        "text/csv, application/json;q=0.9|csv",
        "text/csv;q=0.5, application/json;q=0.6|json",
        "text/csv;q=0.5, */*;q=0.6|json",
        "text/csv;q=0, */*|json",
        "application/json;q=0, */*|csv",
        "*/*;q=0, text/csv;q=0.001|csv",
        "text/html, image/gif, *; q=.2, */*; q=.2|json",
        "text/csv;q=.3, application/json;q=.2|csv",
        "text/csv;q=9, application/json;q=0.5|csv",
        "text/csv;header=\"a,b;q=0\"|csv",
        "application/json;charset=utf-8|json",
        "text/html|none",
        "application/problem+json|none",
        "text/csv;q=0, application/json; q=0.000|none",
        "application|none",
        "*|none",
      })
  void choosesTheTypeThatTheCallerWantsMost(String accept, String chosen) {
    assertThat(chosen(List.of(accept))).isEqualTo(chosen);
  }

  @Test
  void readsAllHeadersOfTheName() {
    assertThat(chosen(List.of())).isEqualTo("json");
    assertThat(chosen(List.of("text/html", "text/csv"))).isEqualTo("csv");
    assertThat(chosen(List.of("application/json;q=0.1", "text/csv;q=0.2"))).isEqualTo("csv");
  }

  private static String chosen(List<String> accept) {
    try {
      String type = MediaTypes.chosen(accept, MediaTypes.JSON, MediaTypes.CSV);
      return type.substring(type.indexOf('/') + 1);
    } catch (Rejection refused) {
      assertThat(refused.problem().detail()).contains(accept.get(0), "send Accept: ");
      return "none";
    }
  }

  @Test
  void takesTheFullNameOfAnEventStream() {
    String stream = "text/event-stream";
    assertThat(MediaTypes.isNamed(List.of("text/html", "Text/Event-Stream;q=0.1"), stream))
        .isTrue();
    assertThat(MediaTypes.isNamed(List.of("*/*", "text/*"), stream)).isFalse();
    assertThat(MediaTypes.isNamed(List.of("text/event-stream;q=0, */*"), stream)).isFalse();
    assertThat(MediaTypes.isNamed(List.of(), stream)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json|application/json",
        "APPLICATION/JSON ; Charset=UTF-8|application/json",
        "application/json; charset=\"utf-8\"|application/json",
        "application/x-ndjson;profile=x|application/x-ndjson",
        "application/json; charset = utf-8|application/json",
        "application/json;|application/json",
      })
  void readsTheTypeOfABody(String contentType, String type) {
    assertThat(MediaTypes.bodyType(contentType)).isEqualTo(type);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json; charset=utf-16",
        "application/json;CHARSET=\"UTF-16\"",
        "application/json; charset = utf-16",
        "application/json; charset*=utf-16",
        "application/json; charset=utf-8; charset=utf-16",
        "application/json; charset=",
        "application/json; charset",
      })
  void refusesOtherCharacterSets(String contentType) {
    assertThatThrownBy(() -> MediaTypes.bodyType(contentType))
        .isInstanceOfSatisfying(
            Rejection.class,
            e -> assertThat(e.problem().type()).isEqualTo(ProblemType.UNSUPPORTED_MEDIA_TYPE));
  }

  @Test
  void saysWhatToSend_whereTheTypeIsThatOfCurl() {
    String type = MediaTypes.bodyType("application/x-www-form-urlencoded");
    assertThatThrownBy(() -> MediaTypes.requireBodyType(type, MediaTypes.JSON, MediaTypes.NDJSON))
        .isInstanceOfSatisfying(
            Rejection.class,
            e ->
                assertThat(e.problem().detail())
                    .endsWith("curl -d does: send the header Content-Type: application/json"));
  }
}
