package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** Query parameters of everything that can be read: obeyed or refused, and never passed over. */
class IgnoredParametersTest extends HttpTest {
  /** Parameters that take every text; without one, and with the empty one, there is no bound. */
  private static final Set<String> OF_EVERY_TEXT = Set.of("prefix", "after", "label");

  private static final List<String> NO_VALUES = List.of("", "%01", "0", "our");
  private static final Map<String, String> NEEDED =
      Map.of(
          "/windows", "granularity=hour",
          "/top", "granularity=day",
          "/total", "from=2026-01-01T10:00:00Z&to=2026-01-01T12:00:00Z");

  private final Map<String, Set<String>> readable = new TreeMap<>();

  private void readContract() throws Exception {
    Map<?, ?> contract =
        new Yaml().load(Files.readString(Path.of("src/main/resources/openapi.yaml")));
    Map<?, ?> shared = (Map<?, ?>) ((Map<?, ?>) contract.get("components")).get("parameters");
    ((Map<?, ?>) contract.get("paths"))
        .forEach(
            (path, item) -> {
              if (((Map<?, ?>) item).get("get") instanceof Map<?, ?> get
                  && get.get("parameters") instanceof List<?> parameters
                  && !path.toString().contains("live")) {
                parameters.forEach(one -> add(path.toString(), (Map<?, ?>) one, shared));
              }
            });
  }

  private void add(String path, Map<?, ?> given, Map<?, ?> shared) {
    Object reference = given.get("$ref");
    Map<?, ?> parameter =
        reference == null
            ? given
            : (Map<?, ?>) shared.get(reference.toString().replaceAll(".*/", ""));
    if (parameter.get("in").equals("query")) {
      String target = path.replace("{namespace}", "votes").replace("{counter}", "a");
      readable
          .computeIfAbsent(target, first -> new TreeSet<>())
          .add(parameter.get("name").toString());
    }
  }

  @Test
  void areRefusedByName_withAValueThatMeansNothing() throws Exception {
    readContract();
    int refused = 0;
    for (Map.Entry<String, Set<String>> resource : readable.entrySet()) {
      if (get(target(resource.getKey(), "")).statusCode() != 200) {
        continue; // keys, without authentication
      }
      for (String name : resource.getValue()) {
        for (String value : OF_EVERY_TEXT.contains(name) ? List.<String>of() : NO_VALUES) {
          String target = target(resource.getKey(), name + "=" + value);
          HttpResponse<String> answer = get(target);
          assertThat(answer.statusCode()).as(target).isEqualTo(400);
          assertThat(json(answer).getString("field")).as(target).isEqualTo(name);
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(80);
  }

  /** The path with the query that it needs, less what is asked otherwise. */
  private static String target(String path, String asked) {
    StringBuilder query = new StringBuilder(asked);
    NEEDED.forEach(
        (end, needed) -> {
          for (String one : path.endsWith(end) ? needed.split("&") : new String[0]) {
            if (!asked.startsWith(one.substring(0, one.indexOf('=') + 1))) {
              query.append('&').append(one);
            }
          }
        });
    return path + "?" + query;
  }

  @Test
  void ofSeveralSeriesAreRefused_whereOneIsAskedFor_andSayWhatIsMissing() {
    String range = "from=2026-01-01T10:00:00Z&to=2026-01-01T12:00:00Z";
    for (String asked : List.of("limit=5", "order=name", "after=x", "order=count", "after=")) {
      String name = asked.substring(0, asked.indexOf('='));
      for (String path : List.of("", "/windows?granularity=hour&" + range, "/total?" + range)) {
        if (path.isEmpty() || name.equals("limit")) {
          String target = "/v1/counters/votes/a" + path + (path.isEmpty() ? "?" : "&") + asked;
          HttpResponse<String> answer = get(target);
          expectProblem(answer, 400, "invalid-request", name);
          assertThat(json(answer).getString("detail")).as(target).contains("give by");
        }
      }
    }
    assertThat(service.ranges).isEmpty();
    assertThat(service.counted).isEmpty();
  }
}
