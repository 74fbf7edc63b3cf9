package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/**
 * Conditions (RFC 9110, section 13) on everything that the contract lets one read, in every type
 * that it may be read in.
 */
class ConditionalReadsTest extends HttpTest {
  private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
  private static final Map<String, String> NAMES =
      Map.of("namespace", "votes", "counter", "a", "type", "not-found");
  private static final String RANGE = "?from=2026-01-01T10:00:00Z&to=2026-01-01T12:00:00Z";
  private static final String OTHER = "\"of another version\"";

  private final Random random = new Random();
  private final Map<String, Set<String>> readable = new TreeMap<>();

  @BeforeEach
  void readContract() throws Exception {
    service.tallies.put(new CounterName("votes", "a"), Tally.of(5, 5));
    Map<?, ?> contract =
        new Yaml().load(Files.readString(Path.of("src/main/resources/openapi.yaml")));
    ((Map<?, ?>) contract.get("paths"))
        .forEach((path, item) -> add(path.toString(), (Map<?, ?>) item));
    assertThat(readable).hasSizeGreaterThan(15);
  }

  private void add(String path, Map<?, ?> item) {
    if (item.get("get") instanceof Map<?, ?> get
        && ((Map<?, ?>) get.get("responses")).get("200") instanceof Map<?, ?> found
        && found.get("content") instanceof Map<?, ?> types
        && !types.containsKey("text/event-stream")) {
      String target = VARIABLE.matcher(path).replaceAll(name -> NAMES.get(name.group(1)));
      readable.put(
          target
              + (path.matches(".*/(windows|total)") ? RANGE : "")
              + (path.endsWith("/windows") ? "&granularity=hour" : ""),
          Set.copyOf(types.keySet().stream().map(Object::toString).toList()));
    }
  }

  @Test
  void givesEachTypeATagOfItsOwn_andAnswers304ToThatTagOnly() {
    int tagged = 0;
    for (Map.Entry<String, Set<String>> resource : readable.entrySet()) {
      Set<String> tags = new HashSet<>();
      for (String type : resource.getValue()) {
        HttpResponse<String> whole = read("GET", resource.getKey(), type);
        if (whole.statusCode() == 200) {
          String tag = header(whole, "ETag");
          assertThat(tag.isEmpty() || tags.add(tag)).as(resource + " " + tag).isTrue();
          tagged += tag.isEmpty() ? 0 : 1;
          holdsItsConditions(resource.getKey(), type, whole, tags);
        } else {
          assertThat(whole.statusCode()).as(resource.toString()).isBetween(401, 404);
        }
      }
    }
    assertThat(tagged).isGreaterThan(7);
  }

  private void holdsItsConditions(
      String target, String type, HttpResponse<String> whole, Set<String> tags) {
    String tag = header(whole, "ETag");
    List<String> others = new ArrayList<>(tags);
    others.remove(tag);
    others.addAll(List.of(OTHER, "\"*\"", tag.isEmpty() ? "x" : tag.replace("\"", "")));
    for (String method : List.of("GET", "HEAD")) {
      String words = method + " " + target + " " + type;
      if (!tag.isEmpty()) {
        String strong = tag.replace("W/", "");
        for (String named :
            List.of(tag, strong, "W/" + strong, OTHER + ", " + tag, tag + "," + OTHER)) {
          expect304(words, whole, read(method, target, type, "If-None-Match", named));
        }
        for (String named : List.of(strong, "W/" + strong)) {
          assertThat(read(method, target, type, "If-Match", named).statusCode())
              .as("a weak tag is none that If-Match names")
              .isEqualTo(tag.equals(named) && tag.equals(strong) ? 200 : 412);
        }
      }
      expect304(words, whole, read(method, target, type, "If-None-Match", "*"));
      assertThat(read(method, target, type, "If-Match", "*").statusCode()).isEqualTo(200);
      for (String other : others) {
        HttpResponse<String> again = read(method, target, type, "If-None-Match", other);
        assertThat(again.statusCode()).as(words + other).isEqualTo(200);
        assertThat(header(again, "Content-Type")).isEqualTo(header(whole, "Content-Type"));
        assertThat(read(method, target, type, "If-Match", other).statusCode()).isEqualTo(412);
      }
    }
  }

  private static void expect304(
      String words, HttpResponse<String> whole, HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(words).isEqualTo(304);
    assertThat(answer.body()).isEmpty();
    assertThat(answer.headers().firstValue("Content-Length")).as("of the answer it has").isEmpty();
    for (String name : List.of("ETag", "Vary", "Cache-Control", "Access-Control-Allow-Origin")) {
      assertThat(answer.headers().allValues(name))
          .as(words + " " + name)
          .isEqualTo(whole.headers().allValues(name));
    }
  }

  @Test
  void saysThatTheTypeVaries_whereItDoes_whateverTheWeights() {
    for (Map.Entry<String, Set<String>> resource : readable.entrySet()) {
      if (resource.getValue().size() == 1) {
        continue;
      }
      for (int i = 0; i < 20; i++) {
        double json = weight();
        double csv = weight();
        String accept = "application/json;q=" + json + ", text/csv;q=" + csv + ",*/*;q=0.0";
        HttpResponse<String> answer = read("GET", resource.getKey(), accept);
        assertThat(answer.headers().allValues("Vary")).as(resource.getKey()).contains("accept");
        assertThat(answer.statusCode()).as(accept).isEqualTo(json + csv == 0 ? 406 : 200);
        assertThat(header(answer, "Content-Type"))
            .as(accept)
            .startsWith(
                json + csv == 0
                    ? "application/problem+json"
                    : csv > json ? "text/csv" : "application/json");
      }
    }
  }

  private double weight() {
    return random.nextInt(4) / 10.0;
  }

  private HttpResponse<String> read(String method, String target, String accept, String... more) {
    HttpRequest.Builder request =
        to(target).method(method, BodyPublishers.noBody()).header("Accept", accept);
    for (int i = 0; i < more.length; i += 2) {
      request.header(more[i], more[i + 1]);
    }
    return send(request);
  }
}
