package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.InvalidInput;
import io.quipu.kind.Draft;
import io.quipu.kind.Draft.Member;
import io.quipu.web.JsonInput;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One CloudEvent (version 1.0, JSON format). Its {@code subject} is the counter; its namespace is
 * the extension attribute {@code namespace}, or its {@code type}; {@code data.delta} is the delta.
 * Attributes that are not of interest here, and other members of {@code data}, belong to the
 * producer and are passed over.
 */
final class CloudEventInput {
  private final Map<String, String> attributes = new HashMap<>();
  private @Nullable Long delta;
  private boolean hasData;

  private CloudEventInput() {}

  static Draft draft(JsonInput json) {
    CloudEventInput input = new CloudEventInput();
    input.read(json);
    return input.build();
  }

  private void read(JsonInput json) {
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      switch (field) {
        case "specversion", "id", "source", "type", "subject", "namespace" -> {
          if (attributes.put(field, json.string(field)) != null) {
            throw new InvalidInput(field, field + " is given twice");
          }
        }
        case "data" -> readData(json);
        default -> json.skip();
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
      if (!field.equals("delta")) {
        json.skip();
      } else if (delta == null) {
        delta = json.integer("data.delta");
      } else {
        throw new InvalidInput("data.delta", "data.delta is given twice");
      }
    }
  }

  private Draft build() {
    if (!require("specversion").equals("1.0")) {
      throw new InvalidInput("specversion", "specversion must be 1.0");
    }
    String id = joinedId(require("source"), require("id"));
    String subject = require("subject");
    Draft draft = new Draft();
    draft.of(counter(subject, require("type")));
    draft.named(id);
    if (delta != null) {
      draft.integer(Member.DELTA, delta);
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

  private static void checkType(String type) {
    try {
      CounterName.checkNamespace(type);
    } catch (InvalidInput e) {
      throw new InvalidInput(
          "type",
          "type stands for the namespace and is not the name of one; an extension attribute"
              + " namespace can name it instead");
    }
  }

  private static CounterName counterNamed(String namespace, String subject) {
    try {
      return new CounterName(namespace, subject);
    } catch (InvalidInput e) {
      boolean subjectAtFault = e.field().equals("counter");
      throw new InvalidInput(
          subjectAtFault ? "subject" : e.field(),
          subjectAtFault ? "subject: " + e.detail() : e.detail());
    }
  }

  /** A complaint about a member of the event, by the name that it has in a CloudEvent. */
  static InvalidInput named(InvalidInput finding) {
    return finding.field().equals("id")
        ? new InvalidInput("id", "source and id, joined by a space: " + finding.detail())
        : finding.within("data");
  }

  /**
   * A CloudEvent is named by its source and id together. A source is a URI reference and holds no
   * space, so the first space of the joined id ends it: no two pairs join to the same.
   */
  private static String joinedId(String source, String id) {
    if (source.indexOf(' ') >= 0) {
      throw new InvalidInput("source", "source must be a URI reference, without spaces");
    }
    return source + ' ' + id;
  }

  private String require(String attribute) {
    String value = attributes.get(attribute);
    if (value == null || value.isEmpty()) {
      throw new InvalidInput(attribute, attribute + " is missing or empty");
    }
    return value;
  }
}
