package io.quipu.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLDecoder;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Requests that succeeded, held against the contract: query parameters and body. */
final class SentRequests {
  private static final String LINES = "application/x-ndjson";
  private static final String LINE = ContractSchemas.PREFIX + "CounterEvent";

  private final PublishedContract contract;
  private final ContractSchemas schemas;

  SentRequests(PublishedContract contract) {
    this.contract = contract;
    for (Operation operation : contract.operations()) {
      JsonObject bodies = content(operation);
      for (String type : bodies.fieldNames()) {
        name(bodies.getJsonObject(type));
      }
      for (Object parameter : parameters(operation)) {
        name(contract.resolve((JsonObject) parameter));
      }
    }
    schemas = ContractSchemas.of(contract.schemas());
  }

  /** Makes a schema that has no name one of the components. */
  private void name(JsonObject holder) {
    JsonObject schema = holder.getJsonObject("schema");
    if (!schema.containsKey("$ref")) {
      String name = "Unnamed" + contract.schemas().size();
      contract.schemas().put(name, schema);
      holder.put("schema", new JsonObject().put("$ref", ContractSchemas.PREFIX + name));
    }
  }

  private static JsonArray parameters(Operation operation) {
    return operation.description().getJsonArray("parameters", new JsonArray());
  }

  private static JsonObject content(Operation operation) {
    return operation
        .description()
        .getJsonObject("requestBody", new JsonObject())
        .getJsonObject("content", new JsonObject());
  }

  void check(Operation operation, HttpRequest request) {
    String what = request.method() + " " + request.uri();
    String query = request.uri().getRawQuery();
    if (query != null && operation.path().startsWith("/v1/")) {
      for (String pair : query.split("&", -1)) {
        String[] parts = pair.split("=", 2);
        if (!pair.isEmpty()) {
          check(what, operation, parts[0], parts.length == 1 ? "" : parts[1]);
        }
      }
    }
    String body = SentBody.of(request);
    if (!body.isEmpty() && request.headers().firstValue("Content-Encoding").isEmpty()) {
      check(what + " " + body, operation, request, body);
    }
  }

  private void check(String what, Operation operation, String name, String value) {
    Optional<JsonObject> parameter =
        parameters(operation).stream()
            .map(each -> contract.resolve((JsonObject) each))
            .filter(each -> each.getString("in").equals("query"))
            .filter(each -> each.getString("name").equals(name))
            .findFirst();
    assertThat(parameter).as(what + " has a parameter of the contract: " + name).isPresent();
    JsonObject schema = parameter.get().getJsonObject("schema");
    String text = URLDecoder.decode(value, StandardCharsets.UTF_8);
    boolean isText = contract.resolve(schema).getString("type").equals("string");
    schemas.check(what, schema.getString("$ref"), isText ? text : Json.decodeValue(text));
  }

  /** Nothing holds what HTTP gives no meaning to: the body of a GET or DELETE. */
  private void check(String what, Operation operation, HttpRequest request, String body) {
    JsonObject content = content(operation);
    String type = type(request.headers());
    boolean isData = request.headers().map().keySet().stream().anyMatch(SentRequests::isCloudEvent);
    boolean isRead = request.method().equals("GET") || request.method().equals("DELETE");
    if (type.isEmpty() || isData || isRead) {
      return;
    }
    assertThat(content.fieldNames()).as(what).contains(type);
    if (type.equals(LINES)) {
      body.lines()
          .filter(line -> !line.isBlank())
          .forEach(line -> schemas.check(what, LINE, Json.decodeValue(line)));
    } else {
      String ref = content.getJsonObject(type).getJsonObject("schema").getString("$ref");
      schemas.check(what, ref, Json.decodeValue(body));
    }
  }

  /** Tells whether a header makes the body the data of a CloudEvent, which may be of any shape. */
  private static boolean isCloudEvent(String header) {
    return header.toLowerCase(Locale.ROOT).startsWith("ce-");
  }

  /** The media type without parameters, in lower case; empty if there is none. */
  static String type(HttpHeaders headers) {
    String type = headers.firstValue("Content-Type").orElse("");
    return type.replaceAll("\\s*;.*", "").toLowerCase(Locale.ROOT);
  }
}
