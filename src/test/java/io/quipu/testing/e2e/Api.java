package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.contract.PublishedContract;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The HTTP API of one instance, as a client uses it. May be shared between threads. */
public final class Api {
  public static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TestPatience.LIMIT)
          .build();

  private final URI base;

  public Api(URI base) {
    this.base = base;
  }

  public URI uri(String path) {
    return base.resolve(path);
  }

  public URI webSocket(String path) {
    return URI.create("ws://" + base.getAuthority() + path);
  }

  public static String path(String namespace, String counter) {
    return "/v1/counters/"
        + namespace
        + "/"
        + URLEncoder.encode(counter, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** An array of events. */
  public static <T> String array(List<T> some, Function<T, String> event) {
    return some.stream().map(event).collect(Collectors.joining(",", "[", "]"));
  }

  public Answer get(String path) {
    return send(HttpRequest.newBuilder(uri(path)));
  }

  /** Asks for another type than JSON. */
  public Answer get(String path, String type) {
    return send(HttpRequest.newBuilder(uri(path)).header("Accept", type));
  }

  public Answer delete(String path) {
    return send(HttpRequest.newBuilder(uri(path)).DELETE());
  }

  public Answer post(String path, String type, String body) {
    return send(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", type)
            .POST(BodyPublishers.ofString(body)));
  }

  public Answer put(String path, String body) {
    return send(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(body)));
  }

  /**
   * Sends a request, and holds its answer against the contract.
   *
   * @throws UncheckedIOException if the connection broke, or nothing came back for half a minute
   */
  public static Answer send(HttpRequest.Builder request) {
    HttpRequest sent = request.timeout(TestPatience.LIMIT).build();
    try {
      HttpResponse<String> response = HTTP.send(sent, BodyHandlers.ofString());
      PublishedContract.OF_THIS_BUILD.check(sent, response);
      return new Answer(response.statusCode(), response.headers(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public void createNamespace(String namespace) {
    put("/v1/namespaces/" + namespace, "{\"kind\": \"event\"}").expect(201);
  }

  /** Records one event with an empty body. */
  public Answer recordOne(String namespace, String counter) {
    return send(
        HttpRequest.newBuilder(uri(path(namespace, counter) + "/events"))
            .POST(BodyPublishers.noBody()));
  }

  public Answer record(String namespace, String counter, String events) {
    return post(path(namespace, counter) + "/events", "application/json", events);
  }

  /** Creates a namespace with the given settings. */
  public void createNamespace(String namespace, String settings) {
    put("/v1/namespaces/" + namespace, settings).expect(201);
  }

  /** Records one event, and answers what became of it once it is settled. */
  String outcome(String namespace, String counter, String event) {
    return confirmed(namespace, counter, event).getString("outcome");
  }

  /** Records an array of events, and answers what became of each once they are settled. */
  List<String> outcomes(String namespace, String counter, String events) {
    return confirmed(namespace, counter, events).getJsonArray("outcomes").stream()
        .map(String.class::cast)
        .toList();
  }

  /** The answer to events that are recorded and settled. */
  JsonObject confirmed(String namespace, String counter, String events) {
    String path = path(namespace, counter) + "/events?confirm=settled";
    return post(path, "application/json", events).expect(201).json();
  }

  /** Counts the rows of a counter again. One at a time: an instance refuses a second. */
  JsonObject recount(String namespace, String counter) {
    return recount(namespace, counter, "");
  }

  /** Counts the rows of a series again. */
  JsonObject recount(String namespace, String counter, String query) {
    synchronized (HTTP) {
      return post(path(namespace, counter) + "/recount" + query, "", "").expect(200).json();
    }
  }

  /** Fails unless counting again finds the same, in all rows that there were. */
  void assertRecounts(String namespace, String counter, long count) {
    JsonObject recount = recount(namespace, counter);
    assertThat(recount.getLong("drift")).as(recount.encode()).isZero();
    assertThat(recount.getLong("recounted")).as(recount.encode()).isEqualTo(count);
    assertThat(recount.getBoolean("complete")).as(recount.encode()).isTrue();
  }

  public CountRead count(String namespace, String counter) {
    return CountRead.of(get(path(namespace, counter)).expect(200).json());
  }

  /** The count once checkpoints hold all of it. */
  public CountRead settled(String namespace, String counter) {
    return await("the count of " + counter + " to be settled")
        .pollInterval(Duration.ofMillis(100))
        .until(() -> count(namespace, counter), CountRead::isSettled);
  }

  /** The value of a metric, of the first of its series; not a number where there is none. */
  public double meter(String name) {
    Matcher found =
        Pattern.compile("(?m)^" + Pattern.quote(name) + "(?:\\{[^}]*})? (\\S+)$")
            .matcher(get("/metrics").text());
    return found.find() ? Double.parseDouble(found.group(1)) : Double.NaN;
  }

  /** The sum of the windows from an hour ago until an hour from now. */
  long windowSum(String namespace, String counter, String granularity) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String range = "&from=" + now.minusSeconds(3_600) + "&to=" + now.plusSeconds(3_600);
    JsonObject answer =
        get(path(namespace, counter) + "/windows?granularity=" + granularity + range)
            .expect(200)
            .json();
    assertThat(answer.getString("granularity")).isEqualTo(granularity);
    JsonArray windows = answer.getJsonArray("windows");
    return windows.stream().mapToLong(window -> ((JsonObject) window).getLong("count")).sum();
  }
}
