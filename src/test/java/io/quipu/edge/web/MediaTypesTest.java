package io.quipu.edge.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/*|true",
        "application/json|true",
        "application/*|true",
        "Application/JSON;q=0.5|true",
        "text/html, */*;q=0.1|true",
        "application/json;charset=utf-8|true",
        "''|true",
        "text/html|false",
        "application/problem+json|false",
        "application/json;q=0|false",
        "application/json; q=0.000, */*|false",
        "*/*;q=0, application/json|true",
        "application/*;q=0, */*|false",
        "application|false",
        "*|false",
      })
  void tellsWhetherJsonIsAccepted(String accept, boolean accepted) {
    assertThat(MediaTypes.accepts(accept, "application", "json")).isEqualTo(accepted);
  }

  @Test
  void acceptsEverything_whenNothingIsSaid() {
    assertThat(MediaTypes.accepts(null, "text", "event-stream")).isTrue();
    assertThat(MediaTypes.accepts("*/*", "text", "event-stream")).isTrue();
    assertThat(MediaTypes.accepts("application/json", "text", "event-stream")).isFalse();
    assertThat(MediaTypes.accepts("text/event-stream", "text", "event-stream")).isTrue();
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
