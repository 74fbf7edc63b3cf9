package io.quipu.edge.http;

import io.quipu.edge.counters.DraftInput;
import io.quipu.edge.counters.TimeInput;
import io.quipu.edge.web.JsonInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.InvalidInput;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One CloudEvent (version 1.0), in the JSON format or in binary mode. The {@code subject} is the
 * counter. The namespace is the extension attribute {@code namespace}, or else the {@code type}.
 * The delta is {@code data.delta}, the number of happenings {@code data.events}, the labels {@code
 * data.labels}. The id is {@code source} and {@code id} together. The event counts at its {@code
 * time}, if it has one. All other attributes except {@code specversion}, and all other members of
 * {@code data}, are ignored.
 */
final class CloudEventInput {
  private static final String TIME = "time";

  /** The attributes that are read. All others belong to the producer. */
  static final List<String> ATTRIBUTES =
      List.of("specversion", "id", "source", "type", "subject", "namespace", TIME);

  /** The prefix of an attribute in messages to the caller: {@code ce-} or empty. */
  private final String prefix;

  private final Map<String, String> attributes;
  private final Draft draft = new Draft();
  private boolean hasData;

  private CloudEventInput(String prefix, Map<String, String> attributes) {
    this.prefix = prefix;
    this.attributes = attributes;
  }

  /** Reads an event in the JSON format. */
  static Draft draft(JsonInput json) {
    CloudEventInput input = new CloudEventInput("", new HashMap<>());
    input.read(json);
    return input.build();
  }

  /**
   * Reads an event in binary mode.
   *
   * @param attributes the result of {@link CloudEventHeaders#attributes}
   * @param data null if the body is empty
   */
  static Draft draft(Map<String, String> attributes, @Nullable JsonInput data) {
    CloudEventInput input = new CloudEventInput(CloudEventHeaders.PREFIX, attributes);
    if (data != null) {
      input.readData(data);
    }
    return input.build();
  }

  private void read(JsonInput json) {
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      if (ATTRIBUTES.contains(field)) {
        if (attributes.put(field, json.string(field)) != null) {
          throw new InvalidInput(field, field + " is given twice");
        }
      } else if (field.equals("data")) {
        readData(json);
      } else {
        json.skip();
      }
    }
  }

  private void readData(JsonInput json) {
    if (hasData) {
      throw new InvalidInput("data", "data is given twice");
    }
    hasData = true;
    json.requireObject("data");
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      switch (field) {
        case "delta" -> take(Member.DELTA, json);
        case "events" -> take(Member.EVENTS, json);
        case "labels" -> draft.labels(DraftInput.labels(json));
        default -> json.skip();
      }
    }
  }

  private void take(Member member, JsonInput json) {
    String field = "data." + member.label();
    JsonInput.once(draft.has(member), field);
    draft.integer(member, json.integer(field));
  }

  private Draft build() {
    if (!require("specversion").equals("1.0")) {
      throw invalid("specversion", " must be 1.0");
    }
    String id = joinedId(require("source"), require("id"));
    String subject = require("subject");
    draft.of(counter(subject, require("type")));
    draft.named(id);
    String time = attributes.get(TIME);
    if (time != null) {
      draft.happened(TimeInput.parse(prefix + TIME, time));
    }
    return draft;
  }

  private CounterName counter(String subject, String type) {
    String namespace = attributes.get("namespace");
    if (namespace == null) {
      checkType(type);
      return counterNamed(type, subject);
    }
    return counterNamed(namespace, subject);
  }

  private void checkType(String type) {
    try {
      CounterName.checkNamespace(type);
    } catch (InvalidInput e) {
      throw invalid(
          "type",
          " stands for the namespace and is not the name of one; an extension attribute "
              + prefix
              + "namespace can name it instead");
    }
  }

  private CounterName counterNamed(String namespace, String subject) {
    try {
      return new CounterName(namespace, subject);
    } catch (InvalidInput e) {
      throw e.field().equals("counter")
          ? invalid("subject", ": " + e.detail())
          : new InvalidInput(prefix + e.field(), e.detail());
    }
  }

  /** Renames the field of a finding to its name in the JSON format. */
  static InvalidInput named(InvalidInput finding) {
    return named("", finding);
  }

  /** Renames the field of a finding to its name in binary mode. */
  static InvalidInput namedInHeaders(InvalidInput finding) {
    return named(CloudEventHeaders.PREFIX, finding);
  }

  private static InvalidInput named(String prefix, InvalidInput finding) {
    if (finding.field().equals(TIME)) {
      return finding.named(prefix + TIME);
    }
    return finding.field().equals("id")
        ? new InvalidInput(
            prefix + "id",
            prefix + "source and " + prefix + "id, joined by a space: " + finding.detail())
        : finding.within("data");
  }

  /**
   * @param detail the text after the name of the attribute
   */
  private InvalidInput invalid(String attribute, String detail) {
    return new InvalidInput(prefix + attribute, prefix + attribute + detail);
  }

  /**
   * Joins source and id, because only both together identify a CloudEvent. A source is a URI
   * reference without spaces, so the first space of the joined id ends the source. So two different
   * pairs of source and id never have the same joined id.
   */
  private String joinedId(String source, String id) {
    if (source.indexOf(' ') >= 0) {
      throw invalid("source", " must be a URI reference, without spaces");
    }
    return source + ' ' + id;
  }

  private String require(String attribute) {
    String value = attributes.get(attribute);
    if (value == null || value.isEmpty()) {
      throw invalid(attribute, " is missing or empty");
    }
    return value;
  }
}
