package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/** The published contract, and whether answers have the form that it says. */
final class OpenApi {
  private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");

  private final JsonObject document;

  /** A method of a path, with its description. */
  record Operation(String method, String path, JsonObject description) {}

  private OpenApi(JsonObject document) {
    this.document = document;
  }

  static OpenApi parse(String yaml) {
    Map<String, Object> document = new Yaml().load(yaml);
    return new OpenApi(new JsonObject(document));
  }

  List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    JsonObject paths = document.getJsonObject("paths");
    for (String path : paths.fieldNames()) {
      JsonObject item = paths.getJsonObject(path);
      for (String method : item.fieldNames()) {
        if (METHODS.contains(method)) {
          operations.add(new Operation(method, path, item.getJsonObject(method)));
        }
      }
    }
    return operations;
  }

  Operation operation(String method, String path) {
    return operations().stream()
        .filter(each -> each.method().equals(method) && each.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  /** Fails unless the answer is one that the operation documents, in status, type and form. */
  void check(Operation operation, Answer answer) {
    String what = operation.method() + " " + operation.path() + ": " + answer.status();
    JsonObject responses = operation.description().getJsonObject("responses");
    JsonObject response = responses.getJsonObject(String.valueOf(answer.status()));
    assertThat(response).as(what + " is not documented: " + answer.text()).isNotNull();
    JsonObject content = resolve(response).getJsonObject("content", new JsonObject());
    if (content.isEmpty()) {
      return;
    }
    String type = answer.headers().firstValue("content-type").orElse("").replaceAll(";.*", "");
    assertThat(content.fieldNames()).as(what).contains(type);
    if (type.endsWith("json")) {
      checkValue(what, content.getJsonObject(type).getJsonObject("schema"), answer.json());
    }
  }

  private JsonObject resolve(JsonObject schema) {
    JsonObject found = schema;
    while (found.containsKey("$ref")) {
      JsonObject target = document;
      for (String step : found.getString("$ref").substring(2).split("/", -1)) {
        target = target.getJsonObject(step);
      }
      found = target;
    }
    return found;
  }

  private void checkValue(String where, JsonObject given, @Nullable Object value) {
    JsonObject schema = alternative(resolve(given), value);
    switch (schema.getString("type", "")) {
      case "object" -> checkObject(where, schema, value);
      case "array" -> {
        assertThat(value).as(where).isInstanceOf(JsonArray.class);
        for (Object item : (JsonArray) value) {
          checkValue(where + "[]", schema.getJsonObject("items"), item);
        }
      }
      case "integer" -> assertThat(value).as(where).isInstanceOfAny(Integer.class, Long.class);
      case "number" -> assertThat(value).as(where).isInstanceOf(Number.class);
      case "null" -> assertThat(value).as(where).isNull();
      case "boolean" -> assertThat(value).as(where).isInstanceOf(Boolean.class);
      case "string" -> checkString(where, schema, value);
      default -> throw new AssertionError(where + " has a schema without a type: " + schema);
    }
  }

  /** Of a schema with alternatives the first that the value can be one of. */
  private JsonObject alternative(JsonObject schema, @Nullable Object value) {
    return schema.getJsonArray("oneOf", JsonArray.of(schema)).stream()
        .map(each -> resolve((JsonObject) each))
        .filter(each -> mayBe(each, value))
        .findFirst()
        .orElse(schema);
  }

  private static boolean mayBe(JsonObject schema, @Nullable Object value) {
    return switch (schema.getString("type", "")) {
      case "null" -> value == null;
      case "number" -> value instanceof Number;
      case "string" -> value instanceof String;
      case "object" ->
          value instanceof JsonObject object
              && object
                  .fieldNames()
                  .containsAll(schema.getJsonArray("required", new JsonArray()).getList());
      default -> value != null;
    };
  }

  private void checkObject(String where, JsonObject schema, @Nullable Object value) {
    assertThat(value).as(where).isInstanceOf(JsonObject.class);
    JsonObject object = (JsonObject) value;
    JsonObject properties = schema.getJsonObject("properties", new JsonObject());
    for (Object required : schema.getJsonArray("required", new JsonArray())) {
      assertThat(object.fieldNames()).as(where).contains((String) required);
    }
    for (String field : object.fieldNames()) {
      JsonObject documented =
          properties.getJsonObject(field, schema.getJsonObject("additionalProperties"));
      assertThat(documented).as(where + "." + field + " is documented").isNotNull();
      checkValue(where + "." + field, documented, object.getValue(field));
    }
  }

  private static void checkString(String where, JsonObject schema, @Nullable Object value) {
    assertThat(value).as(where).isInstanceOf(String.class);
    if (schema.containsKey("pattern")) {
      assertThat((String) value)
          .as(where)
          .containsPattern(Pattern.compile(schema.getString("pattern")));
    }
    if (schema.containsKey("const")) {
      assertThat(value).as(where).isEqualTo(schema.getString("const"));
    }
    if (schema.containsKey("enum")) {
      assertThat(schema.getJsonArray("enum").contains(value)).as(where).isTrue();
    }
  }
}
