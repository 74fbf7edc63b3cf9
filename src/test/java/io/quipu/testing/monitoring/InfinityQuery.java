package io.quipu.testing.monitoring;

import static io.quipu.testing.monitoring.AlertRules.elements;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quipu.testing.e2e.Answer;
import io.quipu.testing.e2e.Api;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A query of Grafana's data source Infinity, sent as its back end sends it. Of its selectors it
 * knows paths only: of JSONata for the rows, of GJSON for columns.
 *
 * @param target of a panel
 */
record InfinityQuery(JsonNode target) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([a-z_]+)(?::([a-z:]+))?}");
  private static final Pattern ROOT = Pattern.compile("[$]?[.a-z]+(\\[[0-9]+])?([.][a-z]+)*");
  private static final Pattern COLUMN = Pattern.compile("[a-zA-Z]+([.][a-zA-Z]+)*");

  /** The rows that the query finds: of each column its value, by the column's name. */
  List<Map<String, JsonNode>> rows(Api api, Map<String, String> variables) {
    assertThat(target.path("type").asText()).isEqualTo("json");
    assertThat(target.path("source").asText()).isEqualTo("url");
    assertThat(target.path("parser").asText()).isEqualTo("backend");
    JsonNode root = at(ROOT, json(send(api, variables).expect(200).text()), "root_selector");
    // one object is one row
    return (root.isArray() ? elements(root).toList() : List.of(root))
        .stream().map(this::row).toList();
  }

  /** The expressions of columns that are computed of others, by the column's name. */
  Map<String, String> computed() {
    Map<String, String> computed = new LinkedHashMap<>();
    elements(target.path("computed_columns"))
        .forEach(
            column -> computed.put(column.path("text").asText(), column.path("selector").asText()));
    return computed;
  }

  private Answer send(Api api, Map<String, String> variables) {
    String url = with(variables, target.path("url").asText());
    JsonNode options = target.path("url_options");
    if (options.path("method").asText().equals("GET")) {
      return api.get(url);
    }
    assertThat(options.path("method").asText()).isEqualTo("POST");
    assertThat(options.path("body_type").asText()).isEqualTo("raw");
    return api.post(
        url,
        options.path("body_content_type").asText(),
        with(variables, options.path("data").asText()));
  }

  private static String with(Map<String, String> variables, String text) {
    return VARIABLE.matcher(text).replaceAll(found -> value(variables, found));
  }

  private static String value(Map<String, String> variables, MatchResult found) {
    assertThat(variables).containsKey(found.group(1));
    String value = variables.get(found.group(1));
    boolean isEncoded = "percentencode".equals(found.group(2));
    return isEncoded ? URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20") : value;
  }

  private Map<String, JsonNode> row(JsonNode element) {
    Map<String, JsonNode> row = new LinkedHashMap<>();
    for (JsonNode column : target.path("columns")) {
      JsonNode value = at(COLUMN, element, column, "selector");
      switch (column.path("type").asText()) {
        case "number" -> assertThat(value.isNumber()).as(column + " of " + element).isTrue();
        case "string", "timestamp" ->
            assertThat(value.isTextual()).as(column + " of " + element).isTrue();
        default -> throw new AssertionError(column);
      }
      row.put(column.path("text").asText(), value);
    }
    return row;
  }

  private JsonNode at(Pattern paths, JsonNode json, String selector) {
    return at(paths, json, target, selector);
  }

  /** Follows the path that a member of some JSON holds. */
  private static JsonNode at(Pattern paths, JsonNode json, JsonNode holder, String selector) {
    String path = holder.path(selector).asText();
    assertThat(path).matches(paths);
    JsonNode found = json;
    for (String step :
        path.replaceFirst("^[$][.]", "").replaceAll("\\[([0-9]+)]", ".$1").split("[.]", -1)) {
      found = found.isArray() ? found.path(Integer.parseInt(step)) : found.path(step);
    }
    assertThat(found.isMissingNode()).as(path + " in " + json).isFalse();
    return found;
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
