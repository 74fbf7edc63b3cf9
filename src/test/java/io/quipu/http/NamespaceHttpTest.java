package io.quipu.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.Granularity;
import io.quipu.counter.Kind;
import io.quipu.counter.Namespace;
import io.quipu.counter.Span;
import io.quipu.namespace.PutOutcome;
import io.quipu.store.StoreUnavailable;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class NamespaceHttpTest extends HttpTest {
  private static final String PATH = "/v1/namespaces/orders";

  @Test
  void createsANamespaceWithDefaults() {
    HttpResponse<String> created = put(PATH, "{}");

    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(created.body())
        .isEqualTo(
            "{\"namespace\":\"orders\",\"kind\":\"event\",\"deduplicate\":\"24h\","
                + "\"retain\":\"1d\",\"shards\":1,\"windows\":[\"minute\",\"hour\",\"day\"]}");
    assertThat(put(PATH, "{\"kind\":\"event\"}").statusCode()).isEqualTo(200);
    assertThat(get(PATH).body()).isEqualTo(created.body());
  }

  @Test
  void changesSettingsAndShowsThemAtOnce() {
    put(PATH, "{}");
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
            new Namespace(
                "orders",
                Kind.EVENT,
                Span.OFF,
                Span.FOREVER,
                64,
                Set.of(Granularity.DAY, Granularity.MINUTE)));
    assertThat(get(PATH).body())
        .isEqualTo(changed.body())
        .endsWith("\"shards\":64,\"windows\":[\"minute\",\"day\"]}");
  }

  @Test
  void showsTheDefaultNamespace() {
    assertThat(get("/v1/namespaces/default").body()).contains("\"retain\":\"1d\"");
  }

  @Test
  void refusesAChangeOfKind() {
    service.namespaces.put("orders", Namespace.of("orders", Kind.UNIQUE));
    HttpResponse<String> response = put(PATH, "{\"kind\":\"event\"}");

    assertThat(response.statusCode()).isEqualTo(409);
    assertThat(json(response).getString("type")).isEqualTo("/problems/kind-change");
    assertThat(json(response).getString("field")).isEqualTo("kind");
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
    service.onPut = namespace -> CompletableFuture.failedFuture(new StoreUnavailable("x", null));
    expect503(put(PATH, "{}"), "unavailable");
    service.onFind = name -> CompletableFuture.failedFuture(new StoreUnavailable("x", null));
    expect503(get(PATH), "unavailable");
    expect503(put(PATH, "{\"kind\":\"unique\"}"), "unavailable");
  }

  private static void expect503(HttpResponse<String> response, String type) {
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(json(response).getString("type")).isEqualTo("/problems/" + type);
    assertThat(header(response, "Retry-After")).isEqualTo("1");
  }
}
