package io.quipu.testing.fuzz;

import static java.util.Map.entry;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import io.quipu.testing.dev.HttpApi;
import io.quipu.testing.dev.TestPatience;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;

/** Namespaces of every kind, and keys that may do something in some of them. */
final class RightsWorld {
  /** Opens everything; nobody draws it. */
  static final String FIRST = "qk_first_0123456789abcdefghijklmnopqrstuvwxyz-_AB";

  /** Namespaces that there are, with settings under which each event counts as it is sent. */
  static final Map<String, String> KINDS =
      new TreeMap<>(
          Map.ofEntries(
              entry("alpha", "{\"kind\": \"event\", \"deduplicate\": \"off\"}"),
              entry("beta", "{\"kind\": \"unique\"}"),
              entry("gamma", "{\"kind\": \"latest\"}"),
              entry("mu", "{\"kind\": \"linear\"}"),
              entry("sigma", "{\"kind\": \"sketch\", \"state\": \"sum\"}"),
              entry("omega", "{\"kind\": \"event\", \"deduplicate\": \"off\"}"),
              entry("raw", "{\"kind\": \"event\", \"deduplicate\": \"off\"}")));

  /** The namespaces of requests whose framing has no mistake. */
  static final List<String> DRAWN = List.of("alpha", "beta", "gamma", "mu", "sigma", "omega");

  /** The namespace of the others, of which nothing is certain. */
  static final String RAW = "raw";

  /** One that does not exist. */
  static final String MISSING = "missing";

  static final List<String> COUNTERS = List.of("page/one", "page/two", "site-one", "site-two");

  /** Counters of {@code alpha} that may be reset; nothing is recorded into them. */
  static final List<String> RESET = List.of("page/reset", "site-reset");

  /**
   * A counter of {@code omega} that nobody names; its count is in no answer but to who may read.
   */
  static final String HIDDEN = "hidden-7f3b";

  private final URI service;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Holder> holders = new ArrayList<>();
  private final List<Holder> formerly = new ArrayList<>();

  RightsWorld(URI service) {
    this.service = service;
  }

  void create() {
    for (Map.Entry<String, String> each : KINDS.entrySet()) {
      send("PUT", "/v1/namespaces/" + each.getKey(), each.getValue());
    }
    send("POST", "/v1/counters/omega/" + HIDDEN + "/events", "{\"delta\": 987654321}");
    holders.add(key("reads alpha", "", false, "read:alpha"));
    holders.add(key("records alpha", "", false, "record:alpha"));
    holders.add(key("admin of alpha", "", false, "admin:alpha"));
    holders.add(key("records pages of alpha", "page/", false, "record:alpha"));
    holders.add(key("reads pages of alpha", "page/", false, "read:alpha"));
    holders.add(key("admin of pages", "page/", false, "admin:alpha", "read:beta"));
    holders.add(key("votes", "", true, "record:alpha", "record:beta"));
    holders.add(key("records kinds", "", false, "record:beta", "record:gamma", "record:mu"));
    holders.add(key("reads kinds", "", false, "read:beta", "read:gamma", "read:sigma"));
    holders.add(key("all of sigma", "", false, "read:sigma", "record:sigma", "admin:sigma"));
    holders.add(key("records everywhere", "", false, "record:*"));
    holders.add(key("reads everywhere", "", false, "read:*"));
    holders.add(key("admin everywhere", "", false, "admin:*"));
    holders.add(key("operates", "", false, "operate:*"));
    holders.add(key("raw", "", false, "record:raw", "read:raw"));
    Holder deleted = key("deleted", "", false, "read:*", "record:*", "admin:*", "operate:*");
    send("DELETE", "/v1/keys/" + deleted.key().split("_", 3)[1], "");
    Instant soon = Instant.now().plusSeconds(2).truncatedTo(ChronoUnit.SECONDS);
    Holder expired = expiring(soon);
    for (Holder former : List.of(deleted, expired)) {
      Awaitility.await(former.name()).atMost(TestPatience.LIMIT).until(() -> isNobody(former));
      formerly.add(former);
    }
  }

  private boolean isNobody(Holder former) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(service.resolve("/v1/namespaces/alpha"))
            .header("Authorization", "Bearer " + former.key())
            .build();
    return http.send(request, BodyHandlers.discarding()).statusCode() == 401;
  }

  private Holder expiring(Instant when) {
    String scopes = "[\"read:*\",\"record:*\",\"admin:*\"]";
    JsonObject made =
        send("POST", "/v1/keys", "{\"scopes\":" + scopes + ",\"expires\":\"" + when + "\"}");
    return new Holder("expired", made.get("key").getAsString(), List.of(), "", false);
  }

  private Holder key(String name, String prefix, boolean onlyOne, String... scopes) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("scopes", scopes);
    if (!prefix.isEmpty()) {
      settings.put("prefix", prefix);
    }
    if (onlyOne) {
      settings.put("delta", 1);
    }
    JsonObject made = send("POST", "/v1/keys", new Gson().toJson(settings));
    return new Holder(name, made.get("key").getAsString(), List.of(scopes), prefix, onlyOne);
  }

  /** The holders whose keys open something. */
  List<Holder> holders() {
    return holders;
  }

  /** The holders whose keys opened everything once. */
  List<Holder> formerly() {
    return formerly;
  }

  /** Asks as somebody who may do everything; fails unless it succeeds. */
  JsonObject send(String method, String path, String body) {
    return new Gson()
        .fromJson(new HttpApi(service, FIRST).send(method, path, body), JsonObject.class);
  }
}
