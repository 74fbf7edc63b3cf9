package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.testing.contract.PublishedContract;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests over a real server with a real client; each has a service of its own. */
public abstract class HttpTest {
  public static final String JSON = "application/json";

  static final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TestPatience.LIMIT)
          .build();
  public TestService service;

  @BeforeEach
  void startService() {
    service = service();
    service.exists("votes");
  }

  TestService service() {
    return new TestService();
  }

  @AfterEach
  void stopService() {
    service.close();
  }

  protected HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(service.base() + path)).timeout(TestPatience.LIMIT);
  }

  /** Sends a request, and holds its answer against the contract. */
  protected HttpResponse<String> send(HttpRequest.Builder request) {
    HttpRequest sent = request.build();
    try {
      HttpResponse<String> response = client.send(sent, BodyHandlers.ofString());
      PublishedContract.OF_THIS_BUILD.check(sent, response);
      return response;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  protected HttpResponse<String> get(String path) {
    return send(to(path));
  }

  protected HttpResponse<String> post(String path, String contentType, String body) {
    return send(to(path).header("Content-Type", contentType).POST(BodyPublishers.ofString(body)));
  }

  protected HttpResponse<String> put(String path, String body) {
    return send(to(path).header("Content-Type", JSON).PUT(BodyPublishers.ofString(body)));
  }

  protected static JsonObject json(HttpResponse<String> response) {
    return new JsonObject(response.body());
  }

  protected static void expectProblem(HttpResponse<String> response, int status, String type) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(json(response).getString("type")).isEqualTo("/problems/" + type);
    assertThat(response.body()).doesNotContain("10.1.2.3");
  }

  protected static void expectProblem(
      HttpResponse<String> response, int status, String type, String field) {
    expectProblem(response, status, type);
    assertThat(json(response).getString("field")).isEqualTo(field);
  }

  /** A problem that is over soon. */
  protected static void expect503(HttpResponse<String> response, String type) {
    expectProblem(response, 503, type);
    assertThat(header(response, "Retry-After")).isEqualTo("1");
  }

  /** What is answered while the store is away, and which host of it nobody is told. */
  protected static <T> CompletionStage<T> away() {
    return CompletableFuture.failedFuture(new StoreUnavailable("host 10.1.2.3", null));
  }

  protected static CompletionStage<RecordOutcome> refused(RecordOutcome.Refusal why) {
    return CompletableFuture.completedFuture(new RecordOutcome.Refused(why));
  }

  protected static CompletionStage<RecordOutcome> unknown() {
    return CompletableFuture.completedFuture(new RecordOutcome.OutcomeUnknown());
  }

  protected static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
