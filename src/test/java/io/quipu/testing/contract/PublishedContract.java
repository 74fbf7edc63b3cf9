package io.quipu.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.Yaml;

/**
 * The contract in {@code openapi.yaml}. Clients of tests hold each answer of the service against
 * it: status, media type, headers, and a body without a field that is not published. If the answer
 * is a success, the request must be one of the contract, too.
 */
public final class PublishedContract {
  private static final Set<String> METHODS = Set.of("get", "put", "post", "delete");
  private static final String PROBLEM = "application/problem+json";
  private static final String PROBLEM_SCHEMA = ContractSchemas.PREFIX + "Problem";

  /** The contract of this build. */
  public static final PublishedContract OF_THIS_BUILD = new PublishedContract();

  private final JsonObject document;
  private final List<Operation> operations = new ArrayList<>();
  private final ContractSchemas answers;
  private final SentRequests requests;

  private PublishedContract() {
    document =
        new JsonObject(new JsonObject(new Yaml().<Map<String, Object>>load(text())).encode());
    JsonObject paths = document.getJsonObject("paths");
    for (String path : paths.fieldNames()) {
      JsonObject item = paths.getJsonObject(path);
      for (String method : item.fieldNames()) {
        if (METHODS.contains(method)) {
          String upper = method.toUpperCase(Locale.ROOT);
          operations.add(Operation.of(upper, path, item.getJsonObject(method)));
        }
      }
    }
    operations.sort(Comparator.comparing(Operation::variables));
    requests = new SentRequests(this);
    answers = ContractSchemas.withoutOtherFields(schemas());
  }

  /** The document, as it is served. */
  public static String text() {
    try (InputStream file = PublishedContract.class.getResourceAsStream("/openapi.yaml")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public List<Operation> operations() {
    return List.copyOf(operations);
  }

  JsonObject schemas() {
    return document.getJsonObject("components").getJsonObject("schemas");
  }

  /** What an object says, or what it refers to. */
  JsonObject resolve(JsonObject object) {
    JsonObject found = object;
    while (found.containsKey("$ref")) {
      JsonObject target = document;
      for (String step : found.getString("$ref").substring(2).split("/", -1)) {
        target = target.getJsonObject(step);
      }
      found = target;
    }
    return found;
  }

  /** Fails unless an answer is one that the contract has for its request. */
  public void check(HttpRequest request, HttpResponse<String> answer) {
    String path = request.uri().getRawPath();
    if (request.method().equals("OPTIONS") || !isDescribed(path)) {
      return;
    }
    String what = request.method() + " " + request.uri() + ": " + answer.statusCode();
    String said = what + " " + answer.body().substring(0, Math.min(answer.body().length(), 2_000));
    if (answer.statusCode() == 304) {
      assertThat(request.headers().firstValue("If-None-Match")).as(what).isPresent();
      assertThat(answer.body()).as(what).isEmpty();
      return;
    }
    Optional<Operation> operation = operation(request.method(), path);
    if (operation.isEmpty()) {
      assertThat(answer.statusCode()).as(said + " of no operation").isGreaterThanOrEqualTo(400);
    } else {
      // every resource obeys the conditions of a read, also pages
      boolean isUnmet =
          answer.statusCode() == 412 && request.headers().firstValue("If-Match").isPresent();
      if (!isUnmet) {
        check(said, request, response(said, operation.get(), answer), answer);
      }
      if (answer.statusCode() / 100 == 2) {
        requests.check(operation.get(), request);
      }
    }
    if (answer.statusCode() >= 400 && !request.method().equals("HEAD")) {
      assertThat(type(answer)).as(said).isEqualTo(PROBLEM);
      checkProblem(said, answer);
    }
  }

  /** Tells whether the contract is about a path: of pages and their assets it names a few only. */
  private boolean isDescribed(String path) {
    return path.startsWith("/v1/") || operations.stream().anyMatch(each -> each.hasPath(path));
  }

  private Optional<Operation> operation(String method, String path) {
    String meant = method.equals("HEAD") ? "GET" : method;
    return operations.stream()
        .filter(each -> each.method().equals(meant) && each.hasPath(path))
        .findFirst();
  }

  private JsonObject response(String what, Operation operation, HttpResponse<String> answer) {
    String status = String.valueOf(answer.statusCode());
    JsonObject responses = operation.description().getJsonObject("responses");
    JsonObject others = resolve(responses.getJsonObject("default"));
    boolean isAmongOthers = others.getString("description").contains("`" + status + "`");
    JsonObject response = responses.getJsonObject(status, isAmongOthers ? others : null);
    assertThat(response).as(what + " is a status of the contract").isNotNull();
    return resolve(response);
  }

  private void check(
      String what, HttpRequest request, JsonObject response, HttpResponse<String> answer) {
    JsonObject headers = response.getJsonObject("headers", new JsonObject());
    for (String header : headers.fieldNames()) {
      if (resolve(headers.getJsonObject(header)).getBoolean("required", false)) {
        assertThat(answer.headers().firstValue(header)).as(what + " has " + header).isPresent();
      }
    }
    JsonObject content = response.getJsonObject("content", new JsonObject());
    if (request.method().equals("HEAD")) {
      return;
    }
    if (content.isEmpty()) {
      assertThat(answer.body()).as(what).isEmpty();
      return;
    }
    assertThat(content.fieldNames()).as(what).contains(type(answer));
    boolean isText = answer.headers().firstValue("Content-Encoding").isEmpty();
    if (isText && type(answer).equals("application/json")) {
      String ref =
          content.getJsonObject("application/json").getJsonObject("schema").getString("$ref");
      answers.check(what, ref, Json.decodeValue(answer.body()));
    }
  }

  private void checkProblem(String what, HttpResponse<String> answer) {
    JsonObject problem = new JsonObject(answer.body());
    answers.check(what, PROBLEM_SCHEMA, problem);
    assertThat(problem.getInteger("status")).as(what).isEqualTo(answer.statusCode());
  }

  /** The media type without parameters. */
  private static String type(HttpResponse<String> answer) {
    return SentRequests.type(answer.headers());
  }

  /**
   * A message that the service sent over a live connection.
   *
   * @return the message
   * @throws AssertionError if the contract has no such message
   */
  public JsonObject checked(JsonObject message) {
    JsonObject types = schemas().getJsonObject("ServerMessage").getJsonObject("discriminator");
    String ref = types.getJsonObject("mapping").getString(message.getString("type"));
    assertThat(ref).as(message.encode() + " is a message of the contract").isNotNull();
    answers.check(message.encode(), ref, message);
    return message;
  }
}
