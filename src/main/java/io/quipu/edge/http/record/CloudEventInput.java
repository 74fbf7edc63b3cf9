package io.quipu.edge.http.record;

import io.quipu.edge.counters.TimeInput;
import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.names.CounterName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One CloudEvent (version 1.0), in the JSON format or in binary mode. The {@code subject} is the
 * counter. The namespace is the extension attribute {@code namespace}, or else the {@code type}.
 * The delta is {@code data.delta}, the number of happenings {@code data.events}, the labels {@code
 * data.labels}, the bounds {@code data.min} and {@code data.max}. The id is {@code source} and
 * {@code id} together. The event counts at its {@code time}, if it has one. All other attributes,
 * and most other members of {@code data}, are the producer's and are passed over, unless they look
 * like a slip, see {@link CloudEventData}. An attribute that is null is absent.
 */
public final class CloudEventInput {
  private static final String TIME = "time";

  /** The attributes that are read. All others belong to the producer. */
  public static final List<String> ATTRIBUTES =
      List.of("specversion", "id", "source", "type", "subject", "namespace", TIME);

  /** The members of the JSON format that are read. */
  private static final Set<String> MEMBERS =
      Stream.concat(
              ATTRIBUTES.stream(),
              Stream.of(CloudEventData.DATA, CloudEventData.BASE64, CloudEventData.TYPE))
          .collect(Collectors.toSet());

  /**
   * The attributes and members that an event may lack, so that nobody would miss a misspelt one.
   */
  static final List<String> OPTIONAL =
      List.of(TIME, "namespace", CloudEventData.DATA, CloudEventData.BASE64, CloudEventData.TYPE);

  /** Attributes of producers that are only near to the name of an optional one. */
  static final Set<String> WORDS = Set.of("date", "mime", "tie", "tile", "timer");

  /** The characters of an attribute's name (CloudEvents 1.0.2, naming conventions). */
  private static final Pattern NAME = Pattern.compile("[a-z0-9]+");

  /** The prefix of an attribute in messages to the caller: {@code ce-} or empty. */
  private final String prefix;

  private final Map<String, String> attributes;
  private final Draft draft = new Draft();
  private final CloudEventData data = new CloudEventData(draft);

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
   * @param data the body; null if it is empty
   */
  static Draft draft(Map<String, String> attributes, @Nullable JsonInput data) {
    CloudEventInput input = new CloudEventInput(CloudEventHeaders.PREFIX, attributes);
    if (data != null) {
      input.data.read(data);
    }
    return input.build();
  }

  private void read(JsonInput json) {
    Set<String> seen = new HashSet<>();
    String base64 = null;
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      boolean isRead = MEMBERS.contains(field);
      JsonInput.once(isRead && !seen.add(field), field);
      if (field.equals(CloudEventData.DATA)) {
        data.read(json);
      } else if (!isRead) {
        requireOther("", field);
        json.skip();
      } else if (!json.isNull()) { // A null attribute is unset (JSON event format 1.0.2, 2.2).
        String value = json.string(field);
        if (field.equals(CloudEventData.BASE64)) {
          base64 = value;
        } else {
          attributes.put(field, value);
        }
      }
    }
    String type = attributes.get(CloudEventData.TYPE);
    if (base64 != null) {
      if (seen.contains(CloudEventData.DATA)) {
        throw new InvalidInput(
            CloudEventData.BASE64, "an event has data or data_base64, and not both");
      }
      data.readBase64(base64, type);
    } else if (data.isRead() && type != null) {
      CloudEventData.requireJson(type, CloudEventData.DATA);
    }
  }

  /**
   * Refuses an attribute that is passed over only because of its capitals, its spelling or its
   * place.
   *
   * @param prefix {@code ce-} of a header, else empty
   */
  static void requireOther(String prefix, String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (CloudEventData.TAKEN.contains(lower)) {
      throw refused(
          prefix, name, " is read in the data only: send data." + lower + ", or leave it out");
    }
    String meant = MEMBERS.contains(lower) ? lower : optionalNear(lower);
    if (meant != null) {
      throw refused(prefix, name, " is not read; send " + sent(prefix, meant));
    }
    if (!NAME.matcher(name).matches()) {
      throw refused(
          prefix, name, " is not the name of an attribute, which has a to z and 0 to 9 only");
    }
  }

  /** The optional member that a name must be a slip of; null if there is none. */
  private static @Nullable String optionalNear(String lower) {
    for (String optional : OPTIONAL) {
      if (CloudEventData.isSlip(lower, optional)) {
        return WORDS.contains(lower) ? null : optional;
      }
    }
    return null;
  }

  private static InvalidInput refused(String prefix, String name, String why) {
    String shown = prefix + JsonInput.shown(name);
    return new InvalidInput(shown, shown + why);
  }

  /** Tells where the value of a member belongs: in binary mode not every one has a header. */
  private static String sent(String prefix, String member) {
    if (prefix.isEmpty() || ATTRIBUTES.contains(member)) {
      return prefix + member;
    }
    return member.equals(CloudEventData.TYPE) ? "Content-Type" : "the data as the body";
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
    } else if (data.hasTime()) {
      throw invalid(TIME, " is missing, and data.time is not read: send " + prefix + TIME);
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
