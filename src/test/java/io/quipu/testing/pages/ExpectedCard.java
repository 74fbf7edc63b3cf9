package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The numbers that the card of a namespace should show in a zone: those that the API has of its
 * only counter, which are held against what was sent.
 *
 * @param today the counter today, of the zone or of UTC
 */
record ExpectedCard(ExpectedNumbers.View today, ZoneId zone) {
  private static final int HOURS = 24;

  /** The height of the largest bar of those that are all above zero, and of the smallest. */
  private static final double HIGHEST = 40;

  private static final double LEAST = 1.5;

  private String namespace() {
    return "numbers-" + today.kind();
  }

  /** What of an answer can be added up. */
  private long amount(JsonObject answer) {
    return ExpectedNumbers.number(answer.getValue(unit().isEmpty() ? "count" : "events"));
  }

  private String unit() {
    return switch (today.kind()) {
      case "sum", "distinct" -> "values";
      case "latest" -> "statements";
      default -> "";
    };
  }

  /** Compares the card with the API, and the API with what was sent. */
  void check(Tab tab) {
    JsonObject total = today.read("/total", today.span() + "&compare=previous");
    JsonObject previous = total.getJsonObject("previous");
    JsonObject count = today.read("", "");
    today.checkSent(total);
    today.checkSent(previous);
    JsonArray hours = hours();
    Map<String, List<String>> expected = new LinkedHashMap<>();
    ExpectedNumbers.expect(expected, "overview strong", text(total));
    if (amount(previous) > 0) {
      double change = (double) amount(total) / amount(previous) - 1;
      ExpectedNumbers.expect(expected, "overview b", ExpectedNumbers.percent(change));
      ExpectedNumbers.expect(
          expected,
          "overview unseen",
          "against the same stretch of yesterday (" + text(previous) + ")");
    }
    ExpectedNumbers.expect(
        expected, "overview span", RangeWords.hour(local(hours.getJsonObject(0))));
    ExpectedNumbers.expect(expected, "overview row-count", today.text(count));
    if (!unit().isEmpty() && !today.text(count).equals(text(count))) {
      ExpectedNumbers.expect(expected, "overview span", "1 counter", text(count) + " " + unit());
    }
    Map<String, List<String>> found = NumbersOnPage.onCard(tab, namespace());
    // it was recorded just now
    found.getOrDefault("overview card-rate", List.of()).forEach(ExpectedCard::requireRate);
    found.remove("overview card-rate");
    assertThat(found).as(tab.text("#trouble")).isEqualTo(expected);
    checkBars(NumbersOnPage.bars(tab, namespace()), hours);
  }

  /** The windows of the namespace, which has those of the counter. */
  private JsonArray hours() {
    JsonObject question = new JsonObject().put("id", "hours").put("namespace", namespace());
    question.put("ask", "windows").put("granularity", "hour").put("tz", today.all().zone().getId());
    question.put("range", new JsonObject().put("from", "-23h"));
    JsonObject body = new JsonObject().put("queries", new JsonArray().add(question));
    JsonArray hours =
        today
            .all()
            .api()
            .post("/v1/query", "application/json", body.encode())
            .expect(200)
            .json()
            .getJsonArray("results")
            .getJsonObject(0)
            .getJsonArray("windows");
    String own = "granularity=hour&" + today.span().replace("range=today", "from=-23h");
    assertThat(amounts(hours))
        .isEqualTo(amounts(today.read("/windows", own).getJsonArray("windows")));
    return hours;
  }

  private List<Long> amounts(JsonArray windows) {
    return windows.stream().map(one -> amount((JsonObject) one)).toList();
  }

  private static void requireRate(String rate) {
    assertThat(rate).matches("[0-9.,]+/s");
  }

  private void checkBars(List<JsonArray> bars, JsonArray hours) {
    assertThat(bars).hasSameSizeAs(hours).hasSize(HOURS);
    double most = hours.stream().mapToLong(one -> amount((JsonObject) one)).max().orElseThrow();
    for (int i = 0; i < HOURS; i++) {
      JsonObject hour = hours.getJsonObject(i);
      today.checkSent(hour);
      String label =
          RangeWords.window(local(hour), "hour", Duration.ofHours(HOURS)) + " \u00b7 " + text(hour);
      assertThat(bars.get(i).getString(0))
          .isEqualTo(hour.getBoolean("settled") ? label : label + ", may still grow");
      double height = amount(hour) == 0 ? 0 : Math.max(LEAST, amount(hour) * HIGHEST / most);
      assertThat(bars.get(i).getDouble(1)).as(label).isCloseTo(height, within(0.01));
    }
  }

  private String text(JsonObject answer) {
    return "%,d".formatted(amount(answer));
  }

  private OffsetDateTime local(JsonObject window) {
    return OffsetDateTime.parse(window.getString("start"))
        .atZoneSameInstant(zone)
        .toOffsetDateTime();
  }
}
