package io.quipu.edge.kafka.mapping;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One mapping in the form {@code topic=namespace/counter}. The counter may contain {@code {key}},
 * {@code {header:name}} and {@code {json:/pointer}}. {@code {delta:/pointer}} and {@code
 * {events:/pointer}}, {@code {time}} or {@code {time:/pointer}}, and {@code {label:name:/pointer}}
 * may follow.
 */
record MappingText(String topic, CounterMapping counter) {
  /** The maximum characters of a topic, so that an id has room for a partition and an offset. */
  private static final int LONGEST_TOPIC = 225;

  private static final String TIME = "time";

  /** The beginning of the parts with the place of a label. */
  private static final String LABEL = "label:";

  private static final Pattern FORM = Pattern.compile("([^=]*)=([^/]*)/(.*)");
  private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1," + LONGEST_TOPIC + "}");
  private static final Pattern AMOUNT =
      Pattern.compile("(.*?)\\s*\\{(delta|events|time|label:[^:{}]*)(?::([^{}]*))?}");
  private static final Pattern PART = Pattern.compile("\\{([^{}]*)}|[^{}]+|[{}]");

  /**
   * Parses a mapping.
   *
   * @throws IllegalArgumentException if the text is no valid mapping; the message has the reason
   */
  static MappingText of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(text + " is not topic=namespace/counter");
    }
    String topic = form.group(1).strip();
    if (!TOPIC.matcher(topic).matches()) {
      throw new IllegalArgumentException(
          "a topic has 1 to " + LONGEST_TOPIC + " of a-z, A-Z, 0-9, ., _ and -, not " + topic);
    }
    try {
      return new MappingText(topic, counter(form.group(2).strip(), form.group(3).strip()));
    } catch (InvalidInput finding) {
      throw new IllegalArgumentException(text + ": " + finding.detail(), finding);
    }
  }

  private static CounterMapping counter(String namespace, String rest) {
    Map<String, JsonPointer> amounts = new HashMap<>();
    RecordTime time = null;
    String template = rest;
    for (Matcher end = AMOUNT.matcher(rest); end.matches(); end = AMOUNT.matcher(template)) {
      String name = end.group(2);
      boolean twice = amounts.containsKey(name) || (name.equals(TIME) && time != null);
      if (twice) {
        throw new IllegalArgumentException("{" + name + ":/pointer} is there twice");
      }
      if (name.startsWith(LABEL)) {
        Breakdowns.checkLabel("label", name.substring(LABEL.length()));
      }
      if (name.equals(TIME)) {
        time = new RecordTime(end.group(3) == null ? null : JsonPointer.of(end.group(3)));
      } else if (end.group(3) == null) {
        throw new IllegalArgumentException(
            "{" + name + "} lacks its place, as in {" + name + ":/n}");
      } else {
        amounts.put(name, JsonPointer.of(end.group(3)));
      }
      template = end.group(1);
    }
    List<NamePart> parts = parts(template);
    if (parts.stream().allMatch(NamePart.Literal.class::isInstance)) {
      // checks the name now, because an invalid constant name would fail for every record
      var unused = new CounterName(namespace, template);
    }
    return new CounterMapping(
        namespace, parts, amounts.get("delta"), amounts.get("events"), time, labels(amounts));
  }

  private static Map<String, JsonPointer> labels(Map<String, JsonPointer> places) {
    Map<String, JsonPointer> labels = new TreeMap<>();
    places.forEach(
        (name, place) -> {
          if (name.startsWith(LABEL)) {
            labels.put(name.substring(LABEL.length()), place);
          }
        });
    return labels;
  }

  private static List<NamePart> parts(String template) {
    List<NamePart> parts = new ArrayList<>();
    Matcher part = PART.matcher(template);
    while (part.find()) {
      String placeholder = part.group(1);
      if (placeholder != null) {
        parts.add(placeholder(placeholder));
      } else if (part.group().equals("{") || part.group().equals("}")) {
        throw new IllegalArgumentException("a brace without another in " + template);
      } else {
        parts.add(new NamePart.Literal(part.group()));
      }
    }
    return parts;
  }

  private static NamePart placeholder(String text) {
    if (text.equals("key")) {
      return new NamePart.Key();
    }
    if (text.startsWith("header:") && text.length() > "header:".length()) {
      return new NamePart.Header(text.substring("header:".length()));
    }
    if (text.startsWith("json:")) {
      return new NamePart.Json(JsonPointer.of(text.substring("json:".length())));
    }
    throw new IllegalArgumentException(
        "{"
            + text
            + "} is none of {key}, {header:name}, {json:/pointer}, and at the end {delta:/pointer},"
            + " {events:/pointer}, {time}, {time:/pointer} and {label:name:/pointer}");
  }
}
