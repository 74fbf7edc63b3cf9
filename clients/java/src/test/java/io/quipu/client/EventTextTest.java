package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventTextTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void anEventHasItsAmountsLast() {
    assertThat(body(new Event("votes", "a\"b", -3, 2, "x", NOON).with(Map.of("country", "CH"))))
        .isEqualTo(
            "[{\"namespace\":\"votes\",\"counter\":\"a\\\"b\",\"id\":\"x\","
                + "\"time\":\"2026-01-01T12:00:00Z\",\"labels\":{\"country\":\"CH\"},"
                + "\"delta\":-3,\"events\":2}]");
  }

  @Test
  void aStatementHasNoId() {
    Statement statement = Statement.of("payments", "paid", "P1", 2, 1_500);
    assertThat(body(statement))
        .isEqualTo(
            "[{\"namespace\":\"payments\",\"counter\":\"paid\",\"actor\":\"P1\",\"version\":2,"
                + "\"value\":1500}]");
    assertThat(body(statement.replacing(9).at(NOON)))
        .contains("\"replaces\":9,\"time\":\"2026-01-01T12:00:00Z\"}");
  }

  @Test
  void aValueIsATextOrANumber() {
    assertThat(body(new SketchValue("n", "a", "5"))).endsWith("\"value\":\"5\"}]");
    assertThat(body(new SketchValue("n", "a", 5))).endsWith("\"value\":5}]");
    assertThat(body(new SketchValue("n", "a", 2.5e-9))).endsWith("\"value\":2.5E-9}]");
    assertThatThrownBy(() -> new SketchValue("n", "a", true)).hasMessageContaining("value is true");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void aValueIsFinite(double value) {
    assertThatThrownBy(() -> new SketchValue("n", "a", value))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anIncrementHasItsNamesInItsPath() {
    assertThat(body(new Increment("n", "a", 5, 2, "x", null, 9L)))
        .isEqualTo("[{\"id\":\"x\",\"delta\":5,\"events\":2,\"max\":9}]");
    assertThatThrownBy(() -> Increment.of("n", "", 1)).hasMessageContaining("empty");
  }

  private static String body(Recordable event) {
    Pending pending = new Pending(event, 0, Waiter.of(new CompletableFuture<>()));
    byte[] body = Batches.body(List.of(pending));
    assertThat(body.length).isLessThanOrEqualTo(2 + pending.bytes());
    return new String(body, StandardCharsets.UTF_8);
  }
}
