package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The documents name the messages that the code has: each of them, and no other. */
class PublishedMessagesTest {
  private static final Path RESOURCES = Path.of("src/main/resources");
  private static final Path CODE = Path.of("src/main/java/io/quipu/edge/live");
  private static final Pattern SAID =
      Pattern.compile("(?:message\\(|\\.field\\(\"type\", )\"(\\w+)\"");

  private final JsonObject asyncApi = document("asyncapi.yaml");
  private final JsonObject schemas =
      document("openapi.yaml").getJsonObject("components").getJsonObject("schemas");

  @Test
  void theServiceSaysWhatIsPublished() throws IOException {
    Set<String> said = new TreeSet<>(Set.of("ping"));
    try (Stream<Path> files = Files.list(CODE)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        SAID.matcher(Files.readString(file)).results().forEach(found -> said.add(found.group(1)));
      }
    }
    assertThat(said).contains("hello", "count", "pong");
    assertThat(published("fromService")).isEqualTo(said);
    assertThat(schemas("ServerMessage")).isEqualTo(said);
    assertThat(onPage("server")).isEqualTo(said);
  }

  @Test
  void theServiceUnderstandsWhatIsPublished() throws IOException {
    Set<String> understood =
        Stream.of(refusalOfOthers().replaceFirst(".*one of ", "").split(", "))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(understood).contains("authenticate", "subscribe", "record");
    assertThat(published("fromClient")).isEqualTo(understood);
    assertThat(schemas("ClientMessage")).isEqualTo(understood);
    assertThat(onPage("client")).isEqualTo(understood);
  }

  @Test
  void eachMessageIsOfTheSchemaThatHasItsType_andOnBothChannels() {
    JsonObject messages = asyncApi.getJsonObject("components").getJsonObject("messages");
    for (String type : messages.fieldNames()) {
      String schema = messages.getJsonObject(type).getJsonObject("payload").getString("$ref");
      assertThat(schema).startsWith("./openapi.yaml#/components/schemas/");
      JsonObject found = schemas.getJsonObject(schema.substring(schema.lastIndexOf('/') + 1));
      assertThat(found.getJsonObject("properties").getJsonObject("type").getString("const"))
          .isEqualTo(type);
    }
    for (String channel : Set.of("live", "counter")) {
      assertThat(
              asyncApi
                  .getJsonObject("channels")
                  .getJsonObject(channel)
                  .getJsonObject("messages")
                  .fieldNames())
          .isEqualTo(messages.fieldNames());
    }
  }

  private static String refusalOfOthers() {
    InvalidInput[] refusal = new InvalidInput[1];
    assertThatThrownBy(
            () ->
                ClientMessageInput.parse(
                    ByteBuffer.wrap("{\"type\": \"other\"}".getBytes(StandardCharsets.UTF_8))))
        .isInstanceOfSatisfying(InvalidInput.class, thrown -> refusal[0] = thrown);
    return refusal[0].detail();
  }

  private Set<String> published(String operation) {
    JsonArray messages =
        asyncApi.getJsonObject("operations").getJsonObject(operation).getJsonArray("messages");
    return messages.stream()
        .map(message -> ((JsonObject) message).getString("$ref"))
        .map(reference -> reference.substring(reference.lastIndexOf('/') + 1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> schemas(String union) {
    return schemas
        .getJsonObject(union)
        .getJsonObject("discriminator")
        .getJsonObject("mapping")
        .fieldNames();
  }

  private static Set<String> onPage(String end) throws IOException {
    String page = Files.readString(RESOURCES.resolve("webroot/docs.html"));
    return Pattern.compile("data-" + end + "=\"(\\w+)\"")
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static JsonObject document(String name) {
    try {
      Map<String, Object> read = new Yaml().load(Files.readString(RESOURCES.resolve(name)));
      return new JsonObject(read);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
