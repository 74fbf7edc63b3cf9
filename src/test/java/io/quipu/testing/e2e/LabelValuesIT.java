package io.quipu.testing.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.AtOnce;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Values of labels that mean something where they are asked for. */
@AtOnce
@EndToEnd
class LabelValuesIT {
  private static RunningQuipu quipu;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    quipu
        .api(0)
        .createNamespace(
            "escaped",
            "{\"kind\": \"event\", \"labels\": [\"country\", \"plan\"],"
                + " \"breakdowns\": [[\"country\"], [\"country\", \"plan\"]]}");
  }

  private static JsonObject read(String namespace, String counter, String query) {
    return quipu.api(1).get(Api.path(namespace, counter) + query).expect(200).json();
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace(",", "\\,");
  }

  @Test
  void aValueMayEndWithABackslash_beforeAnotherLabel() {
    Api api = quipu.api(0);
    api.record("escaped", "escapes", BreakdownsIT.event("a\\\\", "pro")).expect(201);
    api.record("escaped", "escapes", BreakdownsIT.event("a,plan:pro", "")).expect(201);
    for (String where :
        List.of(
            "country:a\\\\,plan:pro", "country:a\\,plan:pro,plan:", "plan:,country:a\\,plan:pro")) {
      String query = "?where=" + URLEncoder.encode(where, UTF_8);
      assertThat(read("escaped", "escapes", query).getLong("count")).as(where).isEqualTo(1);
    }
    for (String where : List.of("country:a\\", "country:\\b", "country:a,city:b")) {
      String query = "?where=" + URLEncoder.encode(where, UTF_8);
      JsonObject problem = api.get(Api.path("escaped", "escapes") + query).expect(400).json();
      assertThat(problem.getString("field")).as(where).isEqualTo("where");
    }
  }

  @Test
  void hostileValuesAreWhatTheyAre() {
    Api api = quipu.api(0);
    List<String> values =
        List.of(
            "a,b",
            "a:b",
            "\\\\",
            "\\u0000",
            "\\u0000\\u0000x",
            "\\u00e9".repeat(200),
            "0",
            "!",
            "country:CH");
    for (String value : values) {
      api.record("escaped", "hostile", BreakdownsIT.event(value, "")).expect(201);
    }
    for (int settled = 0; settled < 2; settled++) {
      JsonArray series = read("escaped", "hostile", "?by=country").getJsonArray("series");
      assertThat(series).hasSize(values.size());
      for (int i = 0; i < series.size(); i++) {
        String value = series.getJsonObject(i).getJsonObject("labels").getString("country");
        String query = "?where=" + URLEncoder.encode("country:" + escaped(value), UTF_8);
        assertThat(read("escaped", "hostile", query).getLong("count")).as(value).isEqualTo(1);
      }
      api.settled("escaped", "hostile");
    }
  }
}
