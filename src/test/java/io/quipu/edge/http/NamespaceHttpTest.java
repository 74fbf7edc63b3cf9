package io.quipu.edge.http;

import static io.quipu.engine.names.TestNamespaces.namespace;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.CountMetrics;
import io.quipu.engine.kind.Notes;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamespaceHttpTest extends HttpTest {
  private static final String PATH = "/v1/namespaces/orders";

  @Test
  void createsANamespaceWithDefaults() {
    HttpResponse<String> created = put(PATH, "{}");

    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(created.body())
        .isEqualTo(
            "{\"namespace\":\"orders\",\"kind\":\"event\",\"deduplicate\":\"24h\","
                + "\"rows\":\"1d\",\"retain\":\"1d\",\"shards\":1,\"windows\":[\"minute\",\"hour\",\"day\"],\"labels\":[],\"breakdowns\":[],\"lateness\":\"0s\","
                + "\"keep\":{\"minute\":\"forever\",\"hour\":\"forever\",\"day\":\"forever\"}}");
    assertThat(put(PATH, "{\"kind\":\"event\"}").statusCode()).isEqualTo(200);
    assertThat(get(PATH).body()).isEqualTo(created.body());
  }

  @Test
  void changesSettingsAndShowsThemAtOnce() {
    put(PATH, "{\"shards\":64}");
    get(PATH);
    HttpResponse<String> changed =
        put(
            PATH,
            "{\"windows\":[\"day\",\"minute\"],\"shards\":64,\"retain\":\"forever\","
                + "\"deduplicate\":\"off\",\"kind\":\"event\"}");

    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(service.namespaces)
        .containsEntry(
            "orders",
            namespace(
                "orders",
                "event",
                TimeSpan.OFF,
                TimeSpan.FOREVER,
                64,
                Set.of(Granularity.DAY, Granularity.MINUTE)));
    assertThat(get(PATH).body())
        .isEqualTo(changed.body())
        .endsWith(
            "\"shards\":64,\"windows\":[\"minute\",\"day\"],\"labels\":[],\"breakdowns\":[],\"lateness\":\"0s\","
                + "\"keep\":{\"minute\":\"forever\",\"hour\":\"forever\",\"day\":\"forever\"}}");
  }

  @Test
  void keepsWindowsForATime_byGranularity_andShowsAll() {
    put(PATH, "{\"keep\":{\"minute\":\"30d\",\"hour\":\"2y\"}}");
    assertThat(get(PATH).body())
        .contains("\"keep\":{\"minute\":\"30d\",\"hour\":\"2y\",\"day\":\"forever\"}");
    put(PATH, "{\"keep\":{\"hour\":\"forever\"}}");
    assertThat(get(PATH).body())
        .contains("\"keep\":{\"minute\":\"30d\",\"hour\":\"forever\",\"day\":\"forever\"}");
    assertThat(put(PATH, "{\"keep\":{}}").body()).isEqualTo(get(PATH).body());
  }

  @Test
  void namesCountersWhoseCountsAreMetrics() {
    assertThat(put(PATH, "{}").body()).doesNotContain("metrics");
    put(PATH, "{\"metrics\":[\"back in black\",\"a,b%=;ü\"]}");
    assertThat(put(PATH, "{\"retain\":\"2d\"}").body())
        .contains("\"metrics\":[\"back in black\",\"a,b%=;ü\"]");
    put(PATH, "{\"metrics\":[]}");
    assertThat(get(PATH).body()).contains("\"metrics\":[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[''] | metrics[0]",
        "['a','a'] | metrics[1]",
        "['a',7] | metrics[1]",
        "'a' | metrics",
        "true | metrics",
        "{} | metrics"
      },
      quoteCharacter = '"')
  void refusesMetricsThatAreNoNames(String value, String field) {
    HttpResponse<String> refused = put(PATH, "{\"metrics\":" + value.replace('\'', '"') + "}");
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
    assertThat(json(refused).getString("field")).isEqualTo(field);
  }

  @Test
  void refusesMoreMetricsThanTheBound() {
    String names =
        IntStream.rangeClosed(0, CountMetrics.MOST)
            .mapToObj(i -> "\"" + i + "\"")
            .collect(Collectors.joining(","));
    HttpResponse<String> refused = put(PATH, "{\"metrics\":[" + names + "]}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(json(refused).getString("detail")).contains("" + CountMetrics.MOST);
  }

  @Test
  void keepsNotesByDay_untilTheyAreEmpty() {
    assertThat(put(PATH, "{}").body()).doesNotContain("notes");
    put(PATH, "{\"notes\":{\"2026-12-24\":\"closed, \u00fc=%\",\"2026-01-02\":\"open\"}}");
    put(PATH, "{\"notes\":{\"2026-06-01\":\"sale\"},\"retain\":\"2d\"}");
    put(PATH, "{\"notes\":{\"2026-01-02\":\" \"}}");
    assertThat(get(PATH).body())
        .contains("\"notes\":{\"2026-06-01\":\"sale\",\"2026-12-24\":\"closed, \u00fc=%\"}");
    put(PATH, "{\"notes\":{\"2026-06-01\":\"\",\"2026-12-24\":\"\"}}");
    assertThat(get(PATH).body()).doesNotContain("notes");
  }

  @Test
  void refusesMoreNotesThanTheBound_alsoTogetherWithThoseBefore() {
    String first = notes(0, Notes.MOST);
    assertThat(put(PATH, "{\"notes\":{" + first + "}}").statusCode()).isEqualTo(201);
    HttpResponse<String> refused = put(PATH, "{\"notes\":{" + notes(Notes.MOST, 1) + "}}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(json(refused).getString("field")).isEqualTo("notes");
    assertThat(get(PATH).body()).contains(first);
  }

  private static String notes(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(i -> "\"" + LocalDate.EPOCH.plusDays(i) + "\":\"a\"")
        .collect(Collectors.joining(","));
  }

  @Test
  void takesTheOldNameOfASetting_butNotBothOfThemWithTwoValues() {
    put(PATH, "{\"rows\":\"7d\"}");
    assertThat(get(PATH).body()).contains("\"rows\":\"7d\",\"retain\":\"7d\"");
    assertThat(put(PATH, "{\"rows\":\"2d\",\"retain\":\"2d\"}").statusCode()).isEqualTo(200);
    HttpResponse<String> two = put(PATH, "{\"rows\":\"2d\",\"retain\":\"3d\"}");
    assertThat(two.statusCode()).isEqualTo(400);
    assertThat(json(two).getString("field")).isEqualTo("retain");
    assertThat(get(PATH).body()).contains("\"rows\":\"2d\"");
  }

  @Test
  void keepsWhatIsNotNamed() {
    put(PATH, "{\"deduplicate\":\"forever\",\"windows\":[\"day\"]}");
    HttpResponse<String> changed = put(PATH, "{\"retain\":\"0s\"}");

    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(json(changed).getString("deduplicate")).isEqualTo("forever");
    assertThat(get(PATH).body())
        .isEqualTo(changed.body())
        .contains("\"retain\":\"0s\"", "\"windows\":[\"day\"]");
  }

  @Test
  void namesTheVersion_whichChangesWithTheSettings() {
    String created = header(put(PATH, "{}"), "ETag");
    assertThat(created).matches("\"[^\"]+\"");
    assertThat(header(put(PATH, "{}"), "ETag")).isEqualTo(created);
    assertThat(header(get(PATH), "ETag")).isEqualTo(created);
    assertThat(header(put(PATH, "{\"retain\":\"2d\"}"), "ETag"))
        .isNotEqualTo(created)
        .isEqualTo(header(get(PATH), "ETag"));

    HttpResponse<String> same =
        send(to(PATH).header("If-None-Match", header(get(PATH), "ETag")).GET());
    assertThat(same.statusCode()).isEqualTo(304);
    assertThat(same.body()).isEmpty();
    assertThat(header(same, "ETag")).isEqualTo(header(get(PATH), "ETag"));
  }

  @Test
  void changesOnlyTheVersionThatIfMatchNames() {
    HttpResponse<String> absent = putIf("If-Match", "*", "{}");
    expect412(absent, "If-Match", "does not exist", "If-Match is *");
    String first = header(put(PATH, "{}"), "ETag");
    String body = "{\"retain\":\"2d\"}";
    expect412(putIf("If-Match", "\"other\"", body), "If-Match", first, "If-Match is \"other\"");
    expect412(putIf("If-Match", "W/" + first, body), "If-Match", first);
    assertThat(get(PATH).body()).contains("\"retain\":\"1d\"");

    assertThat(putIf("If-Match", "\"other\", " + first, body).statusCode()).isEqualTo(200);
    expect412(putIf("If-Match", first, "{\"retain\":\"3d\"}"), "If-Match");
    assertThat(putIf("If-Match", "*", "{\"retain\":\"4d\"}").statusCode()).isEqualTo(200);
  }

  @Test
  void onlyCreates_whereIfNoneMatchNamesEveryVersion() {
    assertThat(putIf("If-None-Match", "*", "{}").statusCode()).isEqualTo(201);
    String now = header(get(PATH), "ETag");
    String body = "{\"retain\":\"2d\"}";
    expect412(putIf("If-None-Match", "*", body), "If-None-Match", now, "If-None-Match is *");
    HttpRequest.Builder both = to(PATH).header("Content-Type", JSON).header("If-Match", now);
    both.header("If-None-Match", now).PUT(BodyPublishers.ofString(body));
    expect412(send(both), "If-None-Match", now);
    assertThat(get(PATH).body()).contains("\"retain\":\"1d\"");
  }

  private HttpResponse<String> putIf(String header, String versions, String body) {
    return send(
        to(PATH)
            .header("Content-Type", JSON)
            .header(header, versions)
            .PUT(BodyPublishers.ofString(body)));
  }

  private static void expect412(HttpResponse<String> response, String header, String... words) {
    expectProblem(response, 412, "precondition-failed", header);
    for (String word : words) {
      assertThat(json(response).getString("detail")).startsWith(header).contains(word);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"[[]]", "[[\"a\"],[]]", "[[],[\"a\"]]"})
  void refusesABreakdownWithoutLabels(String breakdowns) {
    String body = "{\"labels\":[\"a\"],\"breakdowns\":" + breakdowns + "}";
    HttpResponse<String> refused = put(PATH, body);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
    assertThat(json(refused).getString("field")).startsWith("breakdowns[");
  }

  @Test
  void refusesAChangeOfShards() {
    put(PATH, "{\"shards\":2}");
    HttpResponse<String> response = put(PATH, "{\"shards\":4,\"retain\":\"2d\"}");

    expectProblem(response, 409, "shards-change", "shards");
    assertThat(get(PATH).body()).contains("\"shards\":2", "\"retain\":\"1d\"");
    assertThat(put(PATH, "{\"shards\":2}").statusCode()).isEqualTo(200);
  }

  @Test
  void refusesToForget_whereNoIdIsForgotten() {
    service.namespaces.put("orders", TallyKind.UNIQUE.defaults("orders"));
    HttpResponse<String> response = put(PATH, "{\"deduplicate\":\"1h\"}");

    expectProblem(response, 400, "invalid-request", "deduplicate");
  }

  @Test
  void answersOutcomeUnknown_whenNobodyCanTell() {
    service.onPut = namespace -> CompletableFuture.completedFuture(new PutOutcome.OutcomeUnknown());
    expect503(put(PATH, "{}"), "outcome-unknown");
    service.onPut = namespace -> new CompletableFuture<>();
    expect503(put(PATH, "{}"), "outcome-unknown");
  }

  @Test
  void answersUnavailable_whenTheStoreIs() {
    service.onPut = namespace -> away();
    expect503(put(PATH, "{}"), "unavailable");
    service.onFind = name -> away();
    expect503(get(PATH), "unavailable");
    expect503(put(PATH, "{\"kind\":\"unique\"}"), "unavailable");
  }

  @Test
  void listsNamespacesWithTheirKinds_pageByPage() {
    put("/v1/namespaces/ids", "{\"kind\":\"unique\"}");

    assertThat(get("/v1/namespaces").body())
        .isEqualTo(
            "{\"namespaces\":[{\"namespace\":\"default\",\"kind\":\"event\"},"
                + "{\"namespace\":\"ids\",\"kind\":\"unique\"},"
                + "{\"namespace\":\"votes\",\"kind\":\"event\"}]}");
    assertThat(get("/v1/namespaces?limit=1&after=default").body())
        .isEqualTo(
            "{\"namespaces\":[{\"namespace\":\"ids\",\"kind\":\"unique\"}],\"next\":\"ids\"}");
    assertThat(get("/v1/namespaces?limit=1&after=ids").body())
        .isEqualTo("{\"namespaces\":[{\"namespace\":\"votes\",\"kind\":\"event\"}]}");
    assertThat(get("/v1/namespaces?after=votes").body()).isEqualTo("{\"namespaces\":[]}");
  }

  @Test
  void listsNamespacesThatBeginSo() {
    for (String name : List.of("a", "vot", "vote", "vote-1", "vote_2", "vote0", "votez", "vou")) {
      put("/v1/namespaces/" + name, "{}");
    }

    assertThat(names("prefix=vote")).isEqualTo("vote vote-1 vote0 vote_2 votes votez");
    assertThat(names("prefix=a")).isEqualTo("a");
    assertThat(names("prefix=vote-")).isEqualTo("vote-1");
    assertThat(names("prefix=vote&limit=2")).isEqualTo("vote vote-1 next vote-1");
    assertThat(names("prefix=vote&limit=4&after=vote-1")).isEqualTo("vote0 vote_2 votes votez");
    assertThat(names("prefix=vote&after=a&limit=1")).isEqualTo("vote next vote");
    assertThat(names("prefix=vote&after=vp")).isEmpty();
    for (String none :
        List.of("x", "Vote", "%20", "-", "votes%00", "%F0%9F%90%B8", "v".repeat(49))) {
      assertThat(names("prefix=" + none)).isEmpty();
    }
  }

  /** The names of a page, and which is said to be next. */
  private String names(String query) {
    JsonObject page = json(get("/v1/namespaces?" + query));
    String names =
        page.getJsonArray("namespaces").stream()
            .map(one -> ((JsonObject) one).getString("namespace"))
            .collect(Collectors.joining(" "));
    return page.containsKey("next") ? names + " next " + page.getString("next") : names;
  }
}
