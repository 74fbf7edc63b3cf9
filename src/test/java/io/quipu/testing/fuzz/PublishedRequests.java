package io.quipu.testing.fuzz;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.Yaml;

/**
 * The requests that the published contract shows: each operation with its examples, about a counter
 * that is put in place of theirs.
 */
final class PublishedRequests {
  /** The namespace that stands in place of those of the examples. */
  static final String NAMESPACE = "fuzzed";

  private static final Gson JSON = new GsonBuilder().disableHtmlEscaping().create();
  private static final Pattern NAMES =
      Pattern.compile("back in black|black album|black star|page views");
  private static final Set<String> METHODS = Set.of("get", "put", "post", "delete");
  private static final String COUNTER = "{counter}";

  static final int NAME_LENGTH = COUNTER.length();

  private final List<String> templates = new ArrayList<>();
  private final List<String> messages;

  /**
   * @param yaml the contract
   */
  PublishedRequests(String yaml) {
    Map<String, Object> document = new Yaml().load(yaml);
    fields(document, "paths")
        .forEach(
            (path, item) ->
                fields(item).forEach((method, operation) -> add(path, method, fields(operation))));
    messages =
        yaml.lines()
            .map(String::strip)
            .filter(line -> line.startsWith("> {"))
            .map(line -> line.substring(2).replace("\"a\"", quoted(COUNTER)))
            .map(line -> line.replace("\"b\"", quoted(COUNTER)))
            .map(PublishedRequests::inOurNamespace)
            .toList();
  }

  /**
   * Whole requests over HTTP, but for those that upgrade.
   *
   * @param counter of {@link #NAME_LENGTH} letters and digits
   */
  List<String> requests(String counter) {
    return templates.stream().map(template -> template.replace(COUNTER, counter)).toList();
  }

  /** The client's part of the conversation over a WebSocket. */
  List<String> messages(String counter) {
    return messages.stream().map(message -> message.replace(COUNTER, counter)).toList();
  }

  private void add(String path, String method, Map<String, Object> operation) {
    if (!METHODS.contains(method) || path.endsWith("/live")) {
      return;
    }
    String name = path.startsWith("/v1/namespaces") ? "settings" : NAMESPACE;
    String target = path.replace("{namespace}", name) + query(operation);
    String line =
        method.toUpperCase(Locale.ROOT) + " " + target + " HTTP/1.1\r\nHost: localhost\r\n";
    Map<String, Object> contents =
        fields(operation.getOrDefault("requestBody", Map.of()), "content");
    contents.forEach(
        (type, content) ->
            examples(fields(content)).forEach(body -> templates.add(line + withBody(type, body))));
    if (contents.isEmpty() || path.endsWith("/events")) {
      templates.add(line + "Accept: application/json\r\nIf-None-Match: \"5-5\"\r\n\r\n");
    }
  }

  private static String query(Map<String, Object> operation) {
    List<String> pairs = new ArrayList<>();
    for (Object each : (List<?>) operation.getOrDefault("parameters", List.of())) {
      Map<String, Object> parameter = fields(each);
      if ("query".equals(parameter.get("in")) && parameter.containsKey("example")) {
        pairs.add(parameter.get("name") + "=" + parameter.get("example"));
      }
    }
    return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
  }

  private static List<String> examples(Map<String, Object> content) {
    List<Object> values = new ArrayList<>();
    if (content.containsKey("example")) {
      values.add(content.get("example"));
    }
    fields(content, "examples").values().forEach(each -> values.add(fields(each).get("value")));
    return values.stream()
        .map(value -> value instanceof String text ? text : JSON.toJson(value))
        .map(body -> inOurNamespace(NAMES.matcher(body).replaceAll(COUNTER)))
        .toList();
  }

  private static String inOurNamespace(String json) {
    return json.replace(quoted("votes"), quoted(NAMESPACE));
  }

  /** All of it is ASCII, and names are as long as what they stand in place of. */
  private static String withBody(String type, String body) {
    return "Content-Type: " + type + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> fields(Object object) {
    return object instanceof Map ? (Map<String, Object>) object : Map.of();
  }

  private static Map<String, Object> fields(Object object, String name) {
    return fields(fields(object).getOrDefault(name, Map.of()));
  }
}
