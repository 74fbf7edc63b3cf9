package io.quipu.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.json.schema.Validator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The schemas of a contract, and what is wrong with values by them. May be shared by threads. */
final class ContractSchemas {
  static final String PREFIX = "#/components/schemas/";

  private final SchemaRepository repository =
      SchemaRepository.create(
          new JsonSchemaOptions()
              .setBaseUri("app://contract")
              .setDraft(Draft.DRAFT202012)
              .setOutputFormat(OutputFormat.Basic));
  private final Map<String, Validator> validators = new ConcurrentHashMap<>();

  private ContractSchemas(JsonObject schemas) {
    repository.dereference(
        JsonSchema.of(
            new JsonObject().put("components", new JsonObject().put("schemas", schemas))));
  }

  /** Schemas as they are published: a reader passes over fields that it does not know. */
  static ContractSchemas of(JsonObject schemas) {
    return new ContractSchemas(schemas.copy());
  }

  /** The same for what the service writes: each field must be one that is published. */
  static ContractSchemas withoutOtherFields(JsonObject schemas) {
    JsonObject closed = schemas.copy();
    close(closed);
    return new ContractSchemas(closed);
  }

  private static void close(JsonObject schema) {
    boolean isObject = schema.getValue("properties") instanceof JsonObject;
    if (isObject && !schema.containsKey("additionalProperties")) {
      schema.put("additionalProperties", false);
    }
    for (String name : schema.fieldNames()) {
      if (schema.getValue(name) instanceof JsonObject inner) {
        close(inner);
      }
    }
  }

  /**
   * Fails unless a value is as a schema says.
   *
   * @param ref the reference to the schema, which begins with {@link #PREFIX}
   */
  void check(String what, String ref, @Nullable Object value) {
    OutputUnit found = validators.computeIfAbsent(ref, repository::validator).validate(value);
    assertThat(found.getValid()).as(() -> what + "\nis not " + ref + ": " + errors(found)).isTrue();
  }

  private static String errors(OutputUnit found) {
    return Objects.requireNonNullElse(found.getErrors(), List.<OutputUnit>of()).stream()
        .map(error -> "\n  " + error.getInstanceLocation() + ": " + error.getError())
        .collect(Collectors.joining());
  }
}
